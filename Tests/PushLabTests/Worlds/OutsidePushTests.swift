import Basics
import FeedService
import PushGateway
import Testing

@testable import PushLab

@Suite("Pushes from outside")
struct OutsidePushTests {
    private static let foreign = Street.foreign

    @Test("a push that is not a tap wakes the app, which finishes it without a request")
    func foreign() throws {
        var street = try Street()
        let requests = street.kinds(of: .requestSent).count
        #expect(try street.send(Self.foreign).status == 200)
        // Not settled: that opens the app, which reads then.
        try street.lab.advance(by: .seconds(60))
        let push = try #require(street.kinds(of: .pushTaken).first)
        #expect(push.status == 200 && push.actor.device == 0)
        let arrival = try #require(street.kinds(of: .pushArrived).first { $0.push == push.push })
        #expect(arrival.isStrange)
        #expect(street.kinds(of: .finished).contains { $0.push == push.push })
        #expect(street.kinds(of: .requestSent).count == requests)
    }

    @Test(
        "a refused push reaches no device",
        arguments: [("apns-topic", "com.other.app", 400), (":path", "/3/device/00", 400)])
    func refused(name: String, value: String, status: Int) throws {
        var street = try Street()
        #expect(try street.send(Self.foreign, to: nil, [(name, value)]).status == status)
        try street.lab.settle()
        #expect(street.kinds(of: .pushTaken).map(\.status) == [status])
        #expect(street.kinds(of: .pushArrived).isEmpty)
    }

    @Test("the time of a 410 and the expiration of a push are by the sender's clock")
    func clocks() throws {
        var street = try Street()
        let old = street.lab.world.people.devices[0].pushToken
        street.device.rotatePushToken()
        let died = street.lab.world.clock.now
        try street.lab.advance(by: .seconds(120))
        let answer = try street.send(Self.foreign, to: old)
        #expect(answer.status == 410 && answer.refusal?.timestamp == died + street.ahead)
        let past = (street.lab.world.clock.now + street.ahead - .seconds(5)).seconds
        #expect(try street.send(Self.foreign, to: nil, [("apns-expiration", String(past))]).status == 200)
        try street.lab.settle()
        #expect(street.kinds(of: .pushArrived).isEmpty, "its end was over when it was sent")
        let soon = (street.lab.world.clock.now + street.ahead + .minutes(1)).seconds
        #expect(try street.send(Self.foreign, to: nil, [("apns-expiration", String(soon))]).status == 200)
        try street.lab.settle()
        #expect(street.kinds(of: .pushArrived).count == 1)
    }
}
