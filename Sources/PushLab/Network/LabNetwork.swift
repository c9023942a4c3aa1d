package import Basics

/// How long everything takes, and how much of it gets lost. Each is rolled anew for each message.
///
/// Nothing but a tap is under way for more than half an hour: a longer delay ends there, and what would take longer is
/// better called lost.
public struct LabNetwork: Hashable, Sendable {
    /// From wanting a connection to having one.
    public var connecting = LabDelay.within(.milliseconds(30)...(.milliseconds(120)))
    /// One way between a device and the service.
    public var crossing = LabDelay.within(.milliseconds(10)...(.milliseconds(60)))
    /// From the service to the push service.
    public var sending = LabDelay.within(.milliseconds(1)...(.milliseconds(8)))
    /// From the push service to the device.
    public var tapping = LabDelay.within(.milliseconds(80)...(.milliseconds(600)))
    /// The percentage of taps that vanish.
    public var tapsLostPercent = 0
    /// The percentage of taps that come twice.
    public var tapsDoubledPercent = 0
    /// Whether taps for a device have one collapse id, so that one that waits for it gives way to a newer one.
    public var coalescesTaps = false
    /// The percentage of requests that never arrive.
    public var requestsLostPercent = 0
    /// The percentage of answers that never come back.
    public var answersLostPercent = 0
    /// The percentage of attempts to connect that fail.
    public var connectionsRefusedPercent = 0

    /// What is under way for so long that it could keep a lab from becoming quiet counts as lost.
    package static let longestLatency = Interval.minutes(30)

    /// A good network: some delay, no loss.
    public init() {}

    /// Whether no delay is longer than in a good network.
    var isUsuallyFast: Bool {
        let usual = LabNetwork()
        let delays: [KeyPath<LabNetwork, LabDelay>] = [\.connecting, \.crossing, \.sending, \.tapping]
        return delays.allSatisfy { self[keyPath: $0].spread.longest <= usual[keyPath: $0].spread.longest }
    }

    /// Nothing lost any more.
    var calm: LabNetwork {
        var calm = self
        (calm.tapsLostPercent, calm.tapsDoubledPercent) = (0, 0)
        (calm.requestsLostPercent, calm.answersLostPercent) = (0, 0)
        calm.connectionsRefusedPercent = 0
        return calm
    }
}

/// The delays of a network in the lab's own measure, computed once and not for each message.
struct LabDelays: Sendable {
    /// A delay, and how much of it there is at most.
    struct Delay: Sendable {
        let spread: Spread
        let most: Interval
    }

    /// How long it takes an app to learn that there is no connection.
    static var silence: Interval { .milliseconds(100) }

    let connecting: Delay
    let crossing: Delay
    let sending: Delay
    let tapping: Delay

    init(_ network: LabNetwork) { self.init(network, answers: LabNetwork.longestLatency, taps: .microseconds(.max)) }

    /// In a calm nobody waits in vain: each answer comes before its asker gives it up, and each tap before all is over.
    init(calmOf network: LabNetwork) { self.init(network, answers: .seconds(3), taps: .minutes(10)) }

    private init(_ network: LabNetwork, answers: Interval, taps: Interval) {
        self.connecting = Delay(spread: network.connecting.spread, most: answers)
        self.crossing = Delay(spread: network.crossing.spread, most: answers)
        self.sending = Delay(spread: network.sending.spread, most: min(taps, LabNetwork.longestLatency))
        self.tapping = Delay(spread: network.tapping.spread, most: taps)
    }
}

/// How long a store takes to commit, in a storm and in a calm.
struct CommitDelays: Sendable {
    let usual: LabDelays.Delay
    let calm: LabDelays.Delay

    init(_ spread: Spread) {
        self.usual = LabDelays.Delay(spread: spread, most: LabNetwork.longestLatency)
        self.calm = LabDelays.Delay(spread: spread, most: .seconds(3))
    }
}

extension Draw {
    func within(_ delay: LabDelays.Delay) -> Interval { min(self.within(delay.spread), delay.most) }

    func happens(percent: Int) -> Bool { percent > 0 && self.below(100) < UInt64(percent) }
}
