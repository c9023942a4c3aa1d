package import Basics

/// The delays and losses of a lab, drawn for each message.
///
/// Only a tap can take more than half an hour. Delays of other messages are limited to half an hour. To model longer
/// delays, use losses instead.
public struct LabNetwork: Hashable, Sendable {
    /// The time to open a connection.
    public var connecting = LabDelay.within(.milliseconds(30)...(.milliseconds(120)))
    /// The time that a message takes in one direction between a device and the service.
    public var crossing = LabDelay.within(.milliseconds(10)...(.milliseconds(60)))
    /// The time from the service to the push service.
    public var sending = LabDelay.within(.milliseconds(1)...(.milliseconds(8)))
    /// The time from the push service to the device.
    public var tapping = LabDelay.within(.milliseconds(80)...(.milliseconds(600)))
    /// The percentage of taps that are lost.
    public var tapsLostPercent = 0
    /// The percentage of taps that arrive twice.
    public var tapsDoubledPercent = 0
    /// Whether all taps for a device have the same collapse id, so that a newer tap replaces a waiting one.
    public var coalescesTaps = false
    /// The percentage of requests that are lost.
    public var requestsLostPercent = 0
    /// The percentage of answers that are lost.
    public var answersLostPercent = 0
    /// The percentage of connection attempts that fail.
    public var connectionsRefusedPercent = 0

    /// The limit of a delay. Longer delays are shortened to this limit, so that they do not prevent the lab from
    /// settling.
    package static let longestLatency = Interval.minutes(30)

    /// Creates a good network: some delay, no loss.
    public init() {}

    /// Whether each delay is at most as long as in a good network, which ``init()`` creates.
    var isUsuallyFast: Bool {
        let usual = LabNetwork()
        let delays: [KeyPath<LabNetwork, LabDelay>] = [\.connecting, \.crossing, \.sending, \.tapping]
        return delays.allSatisfy { self[keyPath: $0].spread.longest <= usual[keyPath: $0].spread.longest }
    }

    /// The same network without losses, repeated taps and refused connections.
    var calm: LabNetwork {
        var calm = self
        (calm.tapsLostPercent, calm.tapsDoubledPercent) = (0, 0)
        (calm.requestsLostPercent, calm.answersLostPercent) = (0, 0)
        calm.connectionsRefusedPercent = 0
        return calm
    }
}

/// The delays of a network in the lab's own type. They are computed once, instead of for each message.
struct LabDelays: Sendable {
    /// A delay with its upper limit.
    struct Delay: Sendable {
        let spread: Spread
        let most: Interval
    }

    /// The time after which an app without a connection learns that its request is lost.
    static var silence: Interval { .milliseconds(100) }

    let connecting: Delay
    let crossing: Delay
    let sending: Delay
    let tapping: Delay

    init(_ network: LabNetwork) { self.init(network, answers: LabNetwork.longestLatency, taps: .microseconds(.max)) }

    /// The delays while the lab settles.
    ///
    /// Each answer comes before its request times out, and each tap comes before settling ends.
    init(calmOf network: LabNetwork) { self.init(network, answers: .seconds(3), taps: .minutes(10)) }

    private init(_ network: LabNetwork, answers: Interval, taps: Interval) {
        self.connecting = Delay(spread: network.connecting.spread, most: answers)
        self.crossing = Delay(spread: network.crossing.spread, most: answers)
        self.sending = Delay(spread: network.sending.spread, most: min(taps, LabNetwork.longestLatency))
        self.tapping = Delay(spread: network.tapping.spread, most: taps)
    }
}

/// The time that the store takes to commit: the usual time, and the time while the lab settles.
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
