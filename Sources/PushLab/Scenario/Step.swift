package import Basics

extension Scenario {
    /// A step at some time.
    package struct Step: Hashable, Sendable {
        /// The time since the beginning, or since the last quiesce.
        package var time: Interval
        package var deed: Deed
        /// The number under which it rolls dice: it keeps those when other steps are taken out. Zero means the place of
        /// the step in its scenario, counted from one.
        package var dice: UInt32 = 0

        package init(at time: Interval = .zero, _ deed: Deed) {
            self.time = time
            self.deed = deed
        }
    }

    package enum Deed: Hashable, Sendable {
        case publish(LabNotification, user: String)
        /// So many notifications at once; each id is the text and a number.
        case burst(String, count: Int, user: String)
        case device(DeviceDeed, DeviceName)
        /// The service refuses all cursors that a user's devices have kept.
        case expireCursors(user: String)
        /// The service's process dies, and starts again after some time.
        case killService(for: Interval)
        /// The service has stored the next publications for a user, and its answers never come back: the lab's own
        /// server publishes again with the same request id.
        case losePublishAnswers(user: String, count: Int)
        /// The service does what is due so much later than it should, once.
        case delaySweep(Interval)
        /// A stranger's push with something odd about it, at a push service of its own.
        case oddPush(OddPush)
        /// A stranger's request to publish with something odd about it, at a service of its own.
        case oddPost(OddPost)
        /// The process of the server under test dies, and starts again after some time.
        case killServer(for: Interval)
        case partition(Cut, for: Interval)
        /// Faults pause until all is quiet, with a limit of time.
        case quiesce(within: Interval?)
        case random(RandomDeeds)
        /// An expectation that holds at this time, while faults continue.
        case expect(Expectation)
    }

    /// A cut between devices, the service and push services that none of them is told of.
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
        /// The time over which they are spread.
        package var span: Interval
        /// The words of those that are left out.
        package var unwanted: Set<String>
        /// The words of those that random choice makes only where they are asked for.
        package var wanted: Set<String>

        package init(
            count: ClosedRange<Int>, over span: Interval, with wanted: Set<String> = [],
            without unwanted: Set<String> = []
        ) {
            precondition(count.lowerBound >= 0 && span >= .zero, "neither fewer than none nor back in time")
            precondition(unwanted.isSubset(of: Self.words), "chance knows what it is to leave")
            precondition(wanted.isSubset(of: Self.extraWords), "chance knows what it is to add")
            self.count = count
            self.span = span
            self.wanted = wanted
            self.unwanted = unwanted
        }
    }
}
