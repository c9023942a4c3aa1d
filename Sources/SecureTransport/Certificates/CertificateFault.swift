/// Why a certificate cannot be made or used: what is wrong, the limit, and the remedy.
package struct CertificateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for a program.
    package enum Code: Hashable, Sendable {
        case noNames, badName, badAddress, badTopic, badText, badValidity, noAuthority, wrongKey
    }

    package let code: Code
    /// A sentence for people.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { self.reason }
}
