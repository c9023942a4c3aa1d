import Basics
import ConnectedDevices
import FeedContract
@testable import LabWire
@testable import PushLab
import Testing

@Suite("Lines as actions")
struct TongueTests {
    private static func due(_ microseconds: Int64) -> Instant { Instant(microseconds: microseconds) }

    private static let channel = PushChannel(.apns, token: "p")

    static let appLines: [(String, [AppAction])] = [
        (
            #"{"do":"register","request":9,"pushToken":"p"}"#,
            [
                .request(
                    1, token: nil,
                    .register(RegisterRequest(device: "alice/phone", channel: channel, appId: "contoso.com")))
            ]
        ),
        (
            #"{"do":"register","request":9,"pushToken":"p","app":"a","token":"t"}"#,
            [.request(1, token: "t", .register(RegisterRequest(device: "alice/phone", channel: channel, appId: "a")))]
        ),
        (
            #"{"do":"subscribe","request":9,"app":null}"#,
            [
                .request(
                    1, token: nil,
                    .subscribe(SubscribeRequest(host: "contoso.com", device: "alice/phone", appId: "contoso.com")))
            ]
        ),
        (
            #"{"do":"fetch","request":9}"#,
            [.request(1, token: nil, .fetch(FetchRequest(host: "contoso.com")))]
        ),
        (
            #"{"do":"fetch","request":9,"cursor":"c","limit":3,"subscription":"s"}"#,
            [
                .request(
                    1, token: nil,
                    .fetch(FetchRequest(host: "contoso.com", subscription: "s", cursor: Cursor("c"), limit: 3)))
            ]
        ),
        (
            #"{"do":"save","request":9,"id":"n1","generation":2,"read":true,"state":"dismissed"}"#,
            [
                .request(
                    1, token: nil,
                    .save(
                        SaveRequest(
                            host: "contoso.com", id: "n1", generation: 2, readState: .read, userActionState: .dismissed)
                    ))
            ]
        ),
        (
            #"{"do":"delete","request":9,"id":"n1","subscription":"s"}"#,
            [.request(1, token: nil, .delete(DeleteRequest(host: "contoso.com", subscription: "s", id: "n1")))]
        ),
        (#"{"do":"askForToken"}"#, [.askForToken]),
        (#"{"do":"timer","timer":9,"after":5}"#, [.timer(1, due(5), isIdle: false)]),
        (#"{"do":"timer","timer":9,"after":5,"idle":true}"#, [.timer(1, due(5), isIdle: true)]),
        (#"{"do":"timer","timer":9,"after":9223372036854775807}"#, [.timer(1, .distantFuture, isIdle: false)]),
        (#"{"do":"cancelTimer","timer":9}"#, []),
        (
            #"{"do":"show","id":"n1","generation":1,"version":2,"read":true,"state":"activated"}"#,
            [.show("n1", Showing(1, 2, isRead: true, .activated))]
        ),
        (
            #"{"do":"show","id":"n1","generation":-1,"version":2,"read":false,"state":"none"}"#,
            [.show("n1", Showing(0, 2, isRead: false, .none))]
        ),
        (#"{"do":"hide","id":"n1"}"#, [.hide("n1")]), (#"{"do":"alert","id":"n1"}"#, [.alert("n1")]),
        (#"{"do":"withdrawAlert","id":"n1"}"#, [.withdraw("n1")]), (#"{"do":"badge","count":3}"#, [.badge(3)]),
        (#"{"do":"store","text":"ä"}"#, [.store(Array("ä".utf8))]),
        (#"{"do":"finished","push":7,"result":"noData"}"#, [.finished(7, .noData)]),
        (#"{"do":"tellServer","subscription":"s"}"#, [.tellServer("s")]),
        (#"{"do":"log","text":"so"}"#, [.log("so")]),
    ]

    @Test("each action of an app", arguments: appLines)
    func app(line: String, actions: [AppAction]) throws {
        var (tongue, system) = (AppTongue(Talker.launch), AppSystem())
        tongue.carryOut(try Talker.action(line), &system)
        #expect(system.actions == actions)
    }

    static let backendLines: [(String, [BackendAction])] = [
        (
            #"{"do":"post","post":9,"headers":{"A":"b"},"body":"{}"}"#,
            [.post(1, path: "/beta/me/notifications", [.init("A", "b")], Array("{}".utf8))]
        ),
        (#"{"do":"post","post":9,"headers":{},"body":"","path":"/"}"#, [.post(1, path: "/", [], [])]),
        (#"{"do":"askForToken"}"#, [.askForToken(user: nil)]),
        (#"{"do":"askForToken","user":"alice"}"#, [.askForToken(user: "alice")]),
        (#"{"do":"timer","timer":9,"after":5,"idle":true}"#, [.timer(1, due(1_005_005), isIdle: true)]),
        (#"{"do":"cancelTimer","timer":9}"#, []), (#"{"do":"store","text":"a"}"#, [.store([0x61])]),
        (#"{"do":"log","text":"so"}"#, [.log("so")]),
    ]

    @Test("each action of a server", arguments: backendLines)
    func backend(line: String, actions: [BackendAction]) throws {
        var (tongue, system) = (BackendTongue(), Talker.backendSystem)
        tongue.carryOut(try Talker.action(line, .backend), &system)
        #expect(system.actions == actions)
    }

    @Test("every action of a language is in a table above")
    func complete() throws {
        let app = try Set(Self.appLines.map { try Talker.action($0.0).word.name })
        #expect(app == Set(WireLanguage.app.actions.map(\.name)))
        let backend = try Set(Self.backendLines.map { try Talker.action($0.0, .backend).word.name })
        #expect(backend == Set(WireLanguage.backend.actions.map(\.name)))
    }

    @Test("a timer that is set again replaces the old one, and fires with the child's number")
    func timers() throws {
        var (tongue, system) = (AppTongue(Talker.launch), AppSystem())
        for line in [
            #"{"do":"timer","timer":7,"after":5}"#, #"{"do":"timer","timer":8,"after":6}"#,
            #"{"do":"timer","timer":7,"after":9}"#, #"{"do":"cancelTimer","timer":8}"#,
        ] {
            tongue.carryOut(try Talker.action(line), &system)
        }
        #expect(
            system.actions == [
                .timer(1, Self.due(5), isIdle: false), .timer(2, Self.due(6), isIdle: false), .cancelTimer(1),
                .timer(3, Self.due(9), isIdle: false), .cancelTimer(2),
            ])
        #expect(tongue.line(for: .timer(1), &system) == nil)
        let line = try #require(tongue.line(for: .timer(3), &system).map(Talker.text))
        #expect(line.hasSuffix(#""timer":7}"#))
    }
}
