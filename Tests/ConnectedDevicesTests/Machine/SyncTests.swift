import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import TestSupport
import Testing

@Suite("The sync engine of a device")
struct SyncTests {
    func page(_ yard: DeviceYard, _ changes: [DeviceChange], done: Bool, isFull: Bool = false) -> DeviceAnswer {
        .page(
            DevicePage(
                changes: changes, next: done ? .done(Cursor("end")) : .more(Cursor("more")),
                position: FeedPosition(epoch: 99, mark: 9), isFull: isFull))
    }

    /// The notification of a yard as it was when it was new.
    func published(_ yard: inout DeviceYard) -> DeviceChange {
        DeviceChange(id: yard.names.intern("n0"), facts: .none, kind: .new, generation: 1, version: 1, time: yard.now)
    }

    /// A yard whose one device waits for the answer to a fetch, and the fetch's ticket.
    func waiting(_ edit: (inout DeviceYard) -> Void = { _ in }) throws -> (yard: DeviceYard, ticket: TicketNumber) {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        edit(&yard)
        yard.sync(0)
        return (yard, try #require(yard.lastTicket(of: 0)))
    }

    /// The same where the device has dismissed the notification before, and was told that it is done.
    func readingBehindSave() throws -> (yard: DeviceYard, ticket: TicketNumber) {
        var (yard, _) = try self.waiting()
        yard.drain()
        yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        yard.sync(0)
        return (yard, try #require(yard.lastTicket(of: 0)))
    }

    @Test("a read of several pages counts only when it is complete")
    func pages() throws {
        var yard = DeviceYard.readingPages()
        let before = yard.fetches(of: 0)
        for _ in 0..<4 {
            yard.deliver()
            #expect(yard.shown(0).isEmpty)
        }
        yard.drain()
        #expect(yard.fetches(of: 0) == before + 3)
        #expect(yard.ids(yard.shown(0)) == ["n1", "n2", "n3", "n4", "n5"])
        #expect(yard.devices[0].view.count == 5)
    }

    @Test("a crash in the middle keeps the old state, and the next sync gets the new one")
    func crashInTheMiddle() throws {
        var limits = FeedLimits()
        limits.pageSize = 2
        var yard = DeviceYard(limits)
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        for number in 1...5 {
            yard.publish("n\(number)")
            yard.queue.removeAll()
        }
        yard.sync(0)
        for _ in 0..<3 { yard.deliver() }
        try yard.crash(0)
        yard.open(0)
        #expect(yard.ids(yard.shown(0)) == ["n0"])
        yard.sync(0)
        yard.drain()
        #expect(yard.shown(0).count == 6)
    }

    @Test("an invalid cursor: everything is read again, and notifications that are not in the feed are removed")
    func resync() throws {
        var yard = DeviceYard()
        yard.device("phone")
        for id in ["n1", "n2"] { yard.publish(id, life: id == "n1" ? .minutes(1) : nil) }
        yard.drain()
        yard.devices[0].fault = .noNetwork
        yard.send(.connectionFailed(.noNetwork), to: 0)
        yard.wait(.minutes(2))
        _ = yard.run(.invalidateCursors(FeedKey(host: DeviceYard.host, user: "alice")))
        yard.devices[0].fault = nil
        yard.send(.foreground, to: 0)
        yard.sync(0)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n2"])
        #expect(yard.devices[0].view.keys.sorted() == ["n2"])
    }

    @Test("a service that requires one full read after another is left alone until the retry")
    func resyncForever() throws {
        var (yard, ticket) = try self.waiting { $0.rules.mostResyncs = 2 }
        for _ in 0..<3 {
            yard.send(.answer(ticket, .refused(.resyncRequired, retryAfter: nil)), to: 0)
            if let next = yard.lastTicket(of: 0) { ticket = next }
        }
        let sent = yard.devices[0].requestCount
        #expect(yard.devices[0].machine.isQuiet == false)
        yard.send(.timer, to: 0)
        #expect(yard.devices[0].requestCount == sent)
    }

    @Test("retries wait exponentially longer, half of it random, up to a limit")
    func backOff() throws {
        var (yard, _) = try self.waiting()
        yard.rules.answerLimit = nil
        var waits: [Int64] = []
        for _ in 0..<14 {
            let ticket = try #require(yard.lastTicket(of: 0))
            yard.queue.removeAll()
            yard.send(.lost(ticket, .broken), to: 0)
            let due = try #require(yard.devices[0].alarm)
            waits.append((due - yard.now).microseconds)
            yard.now = due
            yard.ring()
        }
        for (attempt, wait) in waits.enumerated() {
            let longest = min(Interval.seconds(2).microseconds << Int64(attempt), Interval.minutes(15).microseconds)
            #expect((longest / 2...longest).contains(wait), "attempt \(attempt) waits \(wait)")
        }
        #expect(Set(waits.suffix(4)).count > 1)
        yard.drain()
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("absurd rules neither trap nor loop")
    func absurdRules() throws {
        var (yard, _) = try self.waiting()
        yard.rules.retryBase = Interval(microseconds: .max)
        yard.rules.longestRetry = .zero
        for _ in 0..<3 {
            let ticket = try #require(yard.lastTicket(of: 0))
            yard.send(.lost(ticket, .broken), to: 0)
            let due = try #require(yard.devices[0].alarm)
            #expect(due > yard.now)
            yard.now = due
            yard.ring()
        }
    }

    @Test("a Retry-After of the service is respected", arguments: [7, 100_000, -5, Int.max])
    func retryAfter(_ seconds: Int) throws {
        var (yard, ticket) = try self.waiting()
        yard.send(.answer(ticket, .refused(.throttled, retryAfter: seconds)), to: 0)
        let due = try #require(yard.devices[0].alarm)
        #expect(due - yard.now >= .seconds(Int64(max(1, min(seconds, 86_400)))))
        #expect(due - yard.now <= .days(1))
    }

    @Test("when the user opens the app, everything that waits for a retry is tried at once")
    func foreground() throws {
        var (yard, ticket) = try self.waiting()
        yard.queue.removeAll()
        yard.send(.lost(ticket, .broken), to: 0)
        let sent = yard.devices[0].requestCount
        yard.send(.foreground, to: 0)
        #expect(yard.devices[0].requestCount == sent + 1)
    }

    @Test("a missing answer times out, and a late answer is ignored")
    func timeout() throws {
        var (yard, ticket) = try self.waiting()
        yard.queue.removeAll()
        yard.now = yard.now + .seconds(20)
        yard.ring()
        let shown = yard.shown(0)
        yard.send(.answer(ticket, self.page(yard, [], done: true, isFull: true)), to: 0)
        #expect(yard.shown(0) == shown)
        yard.wait(.minutes(1))
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("a push whose fetch takes too long completes in time, and the fetch continues")
    func processingLimit() throws {
        var yard = DeviceYard()
        yard.rules.answerLimit = nil
        yard.device("phone")
        yard.publish("n1")
        yard.deliver()
        yard.publish("n2")
        #expect(yard.queue.count == 2)
        yard.deliver(1)
        let fetch = yard.queue.removeFirst()
        yard.now = yard.now + .seconds(25)
        yard.ring()
        let outcomes = yard.devices[0].completions.suffix(2).map(\.outcome)
        #expect(outcomes == [.failed(.connection(.timedOut)), .failed(.connection(.timedOut))])
        let before = yard.fetches(of: 0)
        yard.queue.append(fetch)
        yard.drain()
        // One answers the first push, one the push that came while it ran.
        #expect(yard.fetches(of: 0) == before + 2)
        #expect(yard.shown(0).count == 2)
    }

    @Test("an answer to another request is a failure, never a trap")
    func strangeAnswers() throws {
        for answer: DeviceAnswer in [.done, .saved(version: 3), .registered(Instant(microseconds: 0))] {
            var (yard, ticket) = try self.waiting()
            yard.queue.removeAll()
            yard.send(.answer(ticket, answer), to: 0)
            #expect(yard.devices[0].machine.isQuiet)
            yard.sync(0)
            yard.drain()
            #expect(yard.shown(0).count == 1)
        }
        var (yard, _) = try self.waiting()
        yard.drain()
        let call = yard.register(0)
        let ticket = try #require(yard.lastTicket(of: 0))
        yard.send(.answer(ticket, .done), to: 0)
        #expect(yard.devices[0].outcome(of: call) == .failed(.strangeAnswer))
        yard.send(.answer(TicketNumber(0), .done), to: 0)
        yard.send(.lost(TicketNumber(99), .broken), to: 0)
    }

    @Test("pages that lead in a circle, or never end, are not read forever", arguments: [1, 2, 3, 7, 100, .max])
    func circle(pages: Int) throws {
        var (yard, ticket) = try self.waiting()
        var read = 0
        while read < 1 << 17, ticket != TicketNumber(0) {
            read += 1
            let page = DevicePage(
                changes: [], next: .more(Cursor("page \(read % pages)")), position: FeedPosition(epoch: 1, mark: 1),
                isFull: false)
            yard.queue.removeAll()
            yard.send(.answer(ticket, .page(page)), to: 0)
            let next = try #require(yard.lastTicket(of: 0))
            if next == ticket { break }
            ticket = next
        }
        #expect(pages == .max ? read == 1 << 16 + 1 : read <= 4 * pages)
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("a subscription that ended is renewed before the fetch continues")
    func renewal() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.wait(.days(31))
        yard.publish("n1")
        yard.sync(0)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1"])
        let end = yard.devices[0].feed.flatMap { yard.devices[0].machine.subscription(of: $0)?.end }
        #expect(end == yard.now + .days(30))
    }

    @Test("a forgotten subscription is made again, once; if that fails, the fetch continues without it")
    func forgottenSubscription() throws {
        var (yard, ticket) = try self.waiting()
        yard.queue.removeAll()
        yard.send(.answer(ticket, .refused(.unknownSubscription, retryAfter: nil)), to: 0)
        var ticket2 = try #require(yard.lastTicket(of: 0))
        yard.queue.removeAll()
        yard.send(.answer(ticket2, .refused(.notAuthorized, retryAfter: nil)), to: 0)
        ticket2 = try #require(yard.lastTicket(of: 0))
        guard case .fetch(let request) = try #require(yard.lastRequest(of: 0)) else {
            Issue.record("no fetch follows")
            return
        }
        #expect(request.subscription == nil)
        yard.send(.answer(ticket2, .refused(.unknownSubscription, retryAfter: nil)), to: 0)
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("a version lower than the shown one is never shown")
    func lowerVersion() throws {
        var (yard, ticket) = try self.readingBehindSave()
        let old = self.published(&yard)
        let position = yard.devices[0].feed.flatMap { yard.devices[0].machine.position(of: $0) }
        let page = DevicePage(
            changes: [old], next: .done(Cursor("end")), position: try #require(position), isFull: false)
        yard.send(.answer(ticket, .page(page)), to: 0)
        #expect(yard.shown(0).map(\.version) == [2])
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
    }

    @Test("a later change of another device that comes before the answer to a save wins")
    func overruled() throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        yard.save("n0", on: 0, action: .snoozed)
        yard.sync(0)
        // The service has the save when the other device overrules it, and the fetch is answered first.
        yard.deliver(0)
        let saved = yard.queue.removeLast()
        let update = StateUpdate(id: "n0", userActionState: .activated)
        _ = yard.run(.update(FeedKey(host: DeviceYard.host, user: "alice"), update))
        yard.drain()
        #expect(yard.devices[0].view["n0"]?.userActionState == .snoozed)
        yard.queue.append(saved)
        yard.drain()
        #expect(yard.shown(0).map(\.userActionState) == [.activated])
        #expect(yard.devices[0].view["n0"]?.userActionState == .activated)
    }

    @Test("an earlier change of another device that comes after the answer to a save is not lost")
    func overtaken() throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        let update = StateUpdate(id: "n0", readState: .read)
        _ = yard.run(.update(FeedKey(host: DeviceYard.host, user: "alice"), update))
        // The tap, and the fetch to which it leads.
        yard.deliver()
        yard.deliver()
        let page = yard.queue.removeLast()
        let call = yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        #expect(yard.shown(0).map(\.readState) == [.unread])
        yard.queue.append(page)
        yard.deliver()
        // Who handles the push goes back to sleep when it is done, and is to have seen what it was sent for.
        #expect(yard.shown(0).map(\.readState) == [.unread] && yard.devices[0].completions.last?.call == call)
        yard.drain()
        #expect(yard.devices[0].completions.last?.outcome == .done)
        #expect(yard.shown(0).map(\.readState) == [.read])
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        #expect(yard.devices[0].view["n0"]?.readState == .read)
    }

    @Test("a service that keeps sending old states is asked once more, and then left alone")
    func past() throws {
        var (yard, _) = try self.readingBehindSave()
        let before = yard.devices[0].requestCount
        let old = self.published(&yard)
        let position = try #require(yard.devices[0].feed.flatMap { yard.devices[0].machine.position(of: $0) })
        let page = DevicePage(changes: [old], next: .done(Cursor("end")), position: position, isFull: false)
        for _ in 0..<3 { yard.send(.answer(try #require(yard.lastTicket(of: 0)), .page(page)), to: 0) }
        #expect(yard.devices[0].requestCount == before + 1)
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("a save whose answer was lost is shown until the following fetch confirms it")
    func lostAnswer() throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        let call = yard.save("n0", on: 0, action: .dismissed)
        yard.deliver()
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        #expect(yard.devices[0].outcome(of: call) == nil)
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
    }

    @Test("saves of one feed do not overtake each other, even if the first needs a new token")
    func order() throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        yard.users = [:]
        yard.save("n0", on: 0, action: .dismissed)
        yard.save("n0", on: 0, action: .snoozed)
        yard.drain()
        #expect(yard.shown(0).map(\.userActionState) == [.snoozed])
        #expect(yard.shown(0).map(\.version) == [3])
    }

    @Test("calls for missing objects fail with a named error")
    func nowhere() throws {
        var yard = DeviceYard()
        yard.install("phone")
        let calls = (0..<3).map { _ in yard.devices[0].call() }
        yard.send(.subscribe(calls[0], FeedNumber(9), appId: .none), to: 0)
        yard.send(.save(calls[1], FeedNumber(9), id: .none, generation: nil, .read, nil), to: 0)
        yard.send(.delete(calls[2], FeedNumber(9), id: .none, generation: nil), to: 0)
        yard.send(.startSync(FeedNumber(9)), to: 0)
        #expect(calls.map { yard.devices[0].outcome(of: $0) } == Array(repeating: .failed(.feedNotFound), count: 3))
        let key = yard.account
        let feed = yard.devices[0].machine.openFeed(key, host: .none)
        #expect(feed == nil)
        let reader = yard.devices[0].machine.createReader(FeedNumber(9))
        #expect(reader == nil)
        #expect(yard.devices[0].machine.everything(in: FeedNumber(9)).isEmpty)
        #expect(yard.devices[0].machine.daysToSync(FeedNumber(9)) == 0)
        yard.devices[0].machine.setDaysToSync(FeedNumber(9), 3)
        let batch = yard.devices[0].machine.readBatch(ReaderNumber(9), most: 0)
        #expect(batch == nil)
        #expect(yard.devices[0].machine.place(of: ReaderNumber(9)) == nil)
    }

    @Test("two accounts on one device have separate feeds, tokens and users")
    func twoAccounts() throws {
        var yard = DeviceYard()
        yard.device("phone")
        let other = AccountKey(yard.names.intern("account"), .aad)
        yard.devices[0].user = "bob"
        yard.send(.addAccount(yard.devices[0].call(), other), to: 0)
        yard.drain()
        let host = yard.names.intern(DeviceYard.host)
        let opened = yard.devices[0].machine.openFeed(other, host: host)
        let feed = try #require(opened)
        yard.publish("for alice", to: "alice")
        yard.publish("for bob", to: "bob")
        yard.send(.startSync(feed), to: 0)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["for alice"])
        #expect(yard.ids(yard.devices[0].machine.everything(in: feed)) == ["for bob"])
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        #expect(yard.devices[0].machine.accountKeys == [other])
        #expect(yard.ids(yard.devices[0].machine.everything(in: feed)) == ["for bob"])
    }

    @Test("a machine fits into a few cache lines")
    func size() {
        #expect(MemoryLayout<DeviceMachine>.stride <= 272, "\(MemoryLayout<DeviceMachine>.stride) bytes")
        #expect(MemoryLayout<CachedNotification>.stride <= 56, "\(MemoryLayout<CachedNotification>.stride) bytes")
    }
}

extension DeviceYard {
    /// The ticket of the request that a device sent last.
    func lastTicket(of device: Int) -> TicketNumber? {
        for action in self.devices[device].log.reversed() {
            if case .request(let ticket, _, _, _) = action { return ticket }
        }
        return nil
    }

    func lastRequest(of device: Int) -> FeedRequest? {
        for action in self.devices[device].log.reversed() {
            if case .request(_, _, _, let request) = action { return self.names.request(request) }
        }
        return nil
    }
}
