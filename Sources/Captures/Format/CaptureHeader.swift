package import Basics

/// The line that a capture begins with. Where captures were joined, each part has its own.
package struct CaptureHeader: Hashable, Sendable {
    /// The version of the format that this package reads and writes.
    package static let version = 1

    /// The wall clock at the moment from which times are counted; nil when nobody knows.
    package var started: Instant?

    package init(started: Instant? = nil) { self.started = started }
}
