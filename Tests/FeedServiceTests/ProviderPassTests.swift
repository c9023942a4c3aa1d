import Basics
import FeedService
import PushGateway
import Testing

@Suite("Provider tokens of a sender")
struct ProviderPassTests {
    @Test("a token is used for 40 minutes, and then another one is made")
    func renewal() {
        var (pass, now) = (Door.pass, Door.noon)
        let first = pass.authorization(at: now, Door.Signer())
        now = now + ProviderPass.renewal - .seconds(1)
        #expect(pass.authorization(at: now, Door.Signer()) == first)
        now = now + .seconds(1)
        #expect(pass.authorization(at: now, Door.Signer()) != first)
    }

    @Test("a clock that was set back causes a new token, because Apple refuses one from the future")
    func clock() {
        var pass = Door.pass
        let first = pass.authorization(at: Door.noon, Door.Signer())
        #expect(pass.authorization(at: Door.noon - .seconds(90), Door.Signer()) != first)
    }

    @Test(
        "only an expired token is replaced early",
        arguments: [
            (403, "ExpiredProviderToken", true), (403, "InvalidProviderToken", false), (403, "Forbidden", false),
            (429, "TooManyProviderTokenUpdates", false), (503, "ServiceUnavailable", false),
        ])
    func refused(status: Int, reason: String, isRenewed: Bool) {
        var pass = Door.pass
        let first = pass.authorization(at: Door.noon, Door.Signer())
        pass.refused(SendRefusal(status, reason))
        #expect((pass.authorization(at: Door.noon + .seconds(1), Door.Signer()) != first) == isRenewed)
    }

    @Test("Apple accepts every token of three days on one connection, however far apart the pushes are")
    func threeDays() throws {
        for pace in [Interval.seconds(47), .minutes(19), .minutes(39), .minutes(41), .minutes(59), .hours(7)] {
            var door = Door()
            while door.now < Door.noon + .days(3) {
                let request = try door.request(try Door.tap())
                #expect(door.send(request).status == 200, "every \(pace), at \(door.now)")
                door.now = door.now + pace
            }
        }
    }
}
