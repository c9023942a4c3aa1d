import Basics
import FeedContract
import FeedService
import NotificationFeed

/// A publisher that addresses subscriptions, at a service whose store sometimes fails. The publisher retries a request
/// until it is accepted.
struct PublisherRun {
    private var machine: ServiceMachine
    private var store = MemoryFeedStore(FeedRules())
    private var fresh = CountedFresh()
    private let now: Instant
    private var token = ""
    private var dice: RollingDie

    /// Returns the first wrong answer, or nil.
    static func problem(at now: Instant, _ dice: inout RollingDie) -> String? {
        var run = PublisherRun(at: now, RollingDie(seed: dice.next()))
        return run.play()
    }

    private init(at now: Instant, _ dice: RollingDie) {
        (self.now, self.dice) = (now, dice)
        var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone))
        let app = TokenRequest(.application, client: "app", scopes: [AccessScope.graphDefault.name])
        let bytes = [UInt8](repeating: 1, count: AccessToken.byteCount)
        if let issued = try? office.issue(app, bytes: bytes, at: now) { self.token = issued.token.text }
        let desk = FeedDesk(CursorOffice(.test(key: self.dice.next())))
        self.machine = ServiceMachine(desk: desk, office: office)
    }

    private mutating func play() -> String? {
        let users = ["alice", "bob"]
        let subscriptions = users.enumerated().map { place, user in
            let act = FeedCommand.Act.subscribe(
                FeedKey(host: "contoso.com", user: user), device: "phone of \(user)", appId: "app")
            let fresh = Fresh(id: "uns-\(place)", number: UInt64(place + 1))
            let outcome = self.store.run(FeedCommand(act, now: self.now, fresh: fresh)).outcome
            return if case .subscribed(let row) = outcome { row.id } else { "" }
        }
        for number in 0..<4 {
            let place = self.dice.below(users.count)
            let before = self.count(of: users[place])
            var (attempts, wasStored) = (0, false)
            while !wasStored {
                attempts += 1
                // The last attempt has no fault.
                let fault = attempts == 4 ? 0 : self.dice.below(3)
                let (reply, hasFailed) = self.post(number, to: subscriptions[place], failingAt: fault)
                guard let answer = reply else { return "a publisher gets no answer" }
                if hasFailed {
                    // The original service answers 406 if it is too busy.
                    guard answer.status == 406, answer.headers["Retry-After"] != nil else {
                        return "a publisher gets \(answer.status) although only the store failed"
                    }
                } else if answer.status != 201 {
                    return "a publication to a subscription is answered with \(answer.status)"
                }
                wasStored = !hasFailed
            }
            guard self.count(of: users[place]) == before + 1 else { return "a publication is not stored once" }
        }
        return nil
    }

    /// Posts a publication, and lets the store fail at this piece of work, counted from one. Zero is for no failure.
    /// Returns the answer, and whether the store failed.
    private mutating func post(
        _ number: Int, to subscription: String, failingAt fault: Int
    ) -> (answer: PublishAnswer?, hasFailed: Bool) {
        let headers: HeaderList = [
            "Authorization": "Bearer \(self.token)", "Content-Type": "application/json", "X-UNS-ID": subscription,
            "client-request-id": "request-\(number)",
        ]
        let body = #"{"targetHostName": "contoso.com", "payload": {"rawContent": "\#(number)"}}"#
        let arrival = PublishDesk.Arrival(headers: headers, body: Array(body.utf8), id: "r-\(number)")
        var actions = ServiceActions()
        self.machine.post(
            arrival, from: Caller(1), at: self.now, &self.fresh, inflate: { _, _, _ in .damaged }, into: &actions)
        var (work, reply, hasFailed) = (Array(actions.work), actions.reply, false)
        for stage in 1...8 where reply == nil && !work.isEmpty {
            let next = work.removeFirst()
            hasFailed = hasFailed || stage == fault
            let answer =
                stage == fault
                ? StoreAnswer(next.ticket, .failed("the disk is full")) : self.store.answer(next.work, next.ticket)
            actions = ServiceActions()
            self.machine.settle(
                answer, at: self.now, &self.fresh, inflate: { _, _, _ in .damaged }, into: &actions)
            work += Array(actions.work)
            reply = actions.reply
        }
        guard case .publisher(let answer)? = reply?.words else { return (nil, hasFailed) }
        return (answer, hasFailed)
    }

    private mutating func count(of user: String) -> Int {
        let fetch = FeedCommand.Act.fetch(FeedKey(host: "contoso.com", user: user), Reading(.start))
        let command = FeedCommand(fetch, now: self.now, fresh: Fresh(id: "unused", number: 0))
        guard case .page(let page) = self.store.run(command).outcome else { return -1 }
        return page.changes.count
    }
}
