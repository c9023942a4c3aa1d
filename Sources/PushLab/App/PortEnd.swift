/// The end of a process in which a program under test runs. This process is not the lab's own process.
package enum PortEnd: Hashable, Sendable {
    /// The process ended because of a fault of the program, which is a violation.
    ///
    /// The process may be started again.
    ///
    /// Two faults with the same `sort` are the same bug, even when their sentences name different users, devices and
    /// numbers.
    case broke(String, sort: String = "")
    /// The process ended because of a fault of the program before it received the current event.
    case brokeBefore(String, sort: String = "")
    /// The process ended in a way that no later event can fix.
    case gaveUp(LabFailure)
}

/// An app whose process also runs other apps. The process may end without an event of this app.
package protocol HostedApp: LabApp {
    /// Whether the process in which this app was launched has ended.
    var isGone: Bool { get }
}

/// The reason why a lab cannot continue: the program under test has stopped for good.
public struct LabFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, and what to do about it.
    public let description: String

    /// Creates a failure.
    ///
    /// The description should name the program.
    public init(_ description: String) { self.description = description }
}
