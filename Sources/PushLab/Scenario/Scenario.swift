package import Basics

/// A world, what is done in it and what is expected of it: what a scenario file says, as a value.
package struct Scenario: Hashable, Sendable {
    /// The app that is meant where none is named.
    package static let usualHost = "contoso.com"
    /// No time that a plan names is longer.
    package static let longest = Interval.days(3_650)

    /// One sentence about what it shows.
    package var about = ""
    /// The seed that it runs with unless another is asked for.
    package var seed: UInt64?
    /// Whether one seed of an exploration is enough for it.
    package var isHeavy = false
    /// The app, server or test that a kept plan needs; nil for a scenario that runs with any.
    package var needs: Needs?
    /// The cross-platform id of the app.
    package var host = Scenario.usualHost
    package var people: [Person]
    package var network = LabNetwork()
    /// How many changes the service puts on a page: one of these, as a seed decides; nil is as many as usual.
    package var pageSize: ClosedRange<Int>?
    /// How long the store of the service takes to commit; nil is no time at all.
    package var commit: Spread?
    /// How often Apple's push service wakes apps; nil is whenever something comes.
    package var wakeBudget: WakeBudget?
    package typealias FrontDoor = PushLab.FrontDoor

    /// Whether the service's pushes to Apple are requests, and what can be wrong with them.
    package var frontDoor: FrontDoor?
    /// Whether devices run the lab's app that is built on the classes of the SDK.
    package var usesFacade = false
    /// The parts that each seed keeps or leaves out.
    package var varied: Set<Knob> = []
    /// What befalls it while chance chooses deeds.
    package var faults: FaultPlan?
    /// The relation that it is put to by a second run; nil leaves that to the seed.
    package var relation: Relation?
    /// The known mistakes that the reference app makes in it.
    package var traps: Set<Trap> = []
    #if Mutants
        /// The mistakes that are planted while it runs.
        package var mutants: Set<Mutant> = []
    #endif
    package var steps: [Step]
    package var expectations: [Expectation]
    /// What is measured, over one run or all seeds of an exploration, and how much of it is too much.
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

    /// What becomes of a tap that waits for a device when another one comes, by its word in scenario files.
    package enum Coalescing: String, Sendable, CaseIterable {
        case none
        case byId = "collapse-id"
    }

    /// Which device is meant.
    package struct DeviceName: Hashable, Sendable {
        package var user: String
        package var device: String

        package init(user: String, device: String) {
            self.user = user
            self.device = device
        }
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

    /// Whether a run of it can pass without having said anything: nothing is published, and nothing expected.
    package var isVoid: Bool {
        !self.publishes && !self.steps.contains(where: \.deed.isRandom)
            && self.expectations.allSatisfy { $0 == .agreement }
    }

    /// What makes a scenario void.
    package static let voidness = "publishes nothing, and expects nothing of a notification"

    /// Whose dice the step at a place rolls.
    package func dice(of place: Int) -> UInt32 {
        let own = self.steps[place].dice
        return own == 0 ? UInt32(place) + 1 : own
    }

    /// A device as short as it is clear: by its own name, unless another user's device has the same.
    package func title(of device: DeviceName) -> String {
        let namesakes = self.devices.count { $0.device.isExactly(device.device) }
        return namesakes == 1 ? device.device : "\(device.user).\(device.device)"
    }
}
