internal import COpenSSL

/// Converts OpenSSL's errors into readable refusals.
enum Diagnosis {
    /// Reads OpenSSL's error queue; call it directly after the call that failed.
    static func ofError(_ connection: OpaquePointer, _ notes: ConnectionNotes, opening: [UInt8]) -> TLSRefusal {
        let error = OpenSSLErrors.takeReasonOfTLS()
        let words = error.words ?? "it gave no reason"
        if let stranger = Self.ofOpening(opening) { return stranger }
        guard let reason = error.number else { return .brokenProtocol(words: words) }
        let alerts = Int32(SSL_AD_REASON_OFFSET)..<Int32(SSL_AD_REASON_OFFSET) + 256
        if alerts.contains(reason) {
            return .byPeer(TLSAlert(code: UInt8(reason - alerts.lowerBound), sender: .peer))
        }
        switch reason {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            let result = CertificateJudge.words(SSL_get_verify_result(connection))
            return notes.refusal ?? .badCertificate(certificate: "unread", words: result)
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
            return .certificateMissing
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
            return Self.ofVersion(notes, opening)
        case SSL_R_NO_SHARED_CIPHER:
            return .noCommonSuite(ours: notes.settings.suites.map(\.rawValue))
        case SSL_R_NO_SHARED_GROUPS, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SUITABLE_GROUPS:
            return .noCommonGroup(ours: notes.settings.groups.map(\.rawValue))
        case SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
            return .noCommonSignature
        case SSL_R_NO_APPLICATION_PROTOCOL:
            return .noCommonProtocol(ours: notes.settings.protocols.names)
        default:
            return Self.ofRecord.contains(reason) ? .badRecord(words: words) : .brokenProtocol(words: words)
        }
    }

    /// The errors of the record layer.
    private static let ofRecord: Set<Int32> = [
        SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, SSL_R_DECRYPTION_FAILED, SSL_R_BAD_RECORD_TYPE,
        SSL_R_ENCRYPTED_LENGTH_TOO_LONG, SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_DATA_LENGTH_TOO_LONG,
        SSL_R_LENGTH_TOO_SHORT, SSL_R_LENGTH_TOO_LONG, SSL_R_WRONG_VERSION_NUMBER, SSL_R_RECORD_TOO_SMALL,
        SSL_R_UNEXPECTED_RECORD, SSL_R_BAD_LENGTH,
    ]

    private static func ofVersion(_ notes: ConnectionNotes, _ opening: [UInt8]) -> TLSRefusal {
        let versions = notes.settings.versions
        if notes.role == .server, let offered = notes.offered {
            if offered.oldest > UInt16(versions.upperBound.number) {
                let oldest = TLSVersion(number: Int32(offered.oldest)) ?? .v1_3
                return .versionTooNew(needed: oldest, newest: versions.upperBound)
            }
            return .versionTooOld(offered: TLSVersion.name(ofNumber: offered.newest), needed: versions.lowerBound)
        }
        // The server's answer is a handshake record with a message of kind 2. It contains the version that the server
        // chose.
        guard opening.count == Wire.openingCount, opening[0] == 22, opening[5] == 2 else {
            return .versionTooOld(offered: nil, needed: versions.lowerBound)
        }
        let chosen = UInt16(opening[9]) << 8 | UInt16(opening[10])
        return .versionTooOld(offered: TLSVersion.name(ofNumber: chosen), needed: versions.lowerBound)
    }

    private static let startsOfHTTP = [
        "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE ", "CONNECT ", "PRI ", "HTTP/",
    ].map { Array($0.utf8) }

    /// Recognises other protocols by their first bytes. Returns nil for TLS records, and if there are no bytes.
    static func ofOpening(_ opening: [UInt8]) -> TLSRefusal? {
        guard let first = opening.first else { return nil }
        let isRecord = (20...23).contains(first) && (opening.count < 2 || opening[1] == 3)
        guard !isRecord else { return nil }
        let isHTTP = Self.startsOfHTTP.contains { $0.starts(with: opening.prefix($0.count)) }
        return isHTTP ? .plainHTTP : .notTLS(opening: Array(opening.prefix(5)))
    }
}
