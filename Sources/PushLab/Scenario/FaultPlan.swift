package import Basics

extension Scenario {
    /// What befalls the world while chance chooses deeds, or all the time where nothing is left to chance. Its dice are
    /// its own: without it the deeds are the same.
    package struct FaultPlan: Hashable, Sendable {
        /// Whether each run leaves whole hazards out, so that each also meets the world without the others.
        package var isSwarm = false
        /// At most one of a kind, in the order of the kinds.
        package var hazards: [Hazard] = []

        package init(isSwarm: Bool = false, _ hazards: [Hazard] = []) {
            self.isSwarm = isSwarm
            self.hazards = hazards
        }
    }

    /// Something that strikes again and again, and lasts each time.
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
        /// How much time passes from its end to the next time.
        package var pause: Spread
        /// How long it lasts; what takes no time, none.
        package var span: ClosedRange<Interval>
        /// How far a clock may be off.
        package var worstClock = Hazard.usualClock

        package init(_ kind: Kind, every pause: Spread, lasting span: ClosedRange<Interval>? = nil) {
            let span = span ?? kind.usualSpan
            precondition(pause.longest > .zero, "time passes between one strike and the next")
            precondition(kind.lasts == (span.lowerBound > .zero), "what lasts has a length")
            self.kind = kind
            self.pause = pause
            self.span = span
        }

        /// So much time passes on average.
        package init(_ kind: Kind, every pause: Interval, lasting span: ClosedRange<Interval>? = nil) {
            self.init(kind, every: .around(pause), lasting: span)
        }

        package static let usualClock = Interval.hours(24)

        /// How many devices a swizzle takes at most.
        static let mostOfASwizzle = 100

        /// One in so many devices drops out in a swizzle: about half of them, or some dozens of many.
        static func oneInSoMany(of devices: Int) -> UInt64 { UInt64(max(2, devices * 2 / Self.mostOfASwizzle)) }

        /// How many steps it puts among the others in so much time, on average, where there are so many devices.
        package func steps(in time: Interval, devices: Int) -> Int64 {
            let length = (self.pause.mean + self.span.middle).microseconds
            // Nobody takes more than that, and it can be multiplied.
            let strikes = min(time.microseconds / max(1, length), 1_000_000_000)
            switch self.kind {
            case .kill, .crash: return strikes
            // Behind one of eight cuts a device moves.
            case .partition: return strikes * 9 / 8
            case .skew, .restore: return strikes * 2
            case .swizzle: return strikes * Int64(devices) / Int64(Self.oneInSoMany(of: devices))
            }
        }
    }
}

extension Scenario.Hazard.Kind {
    /// Whether it takes time.
    package var lasts: Bool { self != .crash }

    /// How much time passes between two of them, on average, where nobody says.
    package var usualPause: Interval {
        switch self {
        case .kill, .skew, .swizzle: .minutes(20)
        case .partition: .minutes(15)
        case .restore: .minutes(30)
        case .crash: .minutes(10)
        }
    }

    /// How long it lasts where nobody says.
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
