import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import Testing

@Suite("The alarm, failures of the store, and processes that end")
struct LifeTests {
    @Test("the alarm moves only to an earlier time")
    func alarm() throws {
        var bench = try ServiceBench()
        let week = bench.publish("n1")
        #expect(week.alarm != nil)
        #expect(bench.publish("n2").alarm == nil, "a later end is no reason for another alarm")
        let soon = bench.now + .minutes(1)
        #expect(bench.publish("n3") { $0.expiration = soon }.alarm == soon)
    }

    @Test("an alarm sweeps each feed that has something due, and sets the next alarm")
    func sweeps() throws {
        var bench = try ServiceBench()
        let soon = bench.now + .minutes(1)
        _ = bench.publish("n1") { $0.expiration = soon }
        bench.now = soon
        let actions = bench.ring()
        #expect(actions.works == ["due"])
        let due = bench.answer(bench.settled(actions.work[0]))
        #expect(due.works == ["sweep alice"] && due.alarm == nil)
        let swept = bench.answer(bench.settled(due.work[0]))
        #expect(swept.commit?.result.change.entries.map(\.kind) == [.expired] && swept.reply == nil)
        #expect(swept.alarm.map { $0 > soon } == true)
    }

    @Test("an alarm with nothing due only sets the next one")
    func idle() throws {
        var bench = try ServiceBench()
        let alarm = bench.publish("n1").alarm
        let actions = bench.settle(bench.ring())[0]
        #expect(actions.alarm == alarm && actions.work.isEmpty)
    }

    @Test("a new process claims the pushes of an old one, and does the due work")
    func start() throws {
        var bench = try ServiceBench(ServiceRules(lease: .minutes(1)))
        bench.device("phone")
        let pushes = bench.publish("n1").pushes
        bench.machine.end()
        #expect(bench.machine.isAtRest && bench.push(pushes[0]).push == nil)
        let early = bench.start()
        #expect(early.works == ["claim", "due"])
        #expect(bench.settle(early)[0].pushes.isEmpty, "the lease has not run out")
        bench.now = bench.now + .minutes(1)
        let rung = bench.ring()
        #expect(rung.works == ["claim", "due"] && rung.alarm == nil)
        let later = bench.settle(rung)
        #expect(later[0].pushes == pushes && bench.push(pushes[0]).push != nil)
        #expect(later[0].alarm == bench.now + .minutes(1), "other processes may end, too")
    }

    @Test("a process whose own lease expired continues with its pushes, once each")
    func ownLease() throws {
        var bench = try ServiceBench(ServiceRules(lease: .minutes(1)))
        bench.device("phone")
        _ = bench.settle(bench.start())
        let pushes = bench.publish("n1").pushes
        #expect(pushes.count == 1)
        bench.now = bench.now + .minutes(2)
        #expect(bench.settle(bench.ring()).allSatisfy { $0.pushes.isEmpty })
        #expect(bench.push(pushes[0]).push != nil)
    }

    @Test("a claim that returns the maximum is followed by another claim")
    func manyClaims() throws {
        var rules = ServiceRules(lease: .minutes(1))
        rules.claimLimit = 2
        var bench = try ServiceBench(rules)
        bench.device("phone")
        let pushes = (1...5).flatMap { bench.publish("n\($0)").pushes }
        bench.machine.end()
        bench.now = bench.now + .minutes(1)
        let claimed = bench.settle(bench.start()).map(\.pushes).filter { !$0.isEmpty }
        #expect(claimed.map(\.count) == [2, 2, 1] && claimed.flatMap(\.self).sorted() == pushes)
    }

    @Test("due work is requested once, while the sweeps of the last answer are open")
    func sweepsOnce() throws {
        var bench = try ServiceBench()
        let soon = bench.now + .minutes(1)
        _ = bench.publish("n1") { $0.expiration = soon }
        _ = bench.publish("n2", user: "bob") { $0.expiration = soon }
        bench.now = soon
        let due = bench.answer(bench.settled(bench.ring().work[0]))
        #expect(due.works == ["sweep alice", "sweep bob"])
        let first = bench.answer(bench.settled(due.work[0]))
        #expect(first.alarm == soon, "the other feed is still due")
        #expect(bench.ring().works == [])
        let last = bench.answer(bench.settled(due.work[1]))
        #expect(last.alarm.map { $0 > soon } == true)
        #expect(bench.ring().works == ["due"])
    }

    @Test("an act of the service itself is performed after the store can write again")
    func owedActs() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        bench.store.fault = "the disk is full"
        _ = bench.settle(bench.ended(id, .refused(SendRefusal(410, "Unregistered"))))
        #expect(!bench.machine.isAtRest)
        bench.store.fault = nil
        bench.now = bench.now + .seconds(1)
        #expect(bench.ring().works == ["acknowledge \(id)", "retire phone t-phone", "due"])
    }

    @Test("a process ignores the answers to requests of an earlier process")
    func stale() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let asked = bench.carryOut(ServiceBench.publication("n1"), for: 1).work[0]
        bench.machine.end()
        let mine = bench.carryOut(ServiceBench.publication("n2"), for: 2).work[0]
        let stale = bench.answer(bench.settled(asked))
        #expect(stale.reply == nil && stale.commit == nil && stale.pushes.isEmpty)
        #expect(bench.answer(bench.settled(mine)).reply?.caller == Caller(2))
    }

    @Test("if the store cannot write, every waiting caller gets an answer")
    func failures() throws {
        var bench = try ServiceBench()
        let phone = bench.device("phone")
        bench.store.fault = "the disk is full"
        let fetch = FeedRequest.fetch(FetchRequest(host: ServiceBench.host, subscription: phone))
        guard case .device(.refused(let refusal)) = bench.settle(bench.receive(fetch, from: 1))[0].reply?.words
        else {
            Issue.record("a device is refused")
            return
        }
        #expect(refusal.code == .unavailable && refusal.retryAfter == 1)
        #expect(bench.settle(bench.carryOut(ServiceBench.publication("n1"), for: 2))[0].reply?.words == .failed)
        let body = #"{"targetHostName": "contoso.com", "payload": {"rawContent": "x"}}"#
        guard case .publisher(let lookUp) = bench.settle(bench.post(body, to: phone, from: 3))[0].reply?.words
        else {
            Issue.record("a publisher whose addressee cannot be found is refused")
            return
        }
        // The original answers a service that is too busy with 406.
        #expect(lookUp.status == 406 && lookUp.headers["Retry-After"] == "1")
        bench.store.fault = nil
        let read = bench.answer(bench.settled(bench.post(body, to: phone, from: 4).work[0]))
        bench.store.fault = "the disk is full"
        guard case .publisher(let order) = bench.answer(bench.settled(read.work[0])).reply?.words else {
            Issue.record("a publisher is refused")
            return
        }
        #expect(order.status == 406)
    }

    @Test("work without a caller is retried at the alarm after a failure")
    func again() throws {
        var bench = try ServiceBench(ServiceRules(lease: .minutes(1)))
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        let acknowledgement = bench.ended(id, .accepted).work[0]
        bench.store.fault = "the disk is full"
        let failed = bench.answer(bench.settled(acknowledgement))
        #expect(failed.alarm == bench.now + .seconds(1))
        bench.now = bench.now + .seconds(1)
        #expect(bench.ring().works == ["acknowledge \(id)", "due"])
        let start = bench.start()
        #expect(bench.settle(start).allSatisfy { $0.pushes.isEmpty })
        bench.store.fault = nil
        bench.now = bench.now + .minutes(1)
        let rung = bench.ring()
        #expect(rung.works == ["claim", "due"])
        #expect(bench.settle(rung)[0].pushes == [id], "the acknowledgement of the dead process was never written")
    }
}
