import ShoulderTap
import TestSupport
import Testing

@Suite("The profiles that the library ships")
struct ShippedProfileTests {
    private struct Row {
        let profile: TapProfile
        let text: String
        var host: String?
        var subscription: String?
        var ids: [String] = []
    }

    private static let recognised: [Row] = [
        Row(
            profile: .matrix, text: #"{"room_id":"!r:example.org","event_id":"$e","unread_count":2,"aps":{"badge":2}}"#,
            subscription: "!r:example.org", ids: ["$e"]),
        Row(
            profile: .matrix, text: #"{"aps":{"content-available":1},"room_id":"!r","event_id":"$e"}"#,
            subscription: "!r", ids: ["$e"]),
        Row(profile: .matrix, text: #"{"room_id":"!r","event_id":"$e"}"#, subscription: "!r", ids: ["$e"]),
        Row(
            profile: .cloudKit,
            text: #"{"aps":{"content-available":1},"ck":{"ce":2,"nid":"n","cid":"iCloud.a","qry":{"sid":"s"}}}"#,
            host: "iCloud.a", subscription: "s", ids: ["n"]),
        Row(
            profile: .cloudKit, text: #"{"aps":{"alert":"a"},"ck":{"nid":"n","cid":"iCloud.a"}}"#, host: "iCloud.a",
            ids: ["n"]),
        Row(profile: .cloudKit, text: #"{"ck":{"nid":"n"}}"#, ids: ["n"]),
        Row(
            profile: .nextcloud,
            text: #"{"aps":{"alert":{"loc-key":"NEW"},"mutable-content":1},"subject":"c2VjcmV0","type":"alert"}"#),
        Row(profile: .nextcloud, text: #"{"aps":{"content-available":1},"subject":"c2VjcmV0"}"#),
        Row(profile: .nextcloudDeletion, text: #"{"delete":true,"nid":7}"#, ids: ["7"]),
        Row(profile: .nextcloudDeletions, text: #"{"delete-multiple":true,"nids":[7,8]}"#, ids: ["7", "8"]),
        Row(profile: .nextcloudDeletions, text: #"{"delete-multiple":true,"nids":[]}"#),
    ]

    @Test("Each recognises its own payloads and finds their parts")
    func own() {
        for row in Self.recognised {
            let match = row.profile.match(Array(row.text.utf8))
            #expect(match != nil, "\(row.profile.name): \(row.text)")
            #expect(match?.host == row.host, "\(row.text)")
            #expect(match?.subscription == row.subscription, "\(row.text)")
            #expect(match?.head == nil, "\(row.text)")
            #expect(match?.ids == row.ids, "\(row.text)")
        }
        #expect(Set(Self.recognised.map(\.profile)) == Set(TapProfile.shipped))
    }

    @Test("None recognises the payloads of another, nor our own tap")
    func others() {
        let texts = Self.recognised.map { ($0.profile, $0.text) }
        for profile in TapProfile.shipped {
            for (owner, text) in texts where owner != profile {
                #expect(profile.match(Array(text.utf8)) == nil, "\(profile.name): \(text)")
            }
            let ours = KnownPayload.tapText(KnownPayload.required)
            #expect(profile.match(Array(ours.utf8)) == nil, "\(profile.name)")
        }
        #expect(Set(TapProfile.shipped.map(\.name)).count == TapProfile.shipped.count)
    }

    @Test("Each refuses a missing key, a wrong type, a duplicate key, and broken JSON")
    func refusals() {
        let rows: [(TapProfile, [String])] = [
            (
                .matrix,
                [
                    #"{"room_id":"!r"}"#, #"{"event_id":"$e"}"#, #"{"room_id":"!r","event_id":null}"#,
                    #"{"room_id":["!r"],"event_id":"$e"}"#, #"{"room_id":"!r","event_id":"$e","event\u005fid":"$e"}"#,
                    #"{"room_id":"!r","event_id":"$e",}"#,
                ]
            ),
            (
                .cloudKit,
                [
                    #"{"ck":{}}"#, #"{"ck":"n"}"#, #"{"nid":"n"}"#, #"{"ck":{"nid":{}}}"#,
                    #"{"ck":{"nid":"n","cid":null}}"#,
                    #"{"ck":{"nid":"n","qry":{"sid":true}}}"#, #"{"ck":{"nid":"n","nid":"n"}}"#,
                    #"{"ck":{"nid":"n"},"ck":{}}"#, #"{"ck":{"nid":"n","qry":{},"qry":{}}}"#, #"{"ck":{"nid":"n"}"#,
                ]
            ),
            (
                .nextcloud,
                [
                    #"{"aps":{"content-available":1}}"#, #"{"Subject":"x"}"#, #"{"subject":"x","subject":"y"}"#,
                    #"{"subject":"x"}}"#,
                ]
            ),
            (
                .nextcloudDeletion,
                [
                    #"{"nid":7}"#, #"{"delete":true}"#, #"{"delete":true,"nid":[7]}"#,
                    #"{"delete":true,"nid":7,"nid":8}"#,
                    #"{"delete":true,"delete":true,"nid":7}"#, #"{"delete":true,"nid":07}"#,
                ]
            ),
            (
                .nextcloudDeletions,
                [
                    #"{"nids":[7]}"#, #"{"delete-multiple":true}"#, #"{"delete-multiple":true,"nids":[7,null]}"#,
                    #"{"delete-multiple":true,"nids":[7],"nids":[7]}"#, #"{"delete-multiple":true,"nids":[7,]}"#,
                ]
            ),
        ]
        for (profile, texts) in rows {
            for text in texts { #expect(profile.match(Array(text.utf8)) == nil, "\(profile.name): \(text)") }
        }
        #expect(Set(rows.map(\.0)) == Set(TapProfile.shipped))
    }

    private static let captures = ProjectFiles.shared("captures")

    @Test(
        "Captured pushes of Matrix and CloudKit are recognised, with their parts",
        .enabled(if: ProjectFiles.exists(captures), "the captures are not beside the project"))
    func captured() throws {
        let names = ProjectFiles.names(in: Self.captures)
        let matrix = names.filter { $0.hasPrefix("matrix-sygnal-") }
        let cloudKit = names.filter { $0.hasPrefix("cloudkit-") }
        #expect(matrix.count == 7)
        #expect(cloudKit.count == 3)

        // The other four have no event: they only refresh the badge, or are the gateway's template.
        let withEvent = ["matrix-sygnal-3.json", "matrix-sygnal-5.json", "matrix-sygnal-7.json"]
        for name in matrix {
            let bytes = try #require(ProjectFiles.bytes(Self.captures + "/" + name))
            let match = TapProfile.matrix.match(bytes)
            #expect((match != nil) == withEvent.contains(name), "\(name)")
            #expect(match == nil || match?.subscription?.hasPrefix("!") == true, "\(name)")
            #expect(match == nil || match?.ids.count == 1 && match?.ids.first?.hasPrefix("$") == true, "\(name)")
        }
        for name in cloudKit {
            let bytes = try #require(ProjectFiles.bytes(Self.captures + "/" + name))
            let match = try #require(TapProfile.cloudKit.match(bytes), "\(name)")
            #expect(match.host?.hasPrefix("iCloud.") == true, "\(name)")
            #expect(match.subscription?.isEmpty == false, "\(name)")
            #expect(match.ids.count == 1, "\(name)")
        }
        let strangers = names.filter { !matrix.contains($0) && !cloudKit.contains($0) && $0 != "INDEX.tsv" }
        for name in strangers {
            let bytes = try #require(ProjectFiles.bytes(Self.captures + "/" + name))
            #expect(TapProfile.matrix.match(bytes) == nil, "\(name)")
            #expect(TapProfile.cloudKit.match(bytes) == nil, "\(name)")
        }
    }
}
