import Basics

/// How long everything takes, and how much of it gets lost. Each is rolled anew for each message.
public struct LabNetwork: Hashable, Sendable {
    /// From wanting a connection to having one.
    public var connecting: ClosedRange<Duration> = .milliseconds(30)...(.milliseconds(120))
    /// One way between a device and the service.
    public var crossing: ClosedRange<Duration> = .milliseconds(10)...(.milliseconds(60))
    /// From the service to the push service.
    public var sending: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(8))
    /// From the push service to the device.
    public var tapping: ClosedRange<Duration> = .milliseconds(80)...(.milliseconds(600))
    /// Of a hundred taps, how many vanish.
    public var tapsLost = 0
    /// Of a hundred taps, how many come twice.
    public var tapsDoubled = 0
    /// Of a hundred requests, how many never arrive.
    public var requestsLost = 0
    /// Of a hundred answers, how many never come back.
    public var answersLost = 0
    /// Of a hundred attempts to connect, how many fail.
    public var connectionsRefused = 0

    /// A good network: some delay, no loss.
    public init() {}

    /// Whether no delay is longer than in a good network.
    var isUsuallyFast: Bool {
        let usual = LabNetwork()
        let delays: [KeyPath<LabNetwork, ClosedRange<Duration>>] = [\.connecting, \.crossing, \.sending, \.tapping]
        return delays.allSatisfy { self[keyPath: $0].upperBound <= usual[keyPath: $0].upperBound }
    }

    /// Delays as they are, and nothing lost any more.
    var calm: LabNetwork {
        var calm = self
        (calm.tapsLost, calm.tapsDoubled, calm.requestsLost, calm.answersLost) = (0, 0, 0, 0)
        calm.connectionsRefused = 0
        return calm
    }
}

/// The delays of a network in the lab's own measure, computed once and not for each message.
struct LabDelays: Sendable {
    let connecting: ClosedRange<Interval>
    let crossing: ClosedRange<Interval>
    let sending: ClosedRange<Interval>
    let tapping: ClosedRange<Interval>

    init(_ network: LabNetwork) {
        self.connecting = Self.span(network.connecting)
        self.crossing = Self.span(network.crossing)
        self.sending = Self.span(network.sending)
        self.tapping = Self.span(network.tapping)
    }

    private static func span(_ range: ClosedRange<Duration>) -> ClosedRange<Interval> {
        max(Interval(range.lowerBound), .zero)...max(Interval(range.upperBound), .zero)
    }
}

extension Draw {
    func happens(percent: Int) -> Bool { percent > 0 && self.below(100) < UInt64(percent) }
}
