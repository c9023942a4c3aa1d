import Basics
import NotificationFeed
@testable import PushLab
import ShoulderTap
import LabTestSupport
import Testing

/// What a server under test was told.
private final class Notes {
    var events: [BackendEvent] = []

    var answers: [BackendAnswer] {
        self.events.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
    }

    var starts: [BackendStart] {
        self.events.compactMap { if case .started(let start) = $0 { start } else { nil } }
    }
}

/// A server that notes what it is told and does what a test says.
private struct Probe: LabBackend {
    let notes: Notes
    let act: (BackendEvent, inout BackendSystem) -> Void

    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem) {
        self.notes.events.append(event)
        self.act(event, &system)
    }
}

@Suite("A server under test")
struct BackendTests {
    private static func lab(_ notes: Notes, _ act: @escaping (BackendEvent, inout BackendSystem) -> Void) -> Lab {
        Lab(seed: 3, backend: { _ in Probe(notes: notes, act: act) })
    }

    private static let body = #"{"targetHostName":"contoso.com","appNotificationId":"n1","payload":{"rawContent":"x"}}"#

    /// Posts once it knows a subscription, with what a row of the table changes.
    private static func answer(
        path: String = BackendSystem.path, _ body: String = Self.body,
        headers: @escaping (_ token: String, _ subscription: String) -> [(String, String)]
    ) throws -> (BackendAnswer?, Lab) {
        let notes = Notes()
        var token = ""
        let lab = Self.lab(notes) { event, system in
            if case .started(let start) = event { token = start.accessToken }
            guard case .subscribed(_, _, let subscription) = event else { return }
            system.post(
                Array(body.utf8), headers: headers(token, subscription).map { BackendAnswer.Header($0.0, $0.1) },
                path: path)
        }
        _ = lab.user("alice").device("phone")
        try lab.settle()
        return (notes.answers.first, lab)
    }

    private static func sound(_ token: String, _ subscription: String) -> [(String, String)] {
        [("Authorization", "Bearer \(token)"), ("X-UNS-ID", subscription), ("Content-Type", "application/json")]
    }

    @Test("the actions of a server for one cause are counted over all events with that cause")
    func places() {
        var host = BackendHost { _ in Probe(notes: Notes()) { _, _ in } }
        let (one, other) = (DieCause(step: 1), DieCause(step: 2))
        #expect(host.count(2, for: one) == 0 && host.count(1, for: one) == 2 && host.count(1, for: one) == 3)
        #expect(host.count(1, for: other) == 0 && host.count(1, for: other) == 1)
    }

    @Test("a valid post is stored, answered as over the network, and reaches the device")
    func stored() throws {
        let (answer, lab) = try Self.answer(headers: Self.sound)
        let created = try #require(answer)
        #expect(created.status == 201)
        #expect(created.headers.contains { $0.name == "Location" })
        let json = try JSONDocument(created.body, limit: 1 << 16).root
        #expect(json["id"]?.string != nil && json["payload"] != nil)
        #expect(lab.user("alice").device("phone").list == ["n1"])
        #expect(lab.trace.contains { $0.contains("is told 201 about n1") })
        #expect(lab.trace.contains { $0.contains("alice.phone  tells its server its subscription") })
    }

    @Test(
        "the service's own desk judges each post",
        arguments: [
            (404, "/beta/me/notification", Self.body, nil), (401, BackendSystem.path, Self.body, "Authorization"),
            (400, BackendSystem.path, Self.body, "X-UNS-ID"), (403, BackendSystem.path, Self.body, "subscription"),
            (415, BackendSystem.path, Self.body, "Content-Type"), (400, BackendSystem.path, "{", nil),
            (400, BackendSystem.path, #"{"targetHostName":"contoso.com"}"#, nil),
        ])
    func refused(status: Int, path: String, body: String, without: String?) throws {
        let (answer, lab) = try Self.answer(path: path, body) { token, subscription in
            Self.sound(token, without == "subscription" ? "of-nobody" : subscription).filter { $0.0 != without }
        }
        let refusal = try #require(answer)
        #expect(refusal.status == status)
        #expect(try JSONDocument(refusal.body, limit: 1 << 16).root["error"]?["code"]?.string != nil)
        #expect(lab.user("alice").device("phone").list == [])
    }

    @Test("a compressed body needs a library, which a lab does not have")
    func compressed() throws {
        let (answer, _) = try Self.answer { Self.sound($0, $1) + [("Content-Encoding", "gzip")] }
        #expect(answer?.status == 400)
    }

    @Test("a token on behalf of a user needs no subscription")
    func delegated() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            switch event {
            case .publish(_, let user): system.requestAccessToken(user: user)
            case .accessToken(let token, let user):
                #expect(user == "alice")
                let headers = [
                    BackendAnswer.Header("Authorization", "Bearer \(token)"), .init("Content-Type", "application/json"),
                ]
                system.post(Array(Self.body.utf8), headers: headers)
            default: break
            }
        }
        let phone = lab.user("alice").device("phone")
        try lab.publish(.raw("x", id: "n1"), to: lab.user("alice"))
        try lab.settle()
        #expect(notes.answers.map(\.status) == [201] && phone.list == ["n1"])
    }

    @Test("there is no token on behalf of an unknown user")
    func nobodysToken() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            guard case .started = event else { return }
            system.requestAccessToken(user: "alicia")
        }
        _ = lab.user("alice")
        try lab.settle()
        #expect(notes.events.last == .accessToken("", user: "alicia"))
    }

    @Test("its token is valid for an hour; a server that requests another continues")
    func tokenExpires() throws {
        let lab = Lab(seed: 3, backend: { _ in ListBackend() })
        let phone = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(3_700))
        try lab.publish(.raw("x", id: "n1", lifetime: .seconds(60)), to: lab.user("alice"))
        try lab.publish(.visual("title", id: "n2"), to: lab.user("alice"))
        try lab.settle()
        #expect(phone.list.sorted() == ["n1", "n2"])
        #expect(lab.trace.filter { $0.contains("is told 401") }.count == 2)
        try lab.advance(by: .seconds(60))
        try lab.settle()
        #expect(phone.list == ["n2"])
    }

    @Test("timers fire in order, cancelled ones do not, and the lab does not wait for idle ones")
    func timers() throws {
        let notes = Notes()
        var numbers: [Int] = []
        let lab = Self.lab(notes) { event, system in
            guard case .started = event else { return }
            numbers = [
                system.startTimer(after: .seconds(9)), system.startTimer(after: .seconds(5)),
                system.startTimer(after: .seconds(7)),
                system.startTimer(after: .seconds(100), isIdle: true), system.startTimer(after: .seconds(3_601)),
            ]
            system.cancelTimer(numbers[2])
            system.cancelTimer(numbers[4])
            system.cancelTimer(99)
            system.log("drew \(system.random() == system.random() ? "one number twice" : "two numbers")")
            #expect(system.now == .zero && system.clock > .seconds(1_700_000_000))
        }
        try lab.settle()
        #expect(notes.events.dropFirst() == [.timer(numbers[1]), .timer(numbers[0])])
        #expect(lab.now == .seconds(9))
        try lab.advance(by: .seconds(4_000))
        #expect(notes.events.last == .timer(numbers[3]))
        #expect(lab.trace.contains { $0.contains("backend") && $0.contains("says: drew two numbers") })
    }

    @Test("a server that dies restarts with what it stored, later each time, and loses its timers and answers")
    func dies() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            switch event {
            case .started(let start):
                if start.stored == nil { system.startTimer(after: .seconds(2)) }
                // The second process does not get over its start.
                if start.stored == [1] {
                    system.store([2])
                    system.actions.append(.ended(.broke("the server fell over itself")))
                }
            case .publish(let wish, _) where wish.id == "fatal":
                system.store([1])
                system.requestAccessToken()
                system.actions.append(.ended(.broke("the server fell over fatal")))
            default: break
            }
        }
        let alice = lab.user("alice")
        try lab.publish(.raw("x", id: "fatal"), to: alice)
        // Comes while nobody listens, and waits.
        try lab.publish(.raw("x", id: "n1"), to: alice)
        try lab.settle()
        #expect(notes.starts.map(\.stored) == [nil, [1], [2]])
        #expect(lab.violations.map(\.sentence) == ["the server fell over fatal", "the server fell over itself"])
        #expect(lab.violations.map(\.time) == [.zero, .seconds(1)] && lab.now == .seconds(3))
        let told = notes.events.filter { if case .started = $0 { false } else { true } }
        #expect(
            told == [
                .publish(.raw("x", id: "fatal"), user: "alice"), .publish(.raw("x", id: "n1"), user: "alice"),
            ])
        #expect(lab.trace.filter { $0.contains("backend") && $0.contains("dies") }.count == 2)
    }

    @Test("an event that a server missed because it wrote too much is sent to the next process")
    func unheard() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            guard case .publish = event, notes.starts.count == 1 else { return }
            system.actions.append(.ended(.brokeBefore("it babbled before")))
        }
        let alice = lab.user("alice")
        for id in ["n1", "n2"] { try lab.publish(.raw("x", id: id), to: alice) }
        try lab.settle()
        #expect(lab.violations.map(\.sentence) == ["it babbled before"] && notes.starts.count == 2)
        let told = notes.events.compactMap { if case .publish(let wish, _) = $0 { wish.id } else { nil } }
        #expect(told == ["n1", "n1", "n2"])
    }

    @Test("a killed server restarts with what it stored, gets the events in between, and breaks no promise")
    func killed() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            switch event {
            case .started(let start): if start.stored == nil { system.startTimer(after: .seconds(10)) }
            case .publish:
                system.store([1])
                system.requestAccessToken()
            default: break
            }
        }
        let alice = lab.user("alice")
        try lab.publish(.raw("x", id: "n1"), to: alice)
        lab.killServer(for: .seconds(30))
        try lab.publish(.raw("x", id: "n2"), to: alice)
        try lab.advance(by: .milliseconds(29_999))
        #expect(notes.starts.count == 1 && notes.events.count == 2, "neither its token nor its timer finds it")
        try lab.advance(by: .milliseconds(1))
        #expect(notes.starts.map(\.stored) == [nil, [1]])
        #expect(notes.events.last == .publish(.raw("x", id: "n2"), user: "alice"))
        #expect(lab.violations.isEmpty)
    }

    @Test(
        "a dead server stays dead for the longest requested time, whoever ended it",
        arguments: [false, true])
    func longestDeath(breaks: Bool) throws {
        let notes = Notes()
        let lab = Self.lab(notes) { event, system in
            guard breaks, case .publish = event, notes.starts.count == 1 else { return }
            system.actions.append(.ended(.broke("it fell")))
        }
        try lab.publish(.raw("x", id: "n1"), to: lab.user("alice"))
        for seconds in [0, 60, 10] { lab.killServer(for: .seconds(seconds)) }
        try lab.advance(by: .milliseconds(59_999))
        #expect(notes.starts.count == 1)
        try lab.advance(by: .milliseconds(1))
        #expect(notes.starts.count == 2)
        #expect(lab.trace.count { $0.contains("backend") && $0.contains("dies") } == 1)
    }

    @Test("a lab that settles restarts a killed server at once")
    func killedForLong() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { _, _ in }
        lab.killServer(for: .seconds(Int64.max))
        try lab.settle()
        #expect(notes.starts.count == 2 && lab.now == .zero)
    }

    @Test("the lab's own server has no process")
    func nobodyKilled() throws {
        let lab = Lab(seed: 3)
        let (alice, phone) = (lab.user("alice"), lab.user("alice").device("phone"))
        lab.killServer(for: .seconds(3_600))
        try lab.publish(.raw("x", id: "n1"), to: alice)
        try lab.advance(by: .seconds(60))
        #expect(phone.list == ["n1"] && !lab.trace.contains { $0.contains("dies") })
    }

    @Test("a server that never survives its start is not restarted forever")
    func diesAlways() throws {
        let notes = Notes()
        let lab = Self.lab(notes) { _, system in system.actions.append(.ended(.broke("it fell"))) }
        let error = #expect(throws: NotSettled.self) { try lab.settle() }
        #expect(error?.waitingFor.count == 1 && error?.waitingFor[0].hasSuffix("the server restarts") == true)
        #expect(notes.starts.count < 20)
        #expect(try #require(lab.violations.last).description.contains("it fell"))
    }

    @Test("a failure that no event can fix ends the run, and every later call reports it")
    func givesUp() throws {
        let lab = Self.lab(Notes()) { event, system in
            guard case .publish = event else { return }
            system.actions.append(.ended(.gaveUp(LabFailure("the server hangs"))))
        }
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        #expect(throws: LabFailure("the server hangs")) { try lab.publish(.raw("x", id: "n1"), to: alice) }
        let count = lab.trace.count
        #expect(throws: LabFailure.self) { try lab.settle() }
        #expect(throws: LabFailure.self) { try lab.advance(by: .seconds(1)) }
        #expect(throws: LabFailure.self) { try lab.expect(true) }
        #expect(lab.trace.count == count && phone.list == [])
    }

    @Test("the same calls with the same seed have the same history, including a server under test")
    func repeats() throws {
        let prints = try (0..<3).map { number in
            let lab = number < 2 ? Lab(seed: 11, backend: { _ in ListBackend() }) : Lab(seed: 11)
            _ = try ListFlow.sights(in: lab)
            return lab.fingerprint
        }
        #expect(prints[0] == prints[1] && prints[1] != prints[2])
    }
}
