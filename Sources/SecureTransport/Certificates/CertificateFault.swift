/// The reason why a certificate cannot be made or used: the problem, the limit, and the remedy.
package struct CertificateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem, for programs.
    package enum Code: Hashable, Sendable {
        case noNames, badName, badAddress, badTopic, badText, badValidity, noAuthority, wrongKey
    }

    package let code: Code
    /// One sentence for humans.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { self.reason }
}
