/// A file to which lines are appended as they come, such as a capture or a log. What it is told first is why it failed.
final class LineSink {
    let path: RawText
    private let descriptor: Int32
    private(set) var failure: SystemFailure?
    /// Called once, when a line could not be written.
    var onFailure: () -> Void = {}

    /// Opens the file, or makes one that only its owner can read.
    init(_ path: RawText) throws(SystemFailure) {
        self.path = path
        if path == "-" {
            self.descriptor = Platform.standardOutput
        } else if let (descriptor, _, isEnded) = try Platform.openForAppending(path) {
            self.descriptor = descriptor
            if !isEnded { self.write([0x0A]) }
        } else {
            self.descriptor = try Platform.createForAppending(path)
        }
    }

    deinit { if self.path != "-" { Platform.close(self.descriptor) } }

    func write(_ line: [UInt8]) {
        guard self.failure == nil else { return }
        do throws(SystemFailure) { try Platform.writeAll(line, to: self.descriptor) } catch {
            self.failure = error
            self.onFailure()
        }
    }
}
