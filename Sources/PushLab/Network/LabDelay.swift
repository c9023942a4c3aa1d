import Basics

/// The delay of messages, drawn for each message.
public enum LabDelay: Hashable, Sendable {
    /// A uniform distribution between two durations.
    case within(ClosedRange<Duration>)
    /// An exponential distribution: mostly short, sometimes long, never more than 45 times the mean.
    case exponential(mean: Duration)

    /// The delay in the lab's own type, never below zero.
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
