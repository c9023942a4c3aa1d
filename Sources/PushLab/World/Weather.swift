import Basics

/// The delays and losses of messages in a world. They are caused by chance or by the variation of a second run.
struct Weather {
    var network: LabNetwork {
        didSet {
            self.usualDelays = LabDelays(self.network)
            self.calmDelays = LabDelays(calmOf: self.network)
        }
    }
    private var usualDelays: LabDelays
    private var calmDelays: LabDelays
    var isCalm = false
    /// The faults of the network so far; nil when they are not recorded.
    var mishaps: [Mishap]?
    /// The differences from another run of the same plan; nil in nearly all worlds.
    var varying: Varying? { didSet { self.isVaried = self.varying != nil } }
    /// Whether there is a variation.
    ///
    /// Reading this flag is free; reading the variation makes a copy.
    private(set) var isVaried = false

    init(_ network: LabNetwork) {
        self.network = network
        self.usualDelays = LabDelays(network)
        self.calmDelays = LabDelays(calmOf: network)
    }

    /// Whether delays and losses are the usual ones: the run is not varied, faults are not recorded, and the storm has
    /// not ended.
    var isPlain: Bool { !self.isCalm && self.mishaps == nil && self.varying == nil }

    var delays: LabDelays { self.isCalm ? self.calmDelays : self.usualDelays }

    /// Whether a fault with this chance, in percent, may occur at all.
    ///
    /// No message is lost during a calm.
    ///
    /// No random number is needed for a fault that cannot occur, because draws are independent of each other.
    func mayStrike(_ percent: Int) -> Bool { !self.isCalm && percent > 0 }

    /// Whether a fault with this chance, in percent, hits a message to or from a device.
    ///
    /// Records the fault.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ blow: Mishap.Blow, at now: Instant) -> Bool {
        guard self.mayStrike(percent), draw.happens(percent: percent) else { return false }
        if let device { self.mishaps?.append(Mishap(moment: now, device: device, blow: blow)) }
        return true
    }

    /// The amount of time by which a variation set a device's clock ahead.
    func clockError(_ device: Int) -> Interval {
        self.isVaried ? self.varying?.clockError(device) ?? .zero : .zero
    }
}

/// One fault of the network that hit one message.
struct Mishap: Sendable {
    /// The fault that a scenario can plan to get the same effect as this random fault.
    enum Blow: Sendable {
        case loseTap
        case doubleTap
        case loseRequest
        case loseAnswer
        case refuseConnection(LinkFault)
    }

    let moment: Instant
    let device: Int
    let blow: Blow
}
