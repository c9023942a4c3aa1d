import Basics
import FeedContract
import FeedService
import FeedTestSupport
import NotificationFeed
import PushGateway
import ReferenceModels
import Testing

@Suite("Requests and their replies")
struct RequestTests {
    private static let fetch = FeedRequest.fetch(FetchRequest(host: ServiceBench.host, subscription: nil))

    @Test("a request with an unknown token is refused at once, without a fresh id and without the store")
    func unknownToken() throws {
        var bench = try ServiceBench()
        let actions = bench.receive(Self.fetch, token: "nonsense", from: 7)
        guard case .device(.refused(let refusal)) = actions.reply?.words else {
            Issue.record("it was not refused: \(actions)")
            return
        }
        #expect(refusal.code == .unauthenticated && actions.reply?.caller == Caller(7))
        #expect(actions.work.isEmpty && bench.fresh.count == 0)
    }

    @Test("a foreign cursor is refused at once")
    func foreignCursor() throws {
        var bench = try ServiceBench()
        let request = FetchRequest(host: ServiceBench.host, subscription: nil, cursor: Cursor("AAAA"))
        let actions = bench.receive(.fetch(request), from: 7)
        guard case .device(.refused(let refusal)) = actions.reply?.words else {
            Issue.record("it was not refused: \(actions)")
            return
        }
        #expect(refusal.code == .resyncRequired)
        #expect(actions.work.isEmpty && bench.fresh.count == 0)
    }

    @Test("a valid request waits for the store, which is asked once")
    func waits() throws {
        var bench = try ServiceBench()
        let actions = bench.receive(Self.fetch, from: 7)
        #expect(actions.works == ["fetch"] && actions.reply == nil && bench.fresh.count == 1)
        #expect(!bench.machine.isAtRest)
        let answered = bench.answer(bench.settled(actions.work[0]))
        guard case .device(.page) = answered.reply?.words else {
            Issue.record("a fetch is answered with a page: \(answered)")
            return
        }
        #expect(answered.reply?.caller == Caller(7) && bench.machine.isAtRest)
    }

    @Test("replies reach their callers when the store answers in another order")
    func order() throws {
        var bench = try ServiceBench()
        let first = bench.receive(Self.fetch, from: 1).work[0]
        let second = bench.carryOut(ServiceBench.publication("n1"), for: 2).work[0]
        let third = bench.receive(Self.fetch, from: 3).work[0]
        let callers = [third, first, second].map { bench.answer(bench.settled($0)).reply?.caller }
        #expect(callers == [Caller(3), Caller(1), Caller(2)])
    }

    @Test("an answer that comes twice has no effect the second time")
    func twice() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let answer = bench.settled(bench.carryOut(ServiceBench.publication("n1")).work[0])
        #expect(bench.answer(answer).pushes.count == 1)
        let again = bench.answer(answer)
        #expect(again.pushes.isEmpty && again.commit == nil && again.reply == nil)
    }

    @Test("one answer carries the commit, the pushes in the order of the outbox, the alarm and the reply")
    func everything() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        bench.device("tablet", .fcm)
        let actions = bench.settle(bench.carryOut(ServiceBench.publication("n1"), for: 5))[0]
        #expect(actions.commit?.result.change.entries.map(\.id) == ["n1"])
        #expect(actions.pushes.compactMap { bench.machine.device(ofPush: $0) } == ["phone", "tablet"])
        #expect(actions.alarm.map { $0 > bench.now } == true)
        guard case .published(let receipt) = actions.commit?.result.outcome, actions.reply?.words == .owner else {
            Issue.record("the publication was not answered: \(actions)")
            return
        }
        #expect(receipt.id == "n1" && actions.work.isEmpty)
    }

    @Test("a publisher's request first looks up its addressee, and then reads the body")
    func addressee() throws {
        var bench = try ServiceBench()
        let phone = bench.device("phone")
        let body = #"{"targetHostName": "contoso.com", "appNotificationId": "n1", "payload": {"rawContent": "x"}}"#
        let asked = bench.post(body, to: phone, from: 4)
        #expect(asked.works == ["feed of \(phone)"] && asked.reply == nil)
        let read = bench.answer(bench.settled(asked.work[0]))
        #expect(read.works == ["publish"] && read.reply == nil)
        let done = bench.answer(bench.settled(read.work[0]))
        guard case .publisher(let answer) = done.reply?.words else {
            Issue.record("it was not published: \(done)")
            return
        }
        #expect(answer.status == 201 && done.pushes.count == 1 && done.reply?.caller == Caller(4))
        let unknown = bench.settle(bench.post(body, to: "nobody", from: 5))
        guard case .publisher(let refusal) = unknown[0].reply?.words else {
            Issue.record("an unknown subscription has no feed: \(unknown)")
            return
        }
        #expect(refusal.status == 404 || refusal.status == 400 || refusal.status == 403, "\(refusal)")
    }

    @Test("a publisher's request without an addressee is refused without the store")
    func noAddressee() throws {
        var bench = try ServiceBench()
        let actions = bench.post("{}", from: 4)
        guard case .publisher(let refusal) = actions.reply?.words else {
            Issue.record("it names no user: \(actions)")
            return
        }
        #expect(refusal.status >= 400 && actions.work.isEmpty)
    }
}
