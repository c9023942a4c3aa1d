/// Imports a whole file as one payload. Invalid payloads are imported too, because they are evidence.
package struct PayloadImporter: Sendable {
    private let channel: CaptureEntry.Channel
    private var payload: [UInt8] = []
    private var isTooLong = false

    package init(channel: CaptureEntry.Channel) { self.channel = channel }

    package mutating func read(_ chunk: UnsafeBufferPointer<UInt8>) {
        guard !self.isTooLong, self.payload.count + chunk.count <= CaptureReader.mostPayloadBytes else {
            self.payload = []
            self.isTooLong = true
            return
        }
        self.payload.append(contentsOf: chunk)
    }

    /// - Parameter source: The name of the file.
    package func entry(from source: String) throws(CaptureFinding) -> CaptureEntry {
        if self.isTooLong {
            throw CaptureFinding(
                .tooLong, "the payload is longer than the limit of \(CaptureReader.mostPayloadBytes) bytes")
        }
        if self.payload.isEmpty { throw CaptureFinding(.empty, "the file is empty") }
        return CaptureEntry(channel: self.channel, source: source, payload: self.payload)
    }
}
