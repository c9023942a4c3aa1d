package import Basics
internal import COpenSSL

/// The time for which a certificate is valid, in whole seconds.
package struct Validity: Hashable, Sendable {
    package let start: Instant
    package let end: Instant

    /// Creates a validity that includes the second of `end`. Fractions of seconds are cut off.
    package init(from start: Instant, to end: Instant) throws(CertificateFault) {
        let range = Self.firstSecond...Self.lastSecond
        guard range.contains(start.seconds), range.contains(end.seconds), start.seconds <= end.seconds else {
            throw CertificateFault(
                .badValidity, "a certificate must begin before it ends, and both in the years 1950 to 9999")
        }
        self.start = Instant(microseconds: start.seconds * 1_000_000)
        self.end = Instant(microseconds: end.seconds * 1_000_000)
    }

    /// Returns the validity of a certificate that is made for a test run.
    ///
    /// A clock may be a day behind, and clients accept no more than 825 days.
    package static func ofRun(at now: Instant) throws(CertificateFault) -> Validity {
        try Validity(from: now - .days(1), to: now + .days(825))
    }

    package func contains(_ moment: Instant) -> Bool {
        (self.start.seconds...self.end.seconds).contains(moment.seconds)
    }

    /// The second 1950-01-01T00:00:00Z; RFC 5280 has no form for earlier times.
    private static let firstSecond: Int64 = -631_152_000
    /// The second 9999-12-31T23:59:59Z.
    private static let lastSecond: Int64 = 253_402_300_799
}
