internal import COpenSSL

/// The supported TLS versions. Older versions are refused, and the error names the version.
package enum TLSVersion: String, Hashable, Comparable, Sendable, CaseIterable {
    case v1_2 = "TLS 1.2"
    case v1_3 = "TLS 1.3"

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.number < right.number }

    /// The number on the wire.
    var number: Int32 {
        switch self {
        case .v1_2: TLS1_2_VERSION
        case .v1_3: TLS1_3_VERSION
        }
    }

    init?(number: Int32) {
        guard let version = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = version
    }

    /// Returns the common name of a version number on the wire.
    static func name(ofNumber number: UInt16) -> String {
        switch number {
        case 0x0002: "SSL 2"
        case 0x0300: "SSL 3"
        case 0x0301...0x0304: "TLS 1.\(number - 0x0301)"
        default: "version 0x" + String(number, radix: 16)
        }
    }
}
