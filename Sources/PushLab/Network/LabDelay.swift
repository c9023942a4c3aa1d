import Basics

/// How long messages take, rolled anew for each.
public enum LabDelay: Hashable, Sendable {
    /// Anything between two durations, all alike.
    case within(ClosedRange<Duration>)
    /// Mostly short and now and then long, so much on average and never more than 45 times that.
    case exponential(mean: Duration)

    /// In the lab's own measure. No message arrives before it is sent.
    package var spread: Spread {
        switch self {
        case .within(let range):
            .even(max(Interval(range.lowerBound), .zero)...max(Interval(range.upperBound), .zero))
        case .exponential(let mean): .exponential(mean: max(Interval(mean), .zero))
        }
    }
}

extension LabDelay {
    package init(_ spread: Spread) {
        switch spread {
        case .even(let range):
            self = .within(
                .microseconds(range.lowerBound.microseconds)...(.microseconds(range.upperBound.microseconds)))
        case .exponential(let mean): self = .exponential(mean: .microseconds(mean.microseconds))
        }
    }
}
