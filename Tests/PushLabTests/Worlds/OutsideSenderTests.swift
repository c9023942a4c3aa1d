import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Senders of pushes from outside")
struct OutsideSenderTests {
    @Test("a request before the keys are set is an error, and nothing happens")
    func early() throws {
        let lab = Lab(seed: 1)
        _ = lab.user("alice").device("phone")
        let before = lab.fingerprint
        var connection = PushConnection(.production)
        var key = LabSigningKey(die: Die(seed: 7))
        let request = PushRequest(headers: [":method": "POST"], body: [])
        #expect(throws: LabError.self) { try lab.receive(request, on: &connection, &key) }
        #expect(lab.fingerprint == before)
        lab.admitPushes(GatewayKeys([.init("TEAMKEY001", team: "TEAM000001")]))
        #expect(try !lab.receive(request, on: &connection, &key).isEmpty)
    }

    @Test("a request without an id gets one from its sender, each time another")
    func ids() throws {
        var street = try Street()
        let ids = try (1...3).map { _ in try street.send(Street.foreign, without: "apns-id").id }
        #expect(Set(ids).count == 3 && ids.allSatisfy { $0.utf8.count == 36 })
        var again = try Street()
        #expect(try again.send(Street.foreign, without: "apns-id").id == ids[0])
    }

    @Test("a connection reaches the devices of its environment, and no other", arguments: PushEnvironment.allCases)
    func environments(environment: PushEnvironment) throws {
        var street = try Street()
        #expect(street.device.pushEnvironment == .production)
        street.device.pushEnvironment = environment
        for step in ["as built", "rotated", "reinstalled"] {
            if step == "rotated" { street.device.rotatePushToken() }
            if step == "reinstalled" { street.device.reinstall() }
            #expect(street.device.pushEnvironment == environment, "\(step)")
            for other in PushEnvironment.allCases {
                street.connection = PushConnection(other)
                let answer = try street.send(Street.foreign)
                #expect(answer.status == (other == environment ? 200 : 400), "\(step)")
                #expect(answer.refusal == (other == environment ? nil : .badDeviceToken))
            }
        }
    }

    @Test("the service sends in production: it cannot tap a device of the sandbox", arguments: [false, true])
    func service(hasDoor: Bool) throws {
        let street = try Street()
        if hasDoor { street.lab.open(Scenario.FrontDoor()) }
        street.device.pushEnvironment = .sandbox
        try street.lab.settle()
        try street.lab.publish(.raw("x", id: "n1"), to: street.lab.user("alice"))
        try street.lab.advance(by: .seconds(60))
        #expect(street.kinds(of: .tapRefused).map(\.status) == [400] && street.kinds(of: .tapSent).isEmpty)
        #expect(try street.violations() == [])
    }
}
