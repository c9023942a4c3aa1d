import Basics
import PushGateway
import ReferenceModels
import Testing

@Suite("The rows that one push reads and writes")
struct GatewayFootprintTests {
    private static let (phones, apps): (UInt32, UInt32) = (20, 8)
    /// The push goes to this app.
    private static let (phone, app, token) = (DeviceNumber(110), AppNumber(1_083), DeviceToken("0b03"))

    /// Many phones with many apps, each with one push that is stored, one that is held and one that flies.
    private static func crowd() throws -> RowService {
        var service = RowService(DeliveryRules(wakeBudget: .appleGuidance))
        var next = UInt64(1)
        for phone in 0..<Self.phones {
            let device = DeviceNumber(100 + phone)
            try service.happen(.addDevice(device))
            try service.happen(.power(device, .lowPower))
            for place in 0..<Self.apps {
                let number = 1_000 + phone * Self.apps + place
                let token = DeviceToken("0\(String(phone + 1, radix: 16))0\(place)")
                try service.happen(.install("app \(place)", on: device, as: AppNumber(number), .all))
                try service.happen(.register(AppNumber(number), token, as: TokenNumber(number)))
                for fate in [Fate(), Fate(groupingWindow: .hours(1)), Fate(delay: .hours(2))] {
                    let push = AcceptedPush.tap().with { $0.token = token }
                    try service.happen(.accept(push, as: PushNumber(next), fate))
                    next += 2
                }
            }
        }
        return service
    }

    private static func push(_ fate: Fate = .ideal) -> GatewayEvent {
        .accept(.tap("new").with { $0.token = Self.token }, as: PushNumber(1_000_000), fate)
    }

    @Test("a push reads its token, app, device and the app's pushes, and writes nothing of another app")
    func onePush() throws {
        let crowd = try Self.crowd()
        #expect(crowd.store.rows.count == 20 + 160 * 5)
        for (change, word) in [
            (GatewayEvent.power(Self.phone, .lowPower), "hold 1000000 lowPower"),
            (.power(Self.phone, .normalPower), "wake new"),
            (.link(Self.phone, .offline, redelivery: .ideal, copies: PushNumber(9)), "store 1000000 deviceOffline"),
            (.state(Self.app, .forceQuit), "drop 1000000 forceQuit"),
        ] {
            var service = crowd
            try service.happen(change)
            let event = Self.push()
            let read = service.store.read(service.rules.needs(event))
            #expect(read.count <= 6, "\(change)")
            let decision = try service.happen(event)
            #expect(decision.actions.map(\.word).contains { $0.hasPrefix(word) }, "\(decision.actions.map(\.word))")
            #expect(decision.writes.count <= 3)
            for write in decision.writes {
                switch write.key {
                case .app(let app): #expect(app == Self.app)
                case .push(let push): #expect(push == PushNumber(1_000_000) || read[write.key] != nil)
                default: Issue.record("\(write.key) was written")
                }
            }
        }
    }

    @Test("only a push with a window reads the waiting pushes of the rest of its device")
    func grouped() throws {
        var service = try Self.crowd()
        let event = Self.push(Fate(groupingWindow: .minutes(1)))
        // Device; eight apps, each with its token and the push that waits; the held one of its own app.
        #expect(service.store.read(service.rules.needs(event)).count == 1 + 3 * 8 + 1)
        let decision = try service.happen(event)
        #expect(decision.writes.count == 2)
        #expect(decision.timers.map(\.moment).contains(service.now + .hours(1)))
    }
}
