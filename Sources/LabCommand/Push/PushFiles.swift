import FeedService
import PushServer
import SecureTransport

/// The files that a push needs.
///
/// If a method fails, it reports the reason and returns nil.
struct PushFiles {
    var console = Console()
    var status = ExitStatus.passed

    /// The files in which systems store their trusted authorities.
    private static let systemBundles: [RawText] = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    mutating func fail(_ status: ExitStatus, _ message: String) throws(RunEnd) {
        self.status = status
        try self.console.complain(message)
    }

    /// Returns the content of a file, up to 1 MB.
    mutating func contents(of path: RawText) throws(RunEnd) -> [UInt8]? {
        let name = InputDesk.quoted(path)
        do throws(SystemFailure) {
            if path == "-" { return try Platform.contents(of: Platform.standardInput) }
            return try Platform.contents(of: path)
        } catch {
            // A call that a signal interrupted has not failed.
            try RunEnd.heedInterrupts()
            if error.isTooBig {
                try self.fail(.badData, "\(name) is larger than the limit of 1 MB")
            } else {
                try self.fail(
                    .missingInput, "cannot read \(name): \(error.message)\(InputStream.guess(at: path, error))")
            }
            return nil
        }
    }

    /// Reads the key that signs provider tokens.
    mutating func signer(_ path: RawText) throws(RunEnd) -> KeySigner? {
        guard let text = try self.contents(of: path) else { return nil }
        do throws(PEMFault) {
            return KeySigner(key: try PrivateKey(pem: text))
        } catch {
            try self.fail(.badData, "\(InputDesk.quoted(path)) is not a key for APNs: \(error)")
            return nil
        }
    }

    /// Reads the client certificate with its private key, which may be in the same file.
    mutating func identity(_ file: RawText, _ keyFile: RawText) throws(RunEnd) -> Identity? {
        guard let text = try self.contents(of: file) else { return nil }
        var keyText: [UInt8]?
        if keyFile != file {
            keyText = try self.contents(of: keyFile)
            if keyText == nil { return nil }
        }
        do {
            guard let keyText else { return try Identity(pem: text) }
            return try Identity(chainPEM: text, keyPEM: keyText)
        } catch {
            try self.fail(.badData, "\(InputDesk.quoted(file)) is not a usable client certificate: \(error)")
            return nil
        }
    }

    /// Reads the trusted authorities from a file, or uses the authorities of the system.
    mutating func trust(_ path: RawText?) throws(RunEnd) -> TLSTrust? {
        guard let path = path ?? Self.systemBundle else {
            try self.fail(
                .missingInput, "this system has no CA certificates; install ca-certificates or give --ca FILE")
            return nil
        }
        guard let text = try self.contents(of: path) else { return nil }
        do throws(PEMFault) {
            return TLSTrust(try CertificateChain(pem: text).certificates)
        } catch {
            try self.fail(.badData, "\(InputDesk.quoted(path)) has no usable CA certificates: \(error)")
            return nil
        }
    }

    private static var systemBundle: RawText? {
        if let chosen = Platform.environment("SSL_CERT_FILE"), !chosen.isEmpty { return RawText(chosen) }
        return Self.systemBundles.first { path in
            if case .file? = try? Platform.kind(of: path) { true } else { false }
        }
    }
}

/// Signs provider tokens with one key.
struct KeySigner: ProviderSigner {
    let key: PrivateKey

    func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] { self.key.signature(over: bytes) }
}
