import Basics
import LabReports
import PushLab
import TestSupport
import Testing

@Suite("An exploration as a page")
struct HTMLReportTests {
    static func page(_ words: String = "n1", withHistory: Bool = true) throws -> String {
        let report = try SampleExploration.report(words: words, source: words, withHistory: withHistory)
        return HTMLReport(report, runs: [.init(words, Self.quiet(words))]).text
    }

    private static let harmless = Result { PageTags(try Self.page(withHistory: false)) }

    /// A short history of one notification.
    static func quiet(_ words: String) -> HistoryView {
        var history = History()
        let subject = history.number(of: words)
        for kind in [HistoryEvent.Kind.publishAsked, .committed, .tapDropped, .shown, .said] {
            let actor: HistoryEvent.Actor = kind == .shown ? .device(0) : .service
            history.add(HistoryEvent(kind, actor, subject: subject, rawWords: (0, 0, 0)))
        }
        return HistoryView(devices: [.init(name: words, user: words, platform: .ios)], history)
    }

    @Test("The important facts are in the page itself")
    func contents() throws {
        let page = try Self.page()
        for words in [
            "<title>ShoulderTap: fail: P7 and P15 broken, 2 mistakes in all</title>",
            "<p class=\"verdict fail\">fail</p>", "<h1>P7 and P15 broken, 2 mistakes in all</h1>",
            "<a href=\"#story-0\"><b>P15</b> deleted stays deleted</a>",
            "<p class=\"witness\">tablet showed n1 again</p>",
            "<tr><td>2</td><td>00:00.210</td><td>alice.phone deletes n1</td></tr>",
            "<code>shouldertap run .shouldertap/bugs/8/min.yaml</code>",
            "seed 8, also with 7; shrunk from 214 steps to 3, repeated in a separate process",
            "<dt>usually broken by</dt>",
            "<td>a late 410</td><td>0</td>", "<td>P27</td><td>feeds kept apart</td><td>0</td>",
        ] { #expect(page.contains(words), "\(words)") }
        let passing = HTMLReport(ExplorationReport(SampleExploration.passing())).text
        #expect(passing.contains("<h1>No promise was broken</h1>") && !passing.contains("<article"))
    }

    @Test("Only our script and our style are allowed, each by its digest, and no request")
    func policy() throws {
        let page = try Self.page()
        let tags = PageTags(page)
        let policy = try #require(tags.all.first { $0.hasPrefix("meta http-equiv=\"Content-Security-Policy\"") })
        #expect(policy.contains("default-src 'none';"))
        for (name, directive) in [("script", "script-src"), ("style", "style-src")] {
            let text = try #require(tags.contents["<\(name)>"]?.first)
            let digest = Base64URL.text(of: SHA256.digest(of: Array(text.utf8)))
            #expect(policy.contains("\(directive) 'sha256-\(digest)=';"))
            #expect(tags.all.count { $0 == name } == 1)
        }
        for attribute in [" src=", " style=", " onclick=", " onload=", "srcset=", "action=", "@import", "url("] {
            #expect(!page.contains(attribute), "\(attribute)")
        }
        #expect(tags.all.filter { $0.contains("href=") }.allSatisfy { $0.contains("href=\"#story-") })
        // The one address is the name of a language.
        let bare = HTMLReport(ExplorationReport(SampleExploration.failing())).text
        #expect(bare.split(separator: "://").count == 2 && bare.contains("\"http://www.w3.org/2000/svg\""))
    }

    @Test("Hostile text changes no tag, and reaches the script unchanged", arguments: HostileText.all)
    func hostile(_ text: String) throws {
        let tags = PageTags(try Self.page(text, withHistory: false))
        let harmless = try Self.harmless.get()
        #expect(tags.all == harmless.all && tags.faults == [])
        let data = try #require(tags.contents["<script type=\"application/json\" id=\"histories\">"]?.first)
        #expect(!data.contains("<"))
        let json = try ReferenceJSON.parse(Array(data.utf8))
        #expect(json["2"]?["lanes"]?.elements?.last?.text == Array("\(text).\(text)".utf8))
        guard !text.isEmpty else { return }
        #expect(json["2"]?["subjects"]?.elements?.first?.text == Array(text.utf8))
    }

    @Test("The script gets each event with its lane, its mark, and its cause")
    func timeline() throws {
        let data = PageTags(try Self.page()).contents["<script type=\"application/json\" id=\"histories\">"]?.first
        let json = try ReferenceJSON.parse(Array(try #require(data).utf8))
        #expect(json.members?.map { String(decoding: $0.key, as: UTF8.self) } == ["0", "2"])
        let history = try #require(json["0"])
        let view = try MermaidTests.lab().view
        let rows = try #require(history["events"]?.elements)
        #expect(rows.count == view.events.count)
        #expect(history["lanes"]?.elements?.count == 5)
        let involved = rows.enumerated().filter { ExplorationJSONTests.number($0.element.elements?[7]) == "1" }
        #expect(involved.map(\.offset) == [3, 5])
        for (row, event) in zip(rows, view.events) {
            let fields = try #require(row.elements)
            #expect(fields.count == 9)
            #expect(fields[8].text == Array(view.words(of: event).utf8))
            #expect(ExplorationJSONTests.number(fields[0]) == "\(view.time(of: event).microseconds)")
            #expect((ExplorationJSONTests.number(fields[3]) == "7") == event.kind.isClaim)
        }
        // The tap that got lost is told where it is missed.
        let lost = try #require(view.events.firstIndex { $0.kind == .tapDropped })
        #expect(view.events[lost].actor.device == nil)
        #expect(ExplorationJSONTests.number(rows[lost].elements?[2]) == "4")
    }

    @Test("A long history is cut, and the page says by how much")
    func long() throws {
        var random = RandomHistory(seed: 3)
        let view = random.view(events: 9_000)
        let counts = { (involved: [Int]) throws -> [String?] in
            var exploration = SampleExploration.passing()
            let violation = Violation(.p1, "k", "w", at: .zero, events: involved)
            exploration.findings = [SampleExploration.finding(violation, seed: 1, steps: 1)]
            let page = HTMLReport(ExplorationReport(exploration, evidence: [0: .init(history: view)])).text
            let data = PageTags(page).contents["<script type=\"application/json\" id=\"histories\">"]?.first
            let json = try ReferenceJSON.parse(Array(try #require(data).utf8))
            let history = try #require(json["0"])
            let numbers = ["before", "after"].map { ExplorationJSONTests.number(history[$0]) }
            return numbers + [history["events"]?.elements.map { String($0.count) }]
        }
        #expect(try counts([]) == ["0", "5000", "4000"])
        #expect(try counts([10, 5_000]) == ["2000", "3000", "4000"])
        #expect(try counts([8_999]) == ["5000", "0", "4000"])
    }

    @Test("Every kind of event has a mark")
    func marks() {
        let page = HTMLReport(ExplorationReport(SampleExploration.passing())).text
        for tone in 0..<8 { #expect(page.contains(".tone-\(tone) {")) }
        #expect(page.contains("\"reports of components\","))
    }
}

/// The tags of a page, in order, as a browser would see them.
struct PageTags {
    private static let single: Set<Substring> = ["!DOCTYPE", "meta"]

    private(set) var all: [String] = []
    /// What stands in elements whose content is not mark-up, by their opening tag.
    private(set) var contents: [String: [String]] = [:]
    private(set) var faults: [String] = []

    init(_ page: String) {
        var rest = Array(page.utf8)[...]
        var open: [String] = []
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
                self.faults.append("a tag without an end")
                return
            }
            let tag = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            self.all.append(tag)
            let name = tag.prefix { $0 != " " }
            if tag.hasPrefix("/") {
                if open.popLast() != String(tag.dropFirst()) { self.faults.append("<\(tag)> closes nothing") }
            } else if !Self.single.contains(name) {
                open.append(String(name))
            }
            guard name == "script" || name == "style" else { continue }
            let stop = rest.firstRange(of: "</\(name)".utf8)?.lowerBound ?? rest.endIndex
            self.contents["<\(tag)>", default: []].append(String(decoding: rest[..<stop], as: UTF8.self))
            rest = rest[stop...]
        }
        if !open.isEmpty { self.faults.append("open at the end: \(open)") }
    }
}
