package import Basics

extension Scenario {
    /// The hazards of the world during random steps, or all the time if there are no random steps.
    ///
    /// A fault plan draws its own random numbers, so it does not change the steps.
    package struct FaultPlan: Hashable, Sendable {
        /// Whether each run leaves out some hazards completely, so that each hazard also occurs without the others.
        package var isSwarm = false
        /// The hazards, at most one of each kind, in the order of the kinds.
        package var hazards: [Hazard] = []

        package init(isSwarm: Bool = false, _ hazards: [Hazard] = []) {
            self.isSwarm = isSwarm
            self.hazards = hazards
        }
    }

    /// A fault that strikes again and again, and lasts for some time.
    package struct Hazard: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case kill
            case partition
            case skew
            case restore
            case swizzle
            case crash
        }

        package var kind: Kind
        /// The time from the end of one strike to the next.
        package var pause: Spread
        /// The duration of a strike; zero for a kind that takes no time.
        package var span: ClosedRange<Interval>
        /// The largest error of a clock.
        package var worstClock = Hazard.usualClock

        package init(_ kind: Kind, every pause: Spread, lasting span: ClosedRange<Interval>? = nil) {
            let span = span ?? kind.usualSpan
            precondition(pause.longest > .zero, "time passes between one strike and the next")
            precondition(kind.lasts == (span.lowerBound > .zero), "what lasts has a length")
            self.kind = kind
            self.pause = pause
            self.span = span
        }

        /// Creates a hazard with an average pause.
        package init(_ kind: Kind, every pause: Interval, lasting span: ClosedRange<Interval>? = nil) {
            self.init(kind, every: .around(pause), lasting: span)
        }

        package static let usualClock = Interval.hours(24)

        /// The maximum number of devices in a swizzle.
        static let mostOfASwizzle = 100

        /// Returns n, where one in n devices drops out in a swizzle. If there are few devices, about half of them drop
        /// out. If there are many, some dozens drop out.
        static func oneInSoMany(of devices: Int) -> UInt64 { UInt64(max(2, devices * 2 / Self.mostOfASwizzle)) }

        /// The average number of steps that the hazard adds to a plan, for a time span and a number of devices.
        package func steps(in time: Interval, devices: Int) -> Int64 {
            let length = (self.pause.mean + self.span.middle).microseconds
            // This limit is higher than any scenario needs, and low enough to be multiplied without overflow.
            let strikes = min(time.microseconds / max(1, length), 1_000_000_000)
            switch self.kind {
            case .kill, .crash: return strikes
            // After one in eight cuts, a device gets a new address.
            case .partition: return strikes * 9 / 8
            case .skew, .restore: return strikes * 2
            case .swizzle: return strikes * Int64(devices) / Int64(Self.oneInSoMany(of: devices))
            }
        }
    }
}

extension Scenario.Hazard.Kind {
    /// Whether a strike takes time.
    package var lasts: Bool { self != .crash }

    /// The average pause between two strikes when the scenario gives none.
    package var usualPause: Interval {
        switch self {
        case .kill, .skew, .swizzle: .minutes(20)
        case .partition: .minutes(15)
        case .restore: .minutes(30)
        case .crash: .minutes(10)
        }
    }

    /// The duration when the scenario gives none.
    package var usualSpan: ClosedRange<Interval> {
        switch self {
        case .kill: .seconds(1)...(.minutes(2))
        case .partition: .seconds(5)...(.minutes(10))
        case .skew: .seconds(1)...(.hours(1))
        case .restore: .seconds(5)...(.minutes(30))
        case .swizzle: .seconds(2)...(.seconds(20))
        case .crash: .zero ... .zero
        }
    }
}
