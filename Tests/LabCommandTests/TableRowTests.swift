import ShoulderTap
import Testing

@testable import LabCommand

@Suite("The table")
struct TableRowTests {
    static let plain = Styles(isTerminal: false, noColor: nil, terminal: nil)
    static let tap = LabCommandTests.tap(host: "contoso.com", subscription: "6f1c", head: "42")
    static let table: [(PayloadReport, String)] = [
        (
            report(kind: .shoulderTap, tap: tap),
            "a.json            shoulder tap     host=contoso.com subscription=6f1c head=42   2 bytes"
        ),
        (
            report(kind: .shoulderTap, tap: LabCommandTests.tap(host: "a b", subscription: "\u{1B}[2J")),
            #"a.json            shoulder tap     host="a b" subscription=\x1B[2J   2 bytes"#
        ),
        (
            report(
                kind: .shoulderTap,
                tap: LabCommandTests.tap(host: #"a" subscription="b"#, subscription: #"c\"#, head: #"""#)),
            #"a.json            shoulder tap     host="a\" subscription=\"b" subscription="c\\" head="\""   2 bytes"#
        ),
        (
            report(#"{"aps": {"alert":"x"}}"#, kind: .alert),
            "a.json            alert            not a tap: aps.alert is present (byte 9)"
        ),
        (
            report(#"{"a":[{"aps":1}],"aps":{"x":"\"}","sound":""}}"#, kind: .alertWithWake),
            "a.json            alert with wake  not a tap: aps.sound is present (byte 34)"
        ),
        (
            report(#"{"\u0061ps":{"alert":1}}"#, kind: .alert),
            "a.json            alert            not a tap: aps.alert is present (byte 13)"
        ),
        (
            report(
                kind: .malformed,
                findings: [
                    finding(at: 3, as: .note), finding(at: 61, earlier: 1, path: "aps"), finding(at: 70, path: "other"),
                ]),
            "a.json            malformed        duplicate key aps (byte 61), first at byte 1"
        ),
        (
            report(kind: .malformed, findings: [finding(at: 0, "The payload is empty.")]),
            "a.json            malformed        the payload is empty (byte 0)"
        ),
        (
            report(kind: .malformed, findings: [finding(at: 9, path: "aps.\u{202E}x", "APNs refuses it.")]),
            "a.json            malformed        aps.\\u{202E}x: APNs refuses it (byte 9)"
        ),
        (
            report(
                kind: .foreign,
                findings: [
                    finding(at: 3, as: .note),
                    finding(
                        at: 5, path: "aps.content-available", as: .warning,
                        "This is a string, as very old tutorials send it; some take it and some do not take it."),
                ]),
            "a.json            foreign          not a tap: aps.content-available: this is a string (byte 5)"
        ),
        (
            report(kind: .foreign, findings: [finding(at: 3, as: .note)]),
            "a.json            foreign          not a tap: an unknown kind of push"
        ),
        (
            report(
                kind: .background,
                findings: [finding(at: 3, as: .error), finding(at: 5, as: .warning, code: "envelopeHost")]),
            "a.json            background       not a tap: this is odd (byte 5)"
        ),
        (
            report(kind: .background, findings: [finding(at: 3, as: .warning)]),
            "a.json            background       not a tap: a silent push without an envelope"
        ),
        (
            report(
                kind: .background,
                findings: [
                    finding(at: 3, as: .warning),
                    finding(at: 4096, code: "overDeviceLimit", "The payload is over the limit: it has 4097 bytes."),
                ]),
            "a.json            background       not a tap: the payload is over the limit: it has 4097 bytes (byte 4096)"
        ),
        (
            report(kind: .shoulderTap, findings: [finding(at: 3, as: .warning, "A comment.")]),
            "a.json            shoulder tap     a tap only in the lenient reading: a comment (byte 3)"
        ),
        (
            report(source: "日本", line: 12, kind: .voip),
            "日本:12           VoIP             not a tap: aps is empty"
        ),
        (
            report(source: RawText(bytes: [0xFF, 0x1B]), kind: .mdm),
            "\\xFF\\x1B          MDM              not a tap: it wakes the device management client"
        ),
    ]

    @Test("One row per payload, in aligned columns", arguments: table)
    func row(_ report: PayloadReport, _ expected: String) {
        #expect(TableRow(styles: Self.plain).render(report) == expected + "\n")
    }

    @Test("The first column has room for known names, within limits")
    func makesRoom() {
        var table = TableRow(styles: Self.plain)
        func kindColumn() -> Int? {
            table.render(report()).split(separator: "foreign", maxSplits: 1).first?.count
        }
        #expect(kindColumn() == 18)
        table.makeRoom(for: "a-name-of-twenty.jsn", withLines: false)
        #expect(kindColumn() == 22)
        table.makeRoom(for: "short", withLines: false)
        #expect(kindColumn() == 22)
        table.makeRoom(for: "a-name-of-twenty.jsn", withLines: true)
        #expect(kindColumn() == 27)
        table.makeRoom(for: RawText(String(repeating: "x", count: 400)), withLines: false)
        #expect(kindColumn() == 50)
    }

    @Test("If a row is wider than the terminal, its remark is below it")
    func wraps() {
        let tap = LabCommandTests.tap(host: "example.com", subscription: "6f1c0d")
        let row = TableRow(styles: Self.plain, width: 50).render(report(kind: .shoulderTap, tap: tap))
        let lines = row.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 50 }, "\(row)")
        #expect(lines.last?.hasPrefix("    host=example.com subscription=6f1c0d") == true, "\(row)")
        let wide = TableRow(styles: Self.plain, width: 200)
        #expect(wide.render(report()) == TableRow(styles: Self.plain).render(report()))
    }

    @Test("Very long values are shortened")
    func cutsValues() {
        let long = LabCommandTests.tap(host: String(repeating: "h", count: 500), subscription: "s")
        let row = TableRow(styles: Self.plain).render(report(kind: .shoulderTap, tap: long))
        #expect(row.contains("host=\(String(repeating: "h", count: 63))… subscription=s"))
    }

    @Test("Every kind has a name that fits the column", arguments: PayloadKind.all)
    func words(_ kind: PayloadKind) {
        #expect(kind.words.count <= 15)
        #expect(PayloadKind.all.count { $0.words == kind.words } == 1)
        #expect(!Reason.phrase(for: report(kind: kind)).isEmpty)
    }

    @Test(
        "The summary counts in the order of the kinds",
        arguments: [
            ([], "0 payloads"), ([.alert], "1 payload: 1 alert"),
            ([.malformed, .alert, .shoulderTap, .alert], "4 payloads: 1 shoulder tap, 2 alert, 1 malformed"),
        ] as [([PayloadKind], String)])
    func summary(_ kinds: [PayloadKind], _ expected: String) {
        var tally = Tally()
        for kind in kinds { tally.count(kind) }
        #expect(tally.kinds == expected)
        #expect(tally.malformed == kinds.count { $0 == .malformed })
    }

    @Test("The summary of expectations")
    func expectations() {
        var tally = Tally()
        tally.count(.alert)
        tally.count(.alert)
        #expect(tally.expectations == "2 payloads: all as expected")
        tally.countMiss()
        #expect(tally.expectations == "2 payloads: 1 as expected, 1 not")
    }
}
