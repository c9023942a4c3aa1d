package import Basics

/// A world, the steps in it, and the expectations: the content of a scenario file as a value.
package struct Scenario: Hashable, Sendable {
    /// The host of the app when the scenario names none.
    package static let usualHost = "contoso.com"
    /// The longest time that a plan may name.
    package static let longest = Interval.days(3_650)

    /// One sentence about the purpose of the scenario.
    package var about = ""
    /// The seed of a run when the caller gives none.
    package var seed: UInt64?
    /// Whether one seed of an exploration is enough for the scenario.
    package var isHeavy = false
    /// The app, server or test that a kept plan needs. Nil if the scenario needs no particular app, server or test.
    package var needs: Needs?
    /// The cross-platform id of the app.
    package var host = Scenario.usualHost
    package var people: [Person]
    package var network = LabNetwork()
    /// The range from which the seed chooses the number of changes on a page; nil for the default.
    package var pageSize: ClosedRange<Int>?
    /// The time that the store of the service takes to commit. Nil means that it commits immediately.
    package var commit: Spread?
    /// The rate at which Apple's push service wakes apps; nil for no limit.
    package var wakeBudget: WakeBudget?
    package typealias FrontDoor = PushLab.FrontDoor

    /// The front door of Apple's push service. With a front door, pushes are requests that can be refused. Nil means no
    /// front door.
    package var frontDoor: FrontDoor?
    /// Whether devices run the lab's app that is built on the classes of the SDK.
    package var usesFacade = false
    /// The settings that only some seeds use.
    package var varied: Set<Knob> = []
    /// The hazards that occur during random steps.
    package var faults: FaultPlan?
    /// The relation that a second run checks; nil leaves the choice to the seed.
    package var relation: Relation?
    /// The known bugs that the reference app has in this scenario.
    package var traps: Set<Trap> = []
    package var steps: [Step]
    package var expectations: [Expectation]
    /// The measured values and their limits, over one run or all seeds of an exploration.
    package var thresholds: [Threshold] = []

    package init(people: [Person], steps: [Step] = [], expectations: [Expectation] = []) {
        self.people = people
        self.steps = steps
        self.expectations = expectations
    }
}

extension Scenario {
    /// A user, and the devices that are there from the beginning.
    package struct Person: Hashable, Sendable {
        package var name: String
        package var account: LabAccount
        package var devices: [Gadget]

        package init(_ name: String, _ devices: [Gadget], account: LabAccount = .personal) {
            self.name = name
            self.account = account
            self.devices = devices
        }
    }

    package struct Gadget: Hashable, Sendable {
        package var name: String
        package var platform: LabPlatform

        package init(_ name: String, _ platform: LabPlatform) {
            self.name = name
            self.platform = platform
        }
    }

    /// The treatment of a waiting tap when another tap comes for the same device.
    ///
    /// Its raw value is its word in scenario files.
    package enum Coalescing: String, Sendable, CaseIterable {
        case none
        case byId = "collapse-id"
    }

    /// The name of a device, with its user.
    package struct DeviceName: Hashable, Sendable {
        package var user: String
        package var device: String

        package init(user: String, device: String) {
            self.user = user
            self.device = device
        }

        /// The name as reports have it: `mum.phone`.
        package var fullName: String { "\(self.user).\(self.device)" }
    }

    /// All devices, user after user.
    package var devices: [DeviceName] {
        self.people.flatMap { person in
            person.devices.map { DeviceName(user: person.name, device: $0.name) }
        }
    }

    /// Whether any device gets its pushes from Apple.
    package var hasAppleDevices: Bool { self.people.contains { $0.devices.contains { $0.platform == .ios } } }

    /// Whether any step publishes a notification.
    package var publishes: Bool { self.steps.contains { !$0.deed.published.isEmpty } }

    /// Whether a pass of this scenario would prove nothing, because it publishes nothing and expects nothing.
    package var isVoid: Bool {
        !self.publishes && !self.steps.contains(where: \.deed.isRandom)
            && self.expectations.allSatisfy { $0 == .agreement }
    }

    /// The reason why a scenario is void, as the end of a sentence.
    package static let voidness = "publishes nothing, and has no expectation about a notification"

    /// The dice number of the step at a place.
    package func dice(of place: Int) -> UInt32 {
        let own = self.steps[place].dice
        return own == 0 ? UInt32(place) + 1 : own
    }

    /// The shortest clear name of a device: its own name, unless another user's device has the same.
    package func title(of device: DeviceName) -> String {
        let namesakes = self.devices.count { $0.device.isExactly(device.device) }
        return namesakes == 1 ? device.device : device.fullName
    }
}
