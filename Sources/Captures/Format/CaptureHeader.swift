package import Basics

/// The first line of a capture. When captures are joined, each part has its own header.
package struct CaptureHeader: Hashable, Sendable {
    /// The version of the format that this package reads and writes.
    package static let version = 1

    /// The wall-clock time from which times are counted; nil when unknown.
    package var started: Instant?

    package init(started: Instant? = nil) { self.started = started }
}
