import Basics

/// A rule of the lab that was broken.
public struct LabViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The description of the violation.
    public let sentence: String
    /// The virtual time of the violation, since the lab began.
    public let time: Duration

    init(_ sentence: String, at time: Interval) {
        self.sentence = sentence
        self.time = .microseconds(time.microseconds)
    }

    /// The sentence without its numbers, which differ between runs.
    var gist: String { self.sentence.filter { !$0.isNumber } }

    /// The sentence with its time.
    public var description: String { "\(Interval(self.time).clockText) \(self.sentence)" }
}
