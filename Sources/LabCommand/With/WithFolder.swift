import Basics
import PushServer
import SecureTransport

/// The temporary folder of `with`: the authority, a bundle of trusted roots, and a provider key.
final class WithFolder {
    private let folder: PrivateFolder
    let authority: ThrowAwayAuthority
    /// The key that tests may sign provider tokens with.
    let key = PrivateKey.generate()
    let keyID: String
    let teamID: String
    /// The token that requests to the control API may carry. Requests over loopback need no token.
    let controlToken = Hex.text(of: RandomBytes.make(16))

    private static let names = ["ca.pem", "bundle.pem", "key.p8", "hosts"]
    /// The paths of the trusted root certificates on common systems.
    static let trustStores = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

    init(now: Instant) throws(WithRefusal) {
        do {
            self.folder = try PrivateFolder()
            self.authority = try ThrowAwayAuthority(.ofRun(at: now))
        } catch let error as ServerError {
            throw WithRefusal(words: error.description, status: .outputFailed)
        } catch {
            throw WithRefusal(words: "\(error)", status: .broken)
        }
        (self.keyID, self.teamID) = (Self.freshName(), Self.freshName())
        let ca = Array(self.authority.certificate.pem.utf8)
        try self.write(ca, "ca.pem")
        try self.write(Self.roots + ca, "bundle.pem")
        try self.write(Array(self.key.pem.utf8), "key.p8")
    }

    /// Returns a random name of ten letters and digits, the format of Apple's ids.
    private static func freshName() -> String {
        String(RandomBytes.make(10).map { Self.letters[Int($0) % Self.letters.count] })
    }

    /// The root certificates that the command would trust without the lab.
    private static var roots: [UInt8] {
        let named = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"].compactMap { Platform.environment($0) }
        let system = Self.trustStores.lazy.compactMap { try? Platform.contents(of: RawText($0)) }.first ?? []
        return named.reduce(into: system) { all, path in
            guard !Self.trustStores.contains(path) else { return }
            all += ((try? Platform.contents(of: RawText(path))) ?? []) + [0x0A]
        }
    }

    var path: String { self.folder.path }

    func file(_ name: String) -> String { "\(self.path)/\(name)" }

    func write(_ bytes: [UInt8], _ name: String) throws(WithRefusal) {
        let path = RawText(self.file(name))
        do throws(RunEnd) { try OutputFile.write(bytes, to: path) } catch {
            throw WithRefusal(words: "cannot write '\(TerminalText.escaped(path))'", status: .outputFailed)
        }
    }

    func remove() { self.folder.remove(with: Self.names) }
}

/// The reason why `with` does not start: a sentence for people, and the exit status.
struct WithRefusal: Error {
    let words: String
    let code: Int32

    init(words: String, status: ExitStatus) { (self.words, self.code) = (words, status.rawValue) }

    init(words: String, code: Int32) { (self.words, self.code) = (words, code) }
}
