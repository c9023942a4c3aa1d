import Basics
@testable import LabWire
@testable import PushLab
import ShoulderTap
import Testing

@Suite("Events as lines")
struct EventLineTests {
    private static let page = AppPage(
        changes: [
            AppChange(.new, id: "n1", generation: 1, version: 2, isRead: true, action: .snoozed, content: "lunch?"),
            AppChange(.deleted, id: "n\"2", generation: 3, version: 4),
        ], cursor: "c", isLast: false, isFull: true)

    /// The random number is the die's, which other tests look at.
    private static func withoutRandom(_ line: String) -> String {
        line.replacing(/"random":[0-9]+,/, with: "")
    }

    private static let lead = #""t":0,"clock":0,"user":"alice","device":"phone""#

    private static var launched: AppEvent {
        var launch = Talker.launch
        launch.stored = Array("a\n".utf8)
        return .launched(launch)
    }

    static let appLines: [(AppEvent, String)] = [
        (
            launched,
            #"{"event":"launched",\#(lead),"reason":"opened","platform":"ios","host":"contoso.com","#
                + #""installation":"alice/phone","account":"personal","stored":"a\n"}"#
        ),
        (.pushToken("ab"), #"{"event":"pushToken",\#(lead),"token":"ab"}"#),
        (
            .push(AppPush(number: 7, .apns(Array(#"{"aps":{}}"#.utf8)))),
            #"{"event":"push",\#(lead),"push":7,"payload":"{\"aps\":{}}"}"#
        ),
        (
            .push(AppPush(number: 7, .dataMap(["b": "2", "a": "1"]))),
            #"{"event":"push",\#(lead),"push":7,"data":{"a":"1","b":"2"}}"#
        ),
        (.push(AppPush(number: 7, .raw("{}"))), #"{"event":"push",\#(lead),"push":7,"raw":"{}"}"#),
        (.foreground, #"{"event":"foreground",\#(lead)}"#), (.background, #"{"event":"background",\#(lead)}"#),
        (.user(.dismiss, id: "n1"), #"{"event":"user",\#(lead),"act":"dismiss","id":"n1"}"#),
        (.accessToken("t"), #"{"event":"accessToken",\#(lead),"token":"t"}"#),
        (.accessToken(nil), #"{"event":"accessToken",\#(lead)}"#),
        (.signedIn(.work), #"{"event":"signedIn",\#(lead),"account":"work"}"#),
        (.signedOut, #"{"event":"signedOut",\#(lead)}"#),
    ]

    @Test("each event of an app as its line", arguments: appLines)
    func app(event: AppEvent, line: String) throws {
        let text = Talker.line(event)
        #expect(Self.withoutRandom(text) == line)
        try Self.check(text, .app, common: ["t", "clock", "random", "user", "device"])
    }

    static let answerLines: [(AppAnswer, String)] = [
        (
            .page(page),
            #""answer":"page","changes":[{"kind":"new","id":"n1","generation":1,"version":2,"read":true,"#
                + #""state":"snoozed","content":"lunch?"},{"kind":"deleted","id":"n\"2","generation":3,"version":4,"#
                + #""read":false,"state":"none"}],"cursor":"c","last":false,"full":true"#
        ),
        (.saved(true, version: 5), #""answer":"saved","saved":true,"version":5"#),
        (.saved(false, version: nil), #""answer":"saved","saved":false"#),
        (.subscribed("s"), #""answer":"subscribed","subscription":"s""#), (.registered, #""answer":"registered""#),
        (.refused(status: 410, message: "m"), #""answer":"refused","status":410,"message":"m""#),
        (.lost, #""answer":"lost""#),
    ]

    @Test("answers have the child's own number, once", arguments: answerLines)
    func answers(answer: AppAnswer, line: String) throws {
        var (tongue, system) = (AppTongue(Talker.launch), AppSystem())
        tongue.carryOut(try Talker.action(#"{"do":"subscribe","request":70}"#), &system)
        let text = try #require(tongue.line(for: .answer(1, answer), &system).map(Talker.text))
        #expect(Self.withoutRandom(text) == #"{"event":"answer",\#(Self.lead),"request":70,\#(line)}"#)
        try Self.check(text, .app, common: ["t", "clock", "random", "user", "device"])
        #expect(tongue.line(for: .answer(1, answer), &system) == nil)
    }

    static let backendLines: [(BackendEvent, String)] = [
        (
            .started(BackendStart(host: "h", accessToken: "t", stored: Array("{}".utf8))),
            #"{"event":"started",\#(backendLead),"host":"h","token":"t","stored":"{}"}"#
        ),
        (
            .publish(.raw("x", id: "n1", lifetime: .milliseconds(1_500)), user: "alice"),
            #"{"event":"publish",\#(backendLead),"user":"alice","id":"n1","content":"x","visual":false,"#
                + #""lifetime":1500000}"#
        ),
        (
            .publish(.visual("x", id: "n1"), user: "alice"),
            #"{"event":"publish",\#(backendLead),"user":"alice","id":"n1","content":"x","visual":true}"#
        ),
        (
            .subscribed(user: "alice", device: "phone", subscription: "s"),
            #"{"event":"subscribed",\#(backendLead),"user":"alice","device":"phone","subscription":"s"}"#
        ),
        (.accessToken("t", user: "bob"), #"{"event":"accessToken",\#(backendLead),"token":"t","user":"bob"}"#),
        (.accessToken("t", user: nil), #"{"event":"accessToken",\#(backendLead),"token":"t"}"#),
    ]

    private static let backendLead = #""t":5000,"clock":1005000"#

    @Test("each event of a server as its line", arguments: backendLines)
    func backend(event: BackendEvent, line: String) throws {
        let text = Talker.line(event)
        #expect(Self.withoutRandom(text) == line)
        try Self.check(text, .backend, common: ["t", "clock", "random"])
    }

    @Test("answers to posts and timers have the child's own number")
    func posts() throws {
        var (tongue, system) = (BackendTongue(), Talker.backendSystem)
        let post = #"{"do":"post","post":70,"headers":{},"body":""}"#
        tongue.carryOut(try Talker.action(post, .backend), &system)
        tongue.carryOut(try Talker.action(#"{"do":"timer","timer":9,"after":0}"#, .backend), &system)
        let answer = BackendAnswer(status: 201, headers: [.init("A", "b"), .init("A", "c")], body: Array("{}".utf8))
        let event = BackendEvent.answer(1, answer)
        let text = try #require(tongue.line(for: event, &system).map(Talker.text))
        let expected = #""post":70,"status":201,"headers":{"A":"b","A":"c"},"body":"{}"}"#
        #expect(Self.withoutRandom(text) == #"{"event":"answer",\#(Self.backendLead),\#(expected)"#)
        try Self.check(text, .backend, common: ["t", "clock", "random"])
        let timer = try #require(tongue.line(for: .timer(2), &system).map(Talker.text))
        #expect(Self.withoutRandom(timer) == #"{"event":"timer",\#(Self.backendLead),"timer":9}"#)
        #expect(tongue.line(for: .timer(2), &system) == nil && tongue.line(for: event, &system) == nil)
    }

    @Test("each line has another random number, which every language can represent")
    func random() throws {
        var (tongue, system) = (BackendTongue(), Talker.backendSystem)
        let numbers = try (0..<2).map { _ in
            let text = try #require(tongue.line(for: .accessToken("", user: nil), &system).map(Talker.text))
            return try #require(JSONDocument(Array(text.utf8), limit: 1 << 10).root["random"]?.int64)
        }
        #expect(numbers[0] != numbers[1] && numbers.allSatisfy { 0..<(1 << 53) ~= $0 })
    }

    @Test("a launched or opened app gets the alerts that the system has shown, if there are any")
    func delivered() throws {
        for (event, ids, isTold) in [
            (AppEvent.foreground, ["n1", "\""], true), (.foreground, [], false), (.background, ["n1"], false),
        ] {
            var line = EventLine(event)
            line.tellDelivered(ids, in: event)
            let text = Talker.text(line)
            #expect(
                text.contains(#""delivered":["n1","\""]"#) == isTold && text.contains("delivered") == isTold, "\(text)")
        }
    }

    /// The line has the members that its word has, each of its kind, and no other.
    private static func check(_ line: String, _ language: WireLanguage, common: [String]) throws {
        let root = try JSONDocument(Array(line.utf8), limit: 1 << 20).root
        let word = try #require(language.events.first { $0.name == root["event"]?.string })
        let names = try #require(root.members).map(\.key)
        #expect(names.starts(with: ["event"] + common))
        try Self.check(root, word.members, Array(names.dropFirst(common.count + 1)))
    }

    private static func check(_ object: PayloadElement, _ members: [WireWord.Member], _ names: [String]) throws {
        #expect(names.allSatisfy { name in members.contains { $0.name == name } })
        for member in members {
            guard let value = object[member.name] else {
                #expect(member.isOptional, "\(member.name) is missing")
                continue
            }
            switch member.kind {
            case .text: #expect(value.string != nil)
            case .id: #expect(value.string?.isEmpty == false)
            case .number: #expect(value.int64 != nil)
            case .flag: #expect(value.bool != nil)
            case .texts: #expect(value.members?.allSatisfy { $0.value.string != nil } == true)
            case .list: #expect(value.elements?.allSatisfy { $0.string != nil } == true)
            case .word(let words): #expect(words.contains(value.string ?? ""))
            case .objects(let inner):
                for element in try #require(value.elements) {
                    try Self.check(element, inner, element.members?.map(\.key) ?? [])
                }
            }
        }
    }
}
