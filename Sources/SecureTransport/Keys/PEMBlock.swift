/// One block of PEM: the bytes between `-----BEGIN …-----` and `-----END …-----`.
struct PEMBlock: Hashable {
    /// The label after BEGIN.
    enum Label: String, CaseIterable {
        case certificate = "CERTIFICATE"
        case trustedCertificate = "TRUSTED CERTIFICATE"
        case certificateRequest = "CERTIFICATE REQUEST"
        case revocationList = "X509 CRL"
        case privateKey = "PRIVATE KEY"
        case encryptedPrivateKey = "ENCRYPTED PRIVATE KEY"
        case ecPrivateKey = "EC PRIVATE KEY"
        case ecParameters = "EC PARAMETERS"
        case rsaPrivateKey = "RSA PRIVATE KEY"
        case dsaPrivateKey = "DSA PRIVATE KEY"
        case sshPrivateKey = "OPENSSH PRIVATE KEY"
        case publicKey = "PUBLIC KEY"
        case rsaPublicKey = "RSA PUBLIC KEY"
    }

    /// The label; nil if it is unknown. An unknown label is never shown.
    let label: Label?
    let bytes: [UInt8]
    /// The line at which the block begins, counted from 1.
    let line: Int
    /// Whether headers before the bytes mark the bytes as encrypted.
    let isEncrypted: Bool

    /// The label as messages show it.
    var name: String { self.label.map { "'\($0.rawValue)'" } ?? "an unknown block" }

    /// Returns the text of one block, in lines of 64 characters.
    static func text(_ label: Label, _ bytes: [UInt8]) -> String {
        var lines = Base64Text.encoded(bytes)[...]
        var text = "-----BEGIN \(label.rawValue)-----\n"
        while !lines.isEmpty {
            text += String(decoding: lines.prefix(64), as: UTF8.self) + "\n"
            lines = lines.dropFirst(64)
        }
        return text + "-----END \(label.rawValue)-----\n"
    }
}
