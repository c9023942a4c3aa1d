package import Basics

extension Scenario {
    /// Something that is done at some time.
    package struct Step: Hashable, Sendable {
        /// Since the beginning, or since the last time all was quiet.
        package var time: Interval
        package var deed: Deed
        /// Whose dice it rolls. A step that keeps its number keeps its dice, whatever becomes of the others; zero is
        /// the place that it has in its scenario, counted from one.
        package var dice: UInt32 = 0

        package init(at time: Interval = .zero, _ deed: Deed) {
            self.time = time
            self.deed = deed
        }
    }

    package enum Deed: Hashable, Sendable {
        case publish(LabNotification, user: String)
        /// So many at once, whose ids are one text with numbers behind it.
        case burst(String, count: Int, user: String)
        case device(DeviceDeed, DeviceName)
        /// All places that a user's devices keep at the service are of no use any more, as after a restored backup.
        case expireCursors(user: String)
        /// The service's process dies, and is started again after some time.
        case killService(for: Interval)
        /// The process of the server under test dies, and is started again after some time.
        case killServer(for: Interval)
        case partition(Cut, for: Interval)
        /// The storm pauses until all is quiet, which may have to be reached within some time.
        case quiesce(within: Interval?)
        case random(RandomDeeds)
        /// What is to hold at this time, while the storm goes on.
        case expect(Expectation)
    }

    /// Who is out of whose reach, with no word of it to anybody.
    package struct Cut: Hashable, Sendable {
        /// They cannot reach the service.
        package var devices: [DeviceName]
        /// The service cannot reach the push services of these systems.
        package var pushes: [LabPlatform]

        package init(devices: [DeviceName] = [], pushes: [LabPlatform] = []) {
            self.devices = devices
            self.pushes = pushes
        }
    }

    /// What a user does with a device, or what befalls it.
    package enum DeviceDeed: Hashable, Sendable {
        case act(UserAct, String)
        case foreground
        case background
        case suspend
        case forceQuit
        case crash
        /// Its app dies while it does what it wanted, and what is not done by then never is.
        case crashMidway
        case reinstall
        /// Cut off, for a time or until it is online again.
        case offline(Interval?)
        case online
        case lowPower(Interval?)
        case normalPower
        /// Its app is of a build that lacks the background mode, or has it again.
        case withoutBackgroundMode
        case withBackgroundMode
        case lock
        case unlock
        case rotateToken
        case signIn(LabAccount)
        case signOut
        case breakConnection
        case fault(Fault, count: Int)
        case delayTap(Interval)
        /// The next tap comes once more, so much later.
        case repeatTap(Interval)
        case delayAnswer(Interval)
        case refuseConnections(LinkFault, count: Int)
        /// A push comes that is no tap.
        case push(StrangePush)
        /// The next answers to its fetches are no good.
        case oddPage(OddPage, count: Int)
        /// Its clock is so far ahead from now on, or behind when that is below zero.
        case setClock(Interval)
        /// All that the app has stored is kept.
        case backUp
        /// What was kept last, of this device or of another one of its user, takes the place of what is stored.
        case restore(from: String?)
    }

    /// What a push may be that is no tap.
    package enum StrangePush: String, Hashable, Sendable, CaseIterable {
        /// Of somebody else.
        case foreign = "foreign_push"
        case malformed = "malformed_push"
        /// Larger than any push may be.
        case giant = "giant_push"
    }

    /// What may be wrong with the answer to a fetch.
    package typealias OddPage = PushLab.OddPage

    package typealias FrontDoor = PushLab.FrontDoor

    /// What goes wrong with the next messages of a device.
    package enum Fault: String, Hashable, Sendable, CaseIterable {
        case loseTaps = "lose_taps"
        case doubleTaps = "double_taps"
        case loseRequests = "lose_requests"
        case loseAnswers = "lose_answers"
        case refuseTokens = "refuse_tokens"
    }

    /// Deeds that chance chooses.
    package struct RandomDeeds: Hashable, Sendable {
        package var count: ClosedRange<Int>
        /// The time over which they are spread.
        package var span: Interval
        /// The words of those that are left out.
        package var unwanted: Set<String>

        package init(count: ClosedRange<Int>, over span: Interval, without unwanted: Set<String> = []) {
            precondition(count.lowerBound >= 0 && span >= .zero, "neither fewer than none nor back in time")
            precondition(unwanted.isSubset(of: Self.words), "chance knows what it is to leave")
            self.count = count
            self.span = span
            self.unwanted = unwanted
        }
    }
}
