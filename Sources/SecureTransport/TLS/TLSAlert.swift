/// An alert. One side sends it to report a problem to the other side (RFC 8446 section 6).
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
    var meaning: String { Self.table[self.code]?.meaning ?? "its reason is not in any standard" }

    private static let table: [UInt8: (name: String, meaning: String)] = [
        0: ("close_notify", "it closed the connection"),
        10: ("unexpected_message", "it did not expect what we sent"),
        20: ("bad_record_mac", "it received a damaged record from us"),
        21: ("decryption_failed", "it received a damaged record from us"),
        22: ("record_overflow", "a record of ours was too long for it"),
        30: ("decompression_failure", "it could not decompress what we sent"),
        40: ("handshake_failure", "it accepts none of our offers"),
        41: ("no_certificate", "it has no certificate"),
        42: ("bad_certificate", "it rejects our certificate as bad"),
        43: ("unsupported_certificate", "it does not support our type of certificate"),
        44: ("certificate_revoked", "it rejects our certificate as revoked"),
        45: ("certificate_expired", "it rejects our certificate as expired or not yet valid"),
        46: ("certificate_unknown", "it does not accept our certificate"),
        47: ("illegal_parameter", "it rejects a value that we sent"),
        48: ("unknown_ca", "it does not trust the authority that issued our certificate"),
        49: ("access_denied", "it accepts our certificate but not us"),
        50: ("decode_error", "it could not read what we sent"),
        51: ("decrypt_error", "our signature or checksum is wrong"),
        60: ("export_restriction", "export rules restrict its ciphers"),
        70: ("protocol_version", "it supports none of our TLS versions"),
        71: ("insufficient_security", "it rejects our ciphers as too weak"),
        80: ("internal_error", "it had an internal error"),
        86: ("inappropriate_fallback", "it supports a newer TLS version than we offered"),
        90: ("user_canceled", "its user canceled"),
        100: ("no_renegotiation", "it does not renegotiate"),
        109: ("missing_extension", "we did not send an extension that it needs"),
        110: ("unsupported_extension", "we sent an extension that it did not ask for"),
        111: ("certificate_unobtainable", "it could not fetch our certificate"),
        112: ("unrecognized_name", "it does not know the host that we asked for"),
        113: ("bad_certificate_status_response", "it rejects the status of our certificate"),
        114: ("bad_certificate_hash_value", "it rejects the hash of our certificate"),
        115: ("unknown_psk_identity", "it does not know our pre-shared key"),
        116: ("certificate_required", "it needs a certificate from us"),
        120: ("no_application_protocol", "it supports none of our application protocols"),
    ]
}
