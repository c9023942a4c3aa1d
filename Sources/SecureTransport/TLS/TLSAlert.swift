/// An alert, by which one side reports a problem to the other (RFC 8446 section 6).
package struct TLSAlert: Hashable, Sendable, CustomStringConvertible {
    package enum Sender: Hashable, Sendable {
        case us
        case peer
    }

    package let code: UInt8
    package let sender: Sender

    package init(code: UInt8, sender: Sender) {
        self.code = code
        self.sender = sender
    }

    /// The text, such as `alert 48, unknown_ca`.
    package var description: String { "alert \(self.code), \(self.name)" }

    package var name: String { Self.table[self.code]?.name ?? "unassigned" }

    /// The meaning of the alert when the peer sends it.
    var meaning: String { Self.table[self.code]?.meaning ?? "it gives a reason that no standard names" }

    private static let table: [UInt8: (name: String, meaning: String)] = [
        0: ("close_notify", "it has no more to say"),
        10: ("unexpected_message", "it did not expect what we sent"),
        20: ("bad_record_mac", "a record of ours reached it damaged"),
        21: ("decryption_failed", "a record of ours reached it damaged"),
        22: ("record_overflow", "a record of ours was too long for it"),
        30: ("decompression_failure", "it could not unpack what we sent"),
        40: ("handshake_failure", "nothing of what we offer suits it"),
        41: ("no_certificate", "it has no certificate"),
        42: ("bad_certificate", "it finds our certificate bad"),
        43: ("unsupported_certificate", "it cannot use our sort of certificate"),
        44: ("certificate_revoked", "it finds our certificate revoked"),
        45: ("certificate_expired", "it finds our certificate expired or not yet valid"),
        46: ("certificate_unknown", "it does not accept our certificate"),
        47: ("illegal_parameter", "it finds a value that we sent illegal"),
        48: ("unknown_ca", "it does not trust the authority that issued our certificate"),
        49: ("access_denied", "it accepts our certificate but not us"),
        50: ("decode_error", "it could not read what we sent"),
        51: ("decrypt_error", "a signature or a checksum of ours is wrong"),
        60: ("export_restriction", "it keeps to rules on the export of ciphers"),
        70: ("protocol_version", "it speaks none of the TLS versions that we speak"),
        71: ("insufficient_security", "our ciphers are too weak for it"),
        80: ("internal_error", "it has a fault of its own"),
        86: ("inappropriate_fallback", "it could speak a newer TLS version than we ask for"),
        90: ("user_canceled", "its user gave up"),
        100: ("no_renegotiation", "it does not renegotiate"),
        109: ("missing_extension", "it misses an extension in what we sent"),
        110: ("unsupported_extension", "it did not ask for an extension that we sent"),
        111: ("certificate_unobtainable", "it could not fetch our certificate"),
        112: ("unrecognized_name", "it does not know the host that we asked for"),
        113: ("bad_certificate_status_response", "it finds the status of our certificate bad"),
        114: ("bad_certificate_hash_value", "it finds the hash of our certificate wrong"),
        115: ("unknown_psk_identity", "it does not know our pre-shared key"),
        116: ("certificate_required", "it needs a certificate from us"),
        120: ("no_application_protocol", "it speaks none of the application protocols that we offer"),
    ]
}
