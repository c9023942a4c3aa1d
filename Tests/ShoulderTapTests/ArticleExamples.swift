import ShoulderTap
import TestSupport
import Testing

/// Every example of README, of the articles and of the symbols' own documentation, and what it comes to.
///
/// `ArticleTests` looks each of them up here by its text.
@Suite("The examples of the documentation work as documented")
struct ArticleExamples {
    private static let notesPush = Array(
        #"""
        {"aps":{"content-available":1},
         "sync":{"app":"com.example.notes","box":"inbox-7","at":128,"docs":[{"id":"d1"},{"id":"d2"}]}}
        """#.utf8)

    // MARK: README

    @Test("README fetches after a tap with an unknown head, and after no other push")
    func readme() throws {
        func fetchIsNeeded(after payload: [UInt8], reached position: String?) -> Bool {
            guard let tap = Tap(apns: payload) else { return false }  // not a tap: nil, never an error
            return tap.head == nil || tap.head != position  // a client that has reached the head needs no fetch
        }

        let tap = try #require(Tap(host: "contoso.com", subscription: "6f1c", head: "42").payload)
        let headless = try #require(Tap(host: "contoso.com", subscription: "6f1c").payload)
        #expect(fetchIsNeeded(after: tap, reached: nil) && fetchIsNeeded(after: tap, reached: "41"))
        #expect(!fetchIsNeeded(after: tap, reached: "42"))
        #expect(fetchIsNeeded(after: headless, reached: nil) && fetchIsNeeded(after: headless, reached: "42"))
        #expect(!fetchIsNeeded(after: Self.notesPush, reached: nil))
    }

    // MARK: ShoulderTap

    @Test("The landing page decides whether to fetch")
    func fetching() throws {
        func fetchIsNeeded(_ payload: [UInt8], reached position: String) -> Bool {
            guard let tap = Tap.tryParse(payload) else { return false }
            return tap.host == "contoso.com" && tap.head != position
        }

        let payload = try #require(Tap(host: "contoso.com", subscription: "6f1c", head: "42").payload)
        #expect(fetchIsNeeded(payload, reached: "41"))
        #expect(!fetchIsNeeded(payload, reached: "42"))
        #expect(!fetchIsNeeded(Self.notesPush, reached: "41"))
    }

    @Test("A tap's own example finds host and head")
    func symbolOfTap() throws {
        let payload = try #require(Tap(host: "contoso.com", subscription: "6f1c", head: "42").payload)
        var printed: [String] = []
        func print(_ words: String...) { printed += words }
        if let tap = Tap.tryParse(payload) {
            print(tap.host ?? "", tap.head ?? "fetch everything")
        }
        #expect(printed == ["contoso.com", "42"])
    }

    // MARK: What makes a push silent

    @Test("A switch over kinds routes payloads")
    func routing() {
        func route(_ payload: [UInt8]) -> String {
            switch PushPayload.classify(payload.span) {
            case .shoulderTap: "fetch"
            case .background, .cloudKit: "hand over"
            case .alert, .alertWithWake: "show"
            default: "ignore"
            }
        }

        #expect(route(Self.notesPush) == "hand over")
        #expect(route(Array(KnownPayload.tapText(KnownPayload.required).utf8)) == "fetch")
        #expect(route(Array(#"{"aps":{"badge":1}}"#.utf8)) == "show")
        #expect(route([]) == "ignore")
    }

    // MARK: Reading a verdict

    @Test("An inspection is printed as the article prints it")
    func inspecting() throws {
        var printed: [String] = []
        func print(_ line: String) { printed.append(line) }

        let payload = Array(#"{"aps":{"alert":{"title":"Lunch?","badge":3},"content-available":"1"},"id":42}"#.utf8)
        let inspection = PushPayload.inspect(payload)
        for diagnostic in inspection.diagnostics {
            let place = TextPosition(of: diagnostic.offset, in: inspection.bytes)
            print("\(place.line):\(place.column) \(diagnostic.path): \(diagnostic.message) \(diagnostic.remedy)")
        }

        #expect(inspection.kind == .alert)
        let article = try #require(Article("ReadingAVerdict"))
        let isPrinted = article.blocks(of: "").contains(printed)
        #expect(isPrinted, "\(printed.joined(separator: "\n"))")

        let id = inspection["id"]?.int64
        let title = inspection["aps", "alert", "title"]?.string
        let sameTitle = inspection.aps?.alert?.title

        #expect(id == 42)
        #expect(title == "Lunch?")
        #expect(sameTitle == title)
    }

    @Test("A draft is malformed, strictly, and silent in a lenient reading")
    func leniency() {
        let draft = Array(#"{"aps":{"content-available":1,}} // wakes"#.utf8)
        let strict = PushPayload.inspect(draft).kind
        let lenient = PushPayload.inspect(draft, strictness: .lenient).kind

        #expect(strict == .malformed)
        #expect(lenient == .background)
        #expect(PushPayload.inspect(draft, strictness: .lenient).diagnostics.allSatisfy { $0.severity == .warning })
    }

    // MARK: Adding a profile of your own

    @Test("The profile of the notes app finds what the article says")
    func profile() throws {
        let payload = Self.notesPush
        var printed = ""
        func print(_ subscription: String, _ head: String, _ ids: [String]) {
            printed = "\(subscription) \(head) \(ids)"
        }

        let notes = TapProfile(
            name: "notes", push: .silent, required: [["sync", "box"]],
            host: ["sync", "app"], subscription: ["sync", "box"], head: ["sync", "at"],
            ids: ["sync", "docs", .each, "id"])

        if let match = notes.match(payload) {
            print(match.subscription ?? "", match.head ?? "", match.ids)
        }

        let article = try #require(Article("AddingAProfile"))
        let isTrue = article.text.contains("This prints `\(printed)`.")
        #expect(isTrue, "\(printed)")
        #expect(article.blocks(of: "json").first.map { Array($0.joined(separator: "\n").utf8) } == payload)

        let names = TapProfile.shipped.filter { $0.match(payload) != nil }.map(\.name)
        #expect(names == [])
    }

    @Test("A profile's own example finds the ids")
    func symbolOfTapProfile() {
        let payload = Array(
            #"{"aps":{"content-available":1},"c":{"v":1,"app":"a","changed":[{"id":"1"},{"id":"2"}]}}"#.utf8)
        let courier = TapProfile(
            name: "courier", push: .silent, required: [["c", "v"]],
            host: ["c", "app"], ids: ["c", "changed", .each, "id"])
        let ids = courier.match(payload)?.ids

        #expect(ids == ["1", "2"])
    }

    // MARK: Making and sending a tap

    @Test("A tap is made, and agrees with the article's JSON")
    func making() throws {
        let tap = try Tap(host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1", "n2"])
        let payload = tap.payload

        let article = try #require(Article("MakingATap"))
        let shown = try #require(article.blocks(of: "json").first).joined(separator: "\n")
        #expect(Tap.tryParse(Array(shown.utf8)) == tap)
        // Nothing in the article's JSON has a blank inside a text.
        #expect(payload == shown.utf8.filter { $0 != 0x20 && $0 != 0x0A })

        let fromFCM = Tap.tryParse(dataMap: tap.dataMap ?? [:])
        let fromWNS = Tap.tryParse(rawNotification: tap.rawNotification)

        #expect(fromFCM == tap)
        #expect(fromWNS == tap)
    }

    @Test("Parts that do not fit are dropped as the article says")
    func dropping() throws {
        let ids = (1...1000).map { "notification-\($0)" }
        let crowded = try Tap(host: "contoso.com", subscription: "6f1c", head: "42", activities: ids)
        let kept = crowded.activities.count
        let isComplete = !crowded.isHintTruncated

        #expect(!isComplete)
        #expect(crowded.head == "42")
        let article = try #require(Article("MakingATap"))
        let isTrue = article.text.contains("Here \(kept) of the 1000 ids fit, and `isComplete` is false.")
        #expect(isTrue, "\(kept) fit")
    }

    @Test("The short form has no address")
    func shortForm() throws {
        let short = Tap.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#)
        let host = short?.host

        #expect(host == nil)
        #expect(short?.activities == ["n1"])
        #expect(short?.payload == nil)
        let article = try #require(Article("MakingATap"))
        #expect(article.blocks(of: "json").contains([short?.rawNotification ?? ""]))
    }
}
