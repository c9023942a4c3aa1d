package import Basics

/// How long something takes, or how much time lies between one thing and the next, as a die decides each time.
package enum Spread: Hashable, Sendable {
    /// Anything between two times, all alike: `5ms..80ms` in a scenario.
    case even(ClosedRange<Interval>)
    /// Mostly short and now and then long, as of things that keep no memory: `exp(40ms)`.
    case exponential(mean: Interval)

    /// Nothing to twice as long, all alike.
    package static func around(_ mean: Interval) -> Spread { .even(.zero...(mean * 2)) }

    package var mean: Interval {
        switch self {
        case .even(let range): range.middle
        case .exponential(let mean): mean
        }
    }

    /// The longest that it can be.
    package var longest: Interval {
        switch self {
        case .even(let range): range.upperBound
        case .exponential(let mean): mean.times(Draw.mostMeans)
        }
    }
}

extension ClosedRange<Interval> {
    var middle: Interval {
        .microseconds(self.lowerBound.microseconds + (self.upperBound - self.lowerBound).microseconds / 2)
    }
}

extension Interval {
    /// So many times as long, or as long as time is.
    fileprivate func times(_ count: Int64) -> Interval {
        let (product, isTooLong) = self.microseconds.multipliedReportingOverflow(by: count)
        return .microseconds(isTooLong ? .max : product)
    }
}

extension Draw {
    func within(_ spread: Spread) -> Interval {
        switch spread {
        case .even(let range): self.within(range)
        case .exponential(let mean): self.exponential(mean: mean)
        }
    }
}
