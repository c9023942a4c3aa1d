import FeedContract
import Testing

@Suite("Feed positions and refusals")
struct FeedPositionTests {
    @Test("a position is read only in the spelling in which it is written")
    func spelling() {
        for (epoch, mark) in [(0, 0), (1, 42), (UInt64.max, UInt64.max)] as [(UInt64, UInt64)] {
            let position = FeedPosition(epoch: epoch, mark: mark)
            #expect(FeedPosition(text: position.text) == position)
        }
        for text in [
            "", "-", "1", "1-", "-1", "01-1", "1-01", "+1-1", "1-+1", "1-1-1", "1- 1", "1--1", "x-1", "1-٣",
            "18446744073709551616-0",
        ] {
            #expect(FeedPosition(text: text) == nil, "\(text)")
        }
    }

    @Test("a position covers every position of the same epoch that is not ahead of it")
    func covering() {
        func position(_ epoch: UInt64, _ mark: UInt64) -> FeedPosition { FeedPosition(epoch: epoch, mark: mark) }
        #expect(position(1, 5).covers(position(1, 5)) && position(1, 5).covers(position(1, 4)))
        #expect(!position(1, 5).covers(position(1, 6)) && !position(2, 5).covers(position(1, 4)))
    }

    @Test("each reason has its status, and throttling the status that the original documented")
    func statuses() {
        let table: [(FeedRefusal.Code, Int)] = [
            (.invalidRequest, 400), (.unauthenticated, 401), (.notAuthorized, 403),
            (.insufficientScope, 403), (.unknownSubscription, 404), (.overtaken, 409), (.throttled, 406),
            (.resyncRequired, 410), (.tooLarge, 413), (.unavailable, 503),
        ]
        #expect(table.map(\.0) == FeedRefusal.Code.allCases)
        for (code, status) in table { #expect(FeedRefusal(code, "").status == status) }
    }
}
