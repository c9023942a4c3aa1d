package import Basics

extension Scenario {
    /// A step at some time.
    package struct Step: Hashable, Sendable {
        /// The time since the beginning, or since the last quiesce.
        package var time: Interval
        package var deed: Deed
        /// The dice number of the step.
        ///
        /// It stays the same when other steps are removed.
        ///
        /// Zero means that the step has no number of its own. It then uses its place in the scenario, counted from one.
        package var dice: UInt32 = 0

        package init(at time: Interval = .zero, _ deed: Deed) {
            self.time = time
            self.deed = deed
        }
    }

    package enum Deed: Hashable, Sendable {
        case publish(LabNotification, user: String)
        /// Publishes several notifications at once. Each id consists of the text and a number.
        case burst(String, count: Int, user: String)
        case device(DeviceDeed, DeviceName)
        /// The service refuses all cursors that a user's devices have kept.
        case expireCursors(user: String)
        /// The service's process dies, and starts again after some time.
        case killService(for: Interval)
        /// The service stores the next publications for a user, but its answers are lost.
        ///
        /// The lab's own server publishes again with the same request id.
        case losePublishAnswers(user: String, count: Int)
        /// The service's next maintenance is delayed, once.
        case delaySweep(Interval)
        /// A stranger sends an odd push to a separate push service.
        case oddPush(OddPush)
        /// A stranger sends an odd publish request to a separate service.
        case oddPost(OddPost)
        /// The lab gives random commands to one of its own parts, and compares that part with a slow model.
        case compare(ModelComparison)
        /// The process of the server under test dies, and starts again after some time.
        case killServer(for: Interval)
        case partition(Cut, for: Interval)
        /// Faults pause until the lab has settled. The time for this is limited.
        case quiesce(within: Interval?)
        case random(RandomDeeds)
        /// An expectation that holds at this time, while faults continue.
        case expect(Expectation)
    }

    /// A cut between devices and the service, or between the service and push services.
    ///
    /// Neither side of a cut is informed of the cut.
    package struct Cut: Hashable, Sendable {
        /// The devices that cannot reach the service.
        package var devices: [DeviceName]
        /// The systems whose push services the service cannot reach.
        package var pushes: [LabPlatform]

        package init(devices: [DeviceName] = [], pushes: [LabPlatform] = []) {
            self.devices = devices
            self.pushes = pushes
        }
    }

    /// Steps that random choice makes.
    package struct RandomDeeds: Hashable, Sendable {
        package var count: ClosedRange<Int>
        /// The time over which the random steps are spread.
        package var span: Interval
        /// The words of the steps that are left out.
        package var unwanted: Set<String>
        /// The words of extra steps, which random choice makes only when a scenario asks for them.
        package var wanted: Set<String>
        /// Whether random choice also makes combinations of steps that overlap in time.
        package var overlaps: Bool

        package init(
            count: ClosedRange<Int>, over span: Interval, with wanted: Set<String> = [],
            without unwanted: Set<String> = [], overlaps: Bool = false
        ) {
            precondition(count.lowerBound >= 0 && span >= .zero, "neither fewer than none nor back in time")
            precondition(unwanted.isSubset(of: Self.words), "chance knows what it is to leave")
            precondition(wanted.isSubset(of: Self.extraWords), "chance knows what it is to add")
            self.count = count
            self.span = span
            self.wanted = wanted
            self.unwanted = unwanted
            self.overlaps = overlaps
        }
    }
}
