internal import Basics
internal import ShoulderTap

/// A fast reader for lines from `CaptureWriter`. Most of these lines differ only in time, device and payload.
///
/// The reader creates only the requested parts of a line. Lines of any other form are left to the full reader.
struct FamiliarReader: Sendable {
    /// The maximum size of a payload. Longer payloads are rare, and the full reader reads them.
    private static let longestPayload = 1 << 16

    /// The content of one line, valid until the next line is read.
    struct Line {
        /// The offset just after the line feed.
        let end: Int
        fileprivate let time: Int64?
        let channel: CaptureEntry.Channel
        fileprivate let device: Range<Int>?
        fileprivate let isToken: Bool
        fileprivate let source: Range<Int>?
        fileprivate let payloadCount: Int
        fileprivate let status: Int64?
        fileprivate let isASCII: Bool
        fileprivate let start: Int
    }

    /// The unescaped payload of the last line; empty before the first line.
    private var payload: [UInt8] = []
    /// The text of the last line's headers. The next line usually has the same headers.
    private var headerText: [UInt8] = []
    private var headers = HeaderList()
    private var hasHeaders = false

    /// Returns the line that begins at `start`. Returns nil if the line does not end in these bytes or does not have
    /// the expected form.
    mutating func line(in bytes: UnsafeRawBufferPointer, from start: Int) -> Line? {
        var scanner = FamiliarScanner(bytes, from: start)
        guard scanner.skip("{\"") else { return nil }
        var time: Int64?
        if scanner.skip("time\":") {
            guard let number = scanner.number(), scanner.skip(",\"") else { return nil }
            time = number
        }
        guard let channel = Self.channel(&scanner) else { return nil }
        var (device, source): (Range<Int>?, Range<Int>?)
        var isToken = false
        if scanner.skip(",\"device\":\"") {
            guard let text = scanner.plainText() else { return nil }
            device = text
        } else if scanner.skip(",\"token\":\"") {
            guard let text = scanner.plainText() else { return nil }
            (device, isToken) = (text, true)
        }
        if scanner.skip(",\"source\":\"") {
            guard let text = scanner.plainText() else { return nil }
            source = text
        }
        guard self.readHeaders(&scanner, bytes), scanner.skip(",\"payload\":\"") else { return nil }
        if self.payload.isEmpty { self.payload = [UInt8](repeating: 0, count: Self.longestPayload + 32) }
        let count = self.payload.withUnsafeMutableBytes { scanner.text(into: $0) }
        guard let count else { return nil }
        var status: Int64?
        if scanner.skip(",\"answer\":{\"status\":") {
            guard let number = scanner.number(), CaptureLine.statuses.contains(number), scanner.skip("}") else {
                return nil
            }
            status = number
        }
        guard scanner.skip("}\n") else { return nil }
        return Line(
            end: scanner.place, time: time, channel: channel, device: device, isToken: isToken, source: source,
            payloadCount: count, status: status, isASCII: scanner.isASCII, start: start)
    }

    /// Whether a line is valid UTF-8.
    func isText(_ line: Line, in bytes: UnsafeRawBufferPointer) -> Bool {
        if line.isASCII { return true }
        let text = UnsafeRawBufferPointer(rebasing: bytes[line.start..<line.end])
        return String(validating: text, as: UTF8.self) != nil
    }

    private static func channel(_ scanner: inout FamiliarScanner) -> CaptureEntry.Channel? {
        if scanner.skip("channel\":\"apns\"") { return .apns }
        if scanner.skip("channel\":\"fcm\"") { return .fcm }
        if scanner.skip("channel\":\"wns\"") { return .wns }
        return scanner.skip("channel\":\"rest\"") ? .rest : nil
    }

    private mutating func readHeaders(_ scanner: inout FamiliarScanner, _ bytes: UnsafeRawBufferPointer) -> Bool {
        self.hasHeaders = scanner.skip(self.headerText)
        if self.hasHeaders { return true }
        let start = scanner.place
        guard scanner.skip(",\"headers\":[") else { return true }
        var fields = HeaderList()
        repeat {
            guard scanner.skip("{\"name\":\""), let name = scanner.plainText(), scanner.skip(",\"value\":\""),
                let value = scanner.plainText(), scanner.skip("}")
            else { return false }
            fields.append(Self.text(bytes, name), Self.text(bytes, value))
        } while scanner.skip(",")
        // The text includes the closing bracket. Otherwise the next line could begin with the same text and have more
        // headers.
        guard scanner.skip("]") else { return false }
        (self.headerText, self.headers, self.hasHeaders) = (Array(bytes[start..<scanner.place]), fields, true)
        return true
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Returns the kind of a line's payload, by Apple's rules.
    func kind(of line: Line) -> PayloadKind {
        PushPayload.classify(self.payload.span.extracting(0..<line.payloadCount))
    }

    /// Returns the entry of a line.
    func entry(of line: Line, in bytes: UnsafeRawBufferPointer) -> CaptureEntry {
        let device = line.device.map { Self.text(bytes, $0) }
        return CaptureEntry(
            time: line.time, channel: line.channel,
            device: device.map { line.isToken ? .token($0) : .named($0) },
            source: line.source.map { Self.text(bytes, $0) },
            headers: self.hasHeaders ? self.headers : HeaderList(),
            payload: Array(self.payload[..<line.payloadCount]),
            answer: line.status.map { CaptureEntry.Answer(status: Int($0)) })
    }
}
