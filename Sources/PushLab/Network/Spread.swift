package import Basics

/// A distribution of durations or pauses. Each use draws a new value from it.
package enum Spread: Hashable, Sendable {
    /// A uniform distribution between two times: `5ms..80ms` in a scenario.
    case even(ClosedRange<Interval>)
    /// An exponential distribution, mostly short and sometimes long: `exp(40ms)`.
    case exponential(mean: Interval)

    /// A uniform distribution from zero to twice the mean.
    package static func around(_ mean: Interval) -> Spread { .even(.zero...(mean * 2)) }

    package var mean: Interval {
        switch self {
        case .even(let range): range.middle
        case .exponential(let mean): mean
        }
    }

    /// The longest possible value.
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
    /// Returns the interval multiplied by a count. The result is at most the longest possible interval.
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
