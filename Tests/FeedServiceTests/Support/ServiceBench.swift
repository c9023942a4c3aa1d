import Basics
import FeedContract
import FeedService
import FeedTestSupport
import NotificationFeed
import PushGateway
import ReferenceModels

/// A service machine and a store that a test answers when it wants to.
struct ServiceBench {
    static let host = "contoso.com"
    static let alice = FeedKey(host: Self.host, user: "alice")

    var now = Instant(microseconds: 1_700_000_000_000_000)
    var machine: ServiceMachine
    var store: MemoryFeedStore
    var fresh = CountedFresh()
    let token: String
    let publisher: String

    init(_ rules: ServiceRules = ServiceRules(), _ limits: FeedLimits = FeedLimits()) throws {
        self.store = MemoryFeedStore(FeedRules(limits))
        var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone))
        let scopes = [AccessScope.organizationAudience.name]
        let user = TokenRequest(.delegated(user: "alice"), client: "app", scopes: scopes)
        let bytes = [UInt8](repeating: 1, count: AccessToken.byteCount)
        self.token = try office.issue(user, bytes: bytes, at: self.now).token.text
        let app = TokenRequest(.application, client: "app", scopes: [AccessScope.graphDefault.name])
        let others = [UInt8](repeating: 2, count: AccessToken.byteCount)
        self.publisher = try office.issue(app, bytes: others, at: self.now).token.text
        let seal = CursorSeal { bytes in [UInt8](repeating: UInt8(truncatingIfNeeded: bytes.count), count: 16) }
        self.machine = ServiceMachine(desk: FeedDesk(CursorOffice(seal)), office: office, rules: rules)
    }

    // MARK: One event each, which returns what the machine wants

    mutating func receive(_ request: FeedRequest, token: String? = nil, from caller: UInt64) -> ServiceActions {
        var actions = ServiceActions()
        self.machine.receive(
            request, token: token ?? self.token, from: Caller(caller), at: self.now, &self.fresh, into: &actions)
        return actions
    }

    mutating func carryOut(_ act: FeedCommand.Act, for caller: UInt64? = nil) -> ServiceActions {
        var actions = ServiceActions()
        self.machine.carryOut(act, for: caller.map { Caller($0) }, at: self.now, &self.fresh, into: &actions)
        return actions
    }

    mutating func post(_ body: String, to subscription: String? = nil, from caller: UInt64) -> ServiceActions {
        var headers: HeaderList = ["Authorization": "Bearer \(self.publisher)", "Content-Type": "application/json"]
        if let subscription { headers.append("X-UNS-ID", subscription) }
        let arrival = PublishDesk.Arrival(headers: headers, body: Array(body.utf8), id: "r-1")
        var actions = ServiceActions()
        self.machine.post(
            arrival, from: Caller(caller), at: self.now, &self.fresh, inflate: Self.inflate, into: &actions)
        return actions
    }

    mutating func answer(_ answer: StoreAnswer) -> ServiceActions {
        var actions = ServiceActions()
        self.machine.settle(answer, at: self.now, &self.fresh, inflate: Self.inflate, into: &actions)
        return actions
    }

    mutating func ended(_ push: UInt64, _ end: PushEnd) -> ServiceActions {
        var actions = ServiceActions()
        self.machine.pushEnded(push, end, at: self.now, &self.fresh, into: &actions)
        return actions
    }

    mutating func push(_ id: UInt64) -> (push: OutgoingPush?, actions: ServiceActions) {
        var actions = ServiceActions()
        let push = self.machine.push(id, into: &actions)
        return (push, actions)
    }

    mutating func ring() -> ServiceActions {
        var actions = ServiceActions()
        self.machine.ring(at: self.now, &self.fresh, into: &actions)
        return actions
    }

    mutating func start() -> ServiceActions {
        var actions = ServiceActions()
        self.machine.start(at: self.now, &self.fresh, into: &actions)
        return actions
    }

    // MARK: The store

    /// The store's answer to one piece of work.
    mutating func settled(_ work: ServiceActions.Work) -> StoreAnswer {
        self.store.submit(work.work, as: work.ticket)
        var answers: [StoreAnswer] = []
        self.store.settle(into: &answers)
        return answers[0]
    }

    /// Has the store do all work, one after the other, and returns what the machine wants after each answer.
    mutating func settle(_ actions: ServiceActions) -> [ServiceActions] {
        var wanted: [ServiceActions] = []
        for work in actions.work {
            let next = self.answer(self.settled(work))
            wanted.append(next)
            wanted += self.settle(next)
        }
        return wanted
    }

    // MARK: People

    /// Registers and subscribes a device of alice.
    @discardableResult
    mutating func device(_ name: String, _ kind: PushChannel.Kind = .apns, token: String? = nil) -> String {
        let channel = PushChannel(kind, token: kind == .polling ? "" : token ?? "t-\(name)")
        let request = RegisterRequest(device: name, channel: channel, appId: "app")
        _ = self.settle(self.carryOut(.register(user: "alice", request)))
        let all = self.settle(self.carryOut(.subscribe(Self.alice, device: name, appId: "app"), for: 99))
        guard case .subscribed(let row) = all[0].commit?.result.outcome else { return "refused" }
        return row.id
    }

    static func publication(
        _ id: String, user: String = "alice", _ edit: (inout NewNotification) -> Void = { _ in }
    ) -> FeedCommand.Act {
        var notification = NewNotification(host: Self.host, appNotificationId: id, raw: "raw")
        edit(&notification)
        return .publish(FeedKey(host: Self.host, user: user), Publication(notification))
    }

    /// Publishes, and returns what the machine wants after the commit.
    mutating func publish(
        _ id: String, user: String = "alice", _ edit: (inout NewNotification) -> Void = { _ in }
    ) -> ServiceActions {
        self.settle(self.carryOut(Self.publication(id, user: user, edit)))[0]
    }

    private static var inflate: Inflate { { _, _, _ in .damaged } }
}

extension ServiceActions {
    /// The kinds of work for the store, in order.
    var works: [String] {
        self.work.map { work in
            switch work.work {
            case .feed(let transaction): transaction.command.act.word
            case .rows: "rows"
            case .claim: "claim"
            case .acknowledge(let ids): "acknowledge \(ids.map(String.init).joined(separator: " "))"
            case .due: "due"
            case .feedOfSubscription(let id): "feed of \(id)"
            case .scan: "scan"
            }
        }
    }
}

extension FeedCommand.Act {
    fileprivate var word: String {
        switch self {
        case .publish: "publish"
        case .update: "update"
        case .delete: "delete"
        case .fetch: "fetch"
        case .sweep(let feed): "sweep \(feed.user)"
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .register: "register"
        case .unregister: "unregister"
        case .retire(_, let device, let token, _): "retire \(device) \(token)"
        case .invalidateCursors: "invalidate"
        }
    }
}
