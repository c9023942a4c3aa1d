@testable import PushServer

/// Frames of HTTP/2 as bytes, for clients that misbehave.
enum Frames {
    static let preface = ProtocolSniffer.preface + Frames.frame(4, flags: 0, stream: 0, [])

    static func frame(_ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), kind, flags]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: stream >> (8 * $0)) } + payload
    }

    /// The headers of a request in HPACK, from the static table and literals: `:method` POST, `:scheme` http, and the
    /// other two with these texts.
    static func request(_ path: String, more: [UInt8] = []) -> [UInt8] {
        [0x83, 0x86] + Self.literal(4, path) + Self.literal(1, "localhost") + more
    }

    /// A header whose name is in the static table, with a value that is not put into the dynamic one.
    static func literal(_ name: UInt8, _ value: String) -> [UInt8] { [name] + Self.text(value) }

    /// A header with both texts, put into the dynamic table.
    static func indexed(_ name: String, _ value: String) -> [UInt8] { [0x40] + Self.text(name) + Self.text(value) }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var (rest, length) = (bytes.count - 127, [UInt8(127)])
        while rest >= 128 {
            length.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }

    static func headers(stream: UInt32, endsHeaders: Bool = true, endsStream: Bool, _ block: [UInt8]) -> [UInt8] {
        Self.frame(1, flags: (endsHeaders ? 0x4 : 0) | (endsStream ? 0x1 : 0), stream: stream, block)
    }

    /// A frame that a server sent.
    struct Received {
        let kind: UInt8
        let payload: [UInt8]

        /// The number that begins at this byte.
        func number(at place: Int) -> UInt32 {
            self.payload.dropFirst(place).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// The frames in what a server sent; one that is cut off is left out.
    static func all(in bytes: [UInt8]) -> [Received] {
        var (place, frames) = (0, [Received]())
        while place + 9 <= bytes.count {
            let length = Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
            let end = place + 9 + length
            guard end <= bytes.count else { break }
            frames.append(Received(kind: bytes[place + 3], payload: Array(bytes[place + 9..<end])))
            place = end
        }
        return frames
    }

    /// The error codes of a server's GOAWAY frames.
    static func goAways(_ bytes: [UInt8]) -> [UInt32] {
        Self.all(in: bytes).filter { $0.kind == 7 }.map { $0.number(at: 4) }
    }

    /// The last streams that a server's GOAWAY frames name.
    static func lastStreams(_ bytes: [UInt8]) -> [UInt32] {
        Self.all(in: bytes).filter { $0.kind == 7 }.map { $0.number(at: 0) }
    }

    /// The number of DATA frames that a server sent.
    static func bodies(_ bytes: [UInt8]) -> Int { Self.all(in: bytes).count { $0.kind == 0 } }
}
