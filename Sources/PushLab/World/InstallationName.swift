import Basics

/// The service's name for an installation of the app: user, device, and how often the app was installed there.
///
/// Two installations never have the same name, whatever characters the names of users and devices contain.
enum InstallationName {
    static func text(user: String, device: String, count: Int = 1) -> String {
        let name = "\(Self.escaped(user))/\(Self.escaped(device))"
        return count == 1 ? name : "\(name)#\(count)"
    }

    /// Whether a name needs no escaping.
    static func isPlain(_ name: String) -> Bool { !name.utf8.contains { Self.mark(for: $0) != nil } }

    private static func escaped(_ name: String) -> String {
        guard !Self.isPlain(name) else { return name }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            if let mark = Self.mark(for: byte) { bytes += mark.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func mark(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "/"): "%2F"
        case UInt8(ascii: "#"): "%23"
        case UInt8(ascii: "%"): "%25"
        default: nil
        }
    }
}
