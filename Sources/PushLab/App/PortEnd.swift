/// How a process under test ended that is not the lab's own.
package enum PortEnd: Hashable, Sendable {
    /// By its own fault, which is a violation; it may be started again.
    ///
    /// Two faults of one sort are the same mistake, whatever the sentence says of users, devices and numbers.
    case broke(String, sort: String = "")
    /// By its own fault too, before it was told anything of the event at which that was noticed.
    case brokeBefore(String, sort: String = "")
    /// In a way that no later event can mend.
    case gaveUp(LabFailure)
}

/// An app whose process also runs other apps, so that it may be gone without having been told anything.
package protocol HostedApp: LabApp {
    /// Whether the process that this app was launched in is no more.
    var isGone: Bool { get }
}

/// Why a lab cannot go on, whatever else happens in it: the program under test does not take part any more.
public struct LabFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public let description: String

    /// A failure, in words that name the program.
    public init(_ description: String) { self.description = description }
}
