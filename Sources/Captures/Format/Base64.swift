internal import Basics

/// Base64 with padding, as in RFC 4648 §4.
enum Base64 {
    static func text(of bytes: [UInt8]) -> String {
        var text = Base64URL.text(of: bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes only the form that ``text(of:)`` writes.
    static func bytes(of text: String) -> [UInt8]? {
        let isOurs = text.utf8.count.isMultiple(of: 4) && !text.utf8.contains { $0 == 0x2D || $0 == 0x5F }
        return isOurs ? Base64URL.bytes(ofLenient: text) : nil
    }
}
