import Basics
import Testing

@testable import PushLab

@Suite("Shrinking the front door of a plan")
struct FrontDoorShrinkingTests {
    private typealias Trouble = Scenario.FrontDoor.Trouble

    private static func door(_ shares: [(Trouble, Int)]) -> Scenario.FrontDoor {
        var door = Scenario.FrontDoor()
        for (trouble, share) in shares { door[trouble] = share }
        return door
    }

    private static let doubtful = door([(.expiredToken, 20), (.addressGone, 10), (.tooMany, 20), (.overloaded, 20)])

    private static func shrink(_ fails: @escaping (Scenario) -> Bool) -> Scenario {
        var plan = ShrinkerTests.plan
        plan.frontDoor = Self.doubtful
        let outcome = Shrinker.shrink(plan, fails: fails)
        #expect(outcome.isMinimal)
        return outcome.plan
    }

    @Test("a trouble that is enough alone affects every push")
    func alone() {
        for (draw, trouble) in [(25, .addressGone), (55, .overloaded)] as [(UInt64, Trouble)] {
            let plan = Self.shrink { $0.frontDoor?.trouble(drawn: draw) == trouble }
            #expect(plan.frontDoor == Self.door([(trouble, 100)]))
        }
    }

    @Test("an unneeded trouble gives its share to the next one, so that other pushes do not change")
    func shares() {
        let plan = Self.shrink { plan in
            guard let door = plan.frontDoor else { return false }
            return door.trouble(drawn: 25) == .addressGone && door.trouble(drawn: 55) == .overloaded
        }
        #expect(plan.frontDoor == Self.door([(.addressGone, 30), (.overloaded, 40)]))
    }

    @Test("a door that affects no push of the failure is removed")
    func goes() {
        #expect(Self.shrink { !$0.steps.isEmpty }.frontDoor == nil)
    }

    @Test("the door is removed with the last iOS device, because a file needs one for it")
    func nobody() {
        let plan = Self.shrink { plan in
            plan.devices.contains(ShrinkerTests.tablet) && (plan.frontDoor != nil || !plan.hasFrontDoorUser)
        }
        #expect(plan.devices == [ShrinkerTests.tablet] && plan.frontDoor == nil)
    }
}

extension Scenario {
    fileprivate var hasFrontDoorUser: Bool {
        self.people.contains { $0.devices.contains { $0.platform == .ios } }
    }
}
