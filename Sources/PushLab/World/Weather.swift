import Basics

/// Delays and losses of messages in a world, by chance or as a second run has them.
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
    /// The blows of the weather so far, where somebody wants to know.
    var mishaps: [Mishap]?
    /// The differences from another run of the same plan; nil in nearly all worlds.
    var varying: Varying? { didSet { self.isVaried = self.varying != nil } }
    /// A look at it costs nothing, and one at the variation a copy.
    private(set) var isVaried = false

    init(_ network: LabNetwork) {
        self.network = network
        self.usualDelays = LabDelays(network)
        self.calmDelays = LabDelays(calmOf: network)
    }

    /// Whether no run is unlike others, nobody looks on and the storm goes on.
    var isPlain: Bool { !self.isCalm && self.mishaps == nil && self.varying == nil }

    var delays: LabDelays { self.isCalm ? self.calmDelays : self.usualDelays }

    /// Whether the weather may strike at all, where it strikes so many times of a hundred: in a calm nothing gets lost.
    /// Who knows that it does not need not roll a die, for no draw moves another.
    func mayStrike(_ percent: Int) -> Bool { !self.isCalm && percent > 0 }

    /// Whether the weather strikes a message to or from a device, so many times of a hundred.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ blow: Mishap.Blow, at now: Instant) -> Bool {
        guard self.mayStrike(percent), draw.happens(percent: percent) else { return false }
        if let device { self.mishaps?.append(Mishap(moment: now, device: device, blow: blow)) }
        return true
    }

    /// How far a variation has set the clock of a device ahead.
    func clockError(_ device: Int) -> Interval {
        self.isVaried ? self.varying?.clockError(device) ?? .zero : .zero
    }
}

/// One blow of the weather to one message.
struct Mishap: Sendable {
    /// The fault that a scenario would ask for to have the same without weather.
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
