private import CSimdjsonPeer

/// simdjson on each line of a file: a lower bound for the cost of any verdict on lines of JSON.
///
/// The peer reads either the lines alone, or also the payloads in them.
final class JSONLinePeer {
    private static let mostBytes = 1 << 18

    static var name: String { String(cString: simdjson_peer_description()) }

    private let parser: UnsafeMutableRawPointer
    private let payloadParser: UnsafeMutableRawPointer
    private let buffer: UnsafeMutablePointer<UInt8>
    /// The number of bytes of a line that is still incomplete.
    private var rest = 0

    /// Returns nil if the library was not available at build time.
    init?() {
        guard simdjson_peer_is_available(), let parser = simdjson_peer_make_parser(Self.mostBytes),
            let payloadParser = simdjson_peer_make_parser(Self.mostBytes)
        else { return nil }
        (self.parser, self.payloadParser) = (parser, payloadParser)
        self.buffer = .allocate(capacity: Self.mostBytes + simdjson_peer_padding())
        self.buffer.initialize(repeating: 0, count: Self.mostBytes + simdjson_peer_padding())
    }

    deinit {
        self.buffer.deallocate()
        simdjson_peer_free_parser(self.parser)
        simdjson_peer_free_parser(self.payloadParser)
    }

    /// Returns the number of lines of a file that are JSON.
    func lines(of path: String) -> Int {
        self.count(in: path) { line, length in simdjson_peer_is_silent(self.parser, line, length) >= 0 }
    }

    /// Counts lines of a file. A line counts if its payload is JSON and a silent push.
    func silentPayloads(of path: String) -> Int {
        self.count(in: path) { line, length in
            simdjson_peer_payload_is_silent(self.parser, self.payloadParser, line, length) == 1
        }
    }

    private func count(in path: String, where isCounted: (UnsafePointer<UInt8>, Int) -> Bool) -> Int {
        var count = 0
        self.rest = 0
        Platform.read(path) { chunk in
            guard let first = chunk.baseAddress, self.rest + chunk.count <= Self.mostBytes else { return }
            (self.buffer + self.rest).update(from: first, count: chunk.count)
            let filled = self.rest + chunk.count
            var begin = 0
            Platform.forEachLine(of: UnsafeBufferPointer(start: self.buffer, count: filled)) { length in
                if isCounted(self.buffer + begin, length) { count += 1 }
                begin += length + 1
            }
            self.rest = filled - begin
            self.buffer.update(from: self.buffer + begin, count: self.rest)
        }
        return count
    }
}
