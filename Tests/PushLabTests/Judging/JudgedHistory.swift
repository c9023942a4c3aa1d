import Basics
import FeedContract

@testable import PushLab

/// A history made by hand, for judges: alice has a phone, which is device 0, and an Android tablet.
struct JudgedHistory {
    private var history = History()
    private var now = LabTime.start
    /// Each event comes so long after the one before it.
    var pace = Interval.seconds(1)

    /// The phone and the address that it registers at the beginning, with its subscription.
    static let phone = HistoryEvent.Actor.device(0)
    static let tablet = HistoryEvent.Actor.device(1)
    static let alice = HistoryEvent.Actor.user(0)
    /// Who has no device.
    static let bob = HistoryEvent.Actor.user(1)

    init() {
        for device in [Self.phone, Self.tablet] { self.add(.launched, device) }
        self.ask(.register, about: "address")
        self.ask(.subscribe)
    }

    func number(of text: String) -> HistoryEvent.TextNumber {
        var history = self.history
        return history.number(of: text)
    }

    /// Microseconds since the beginning.
    var time: UInt64 { LabTime.number(of: self.now) }

    mutating func add(
        _ kind: HistoryEvent.Kind, _ actor: HistoryEvent.Actor, _ subject: String = "",
        party: HistoryEvent.Actor = .lab, detail: UInt32 = 0, first: UInt64 = 0, second: UInt64 = 0,
        pause: Interval? = nil
    ) {
        self.now = self.now + (pause ?? self.pace)
        let number = subject.isEmpty ? HistoryEvent.TextNumber.none : self.history.number(of: subject)
        self.history.add(
            HistoryEvent(
                kind, actor, party: party, subject: number, rawWords: (detail, first, second), at: self.now))
    }

    mutating func add(
        _ fact: HistoryEvent.Fact, _ actor: HistoryEvent.Actor, _ subject: String = "",
        party: HistoryEvent.Actor = .lab
    ) {
        let (detail, first, second) = HistoryEvent(fact, actor).rawWords
        self.add(fact.kind, actor, subject, party: party, detail: detail, first: first, second: second)
    }

    /// An entry of alice's log.
    mutating func commit(
        _ id: String, _ change: AppChange.Kind, version: UInt64, generation: UInt64, states: UInt32 = 0,
        asleep: [LabPlatform] = []
    ) {
        let kind = Change.Kind.allCases[AppChange.Kind.allCases.firstIndex(of: change) ?? 0]
        let commit = HistoryEvent.Fact.committed(
            kind, NotificationStates(bits: states), version: version, generation: generation, asleep: asleep)
        self.add(commit, .service, id, party: Self.alice)
    }

    private var ticket: UInt64 { UInt64(self.history.count) }

    /// The phone asks, what happens at the service happens, and the answer comes.
    mutating func ask(
        _ kind: RequestKind, about subject: String = "", generation: UInt64 = 0, wanting states: UInt32? = nil,
        status: UInt32 = 200, isFormer: Bool = false, connects: Bool = true,
        at service: (inout JudgedHistory) -> Void = { _ in }
    ) {
        let ticket = self.ticket
        if connects { self.add(.connected, Self.phone) }
        self.add(.requestSent, Self.phone, subject, detail: kind.rawValue, first: ticket, second: generation)
        let wishes = RequestWishes(action: states.map { NotificationStates(bits: $0).action })
        let standing = RequestStanding(isSigned: true, isForFormerInstallation: isFormer)
        let arrival = HistoryEvent.Fact.requestArrived(kind, wishes, standing, ticket: ticket, edition: generation)
        self.add(arrival, .service, subject, party: Self.phone)
        service(&self)
        self.add(.answered, .service, party: Self.phone, detail: status, first: ticket)
        self.add(.answerArrived, Self.phone, detail: status, first: ticket)
    }

    /// The phone reads from one version to another, all there is or a part of it, and hears of what came.
    mutating func read(
        from start: UInt64, to end: UInt64, isLast: Bool = true, hearing news: (inout JudgedHistory) -> Void = { _ in }
    ) {
        self.ask(.fetch) {
            $0.add(
                .pageServed, .service, party: Self.phone, detail: PageKind(isFull: false, isLast: isLast).number,
                first: start, second: end)
        }
        news(&self)
    }

    mutating func settle() { self.add(.settled, .lab) }

    var view: HistoryView {
        let devices = [
            HistoryView.Device(name: "phone", user: "alice", platform: .ios),
            HistoryView.Device(name: "tablet", user: "alice", platform: .android),
        ]
        return HistoryView(devices: devices, users: ["alice", "bob"], self.history)
    }

    /// The violations that judges find.
    var violations: [Violation] {
        let view = self.view
        var court = Court(view)
        court.read(view)
        return court.violations
    }

    /// Each mistake as its promise and its kind.
    var mistakes: [String] { self.violations.map { "\($0.property.id) \($0.kind)" } }
}
