import Basics

/// Something that must not happen, and did.
public struct LabViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    public let sentence: String
    /// When it happened, in virtual time since the lab began.
    public let time: Duration

    init(_ sentence: String, at time: Interval) {
        self.sentence = sentence
        self.time = .microseconds(time.microseconds)
    }

    /// The sentence without its numbers, which are others in another run.
    var gist: String { self.sentence.filter { !$0.isNumber } }

    /// The sentence with its time.
    public var description: String { "\(Interval(self.time).clockText) \(self.sentence)" }
}
