import Basics

/// How long everything takes, and how much of it gets lost. Each is rolled anew for each message.
public struct LabNetwork: Hashable, Sendable {
    /// From wanting a connection to having one.
    public var connecting = LabDelay.within(.milliseconds(30)...(.milliseconds(120)))
    /// One way between a device and the service.
    public var crossing = LabDelay.within(.milliseconds(10)...(.milliseconds(60)))
    /// From the service to the push service.
    public var sending = LabDelay.within(.milliseconds(1)...(.milliseconds(8)))
    /// From the push service to the device.
    public var tapping = LabDelay.within(.milliseconds(80)...(.milliseconds(600)))
    /// Of a hundred taps, how many vanish.
    public var tapsLost = 0
    /// Of a hundred taps, how many come twice.
    public var tapsDoubled = 0
    /// Whether taps for a device have one collapse id, so that one that waits for it gives way to a newer one.
    public var coalescesTaps = false
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
        let delays: [KeyPath<LabNetwork, LabDelay>] = [\.connecting, \.crossing, \.sending, \.tapping]
        return delays.allSatisfy { self[keyPath: $0].spread.longest <= usual[keyPath: $0].spread.longest }
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
    let connecting: Spread
    let crossing: Spread
    let sending: Spread
    let tapping: Spread

    init(_ network: LabNetwork) {
        self.connecting = network.connecting.spread
        self.crossing = network.crossing.spread
        self.sending = network.sending.spread
        self.tapping = network.tapping.spread
    }
}

extension Draw {
    func happens(percent: Int) -> Bool { percent > 0 && self.below(100) < UInt64(percent) }
}
