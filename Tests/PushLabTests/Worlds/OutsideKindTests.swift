import PushGateway
import TestSupport
import Testing

@testable import PushLab

@Suite("Kinds of pushes from outside")
struct OutsideKindTests {
    private static let tap = KnownPayload.tapText(KnownPayload.required)

    @Test("an alert from outside is not a notification of the service")
    func alert() throws {
        for isInFront in [false, true] {
            var street = try Street()
            if !isInFront { street.device.suspend() }
            #expect(try street.send(Street.alert, as: .alert).status == 200)
            try street.lab.advance(by: .seconds(60))
            #expect(street.kinds(of: .alertArrived).isEmpty && street.device.tray.isEmpty)
            #expect(street.kinds(of: .foreignShown).map(\.isCall) == [false])
            #expect(try street.violations() == [])
        }
    }

    @Test("the copy of a push from outside is not the service's either")
    func copy() throws {
        var street = try Street()
        street.device.doubleTaps()
        #expect(try street.send(Street.foreign).status == 200)
        try street.lab.advance(by: .seconds(60))
        #expect(street.kinds(of: .pushArrived).map(\.isStrange) == [true, true])
        #expect(try street.violations() == [])
    }

    @Test(
        "a call from outside does not reach the app, which continues to run",
        arguments: [(PushType.voip, ".voip"), (.pushtotalk, ".voip-ptt")], [Street.foreign, Self.tap, "{}"])
    func call(type: (PushType, String), payload: String) throws {
        var street = try Street()
        #expect(try street.send(payload, as: type.0, suffix: type.1).status == 200)
        try street.lab.advance(by: .seconds(60))
        #expect(street.kinds(of: .pushArrived).isEmpty && street.kinds(of: .killed).isEmpty)
        #expect(street.kinds(of: .foreignShown).map(\.isCall) == [true])
        #expect(try street.violations() == [])
    }
}
