/// A file to which lines are appended, such as a capture or a log.
///
/// Remembers the first failure.
final class LineSink {
    let path: RawText
    private let descriptor: Int32
    private(set) var failure: SystemFailure?
    /// A closure that is called once, when writing a line fails for the first time.
    var onFailure: () -> Void = {}

    /// Opens the file.
    ///
    /// A new file can be read by its owner only.
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

    /// Returns whether the line was written.
    @discardableResult
    func write(_ line: [UInt8]) -> Bool {
        guard self.failure == nil else { return false }
        do throws(SystemFailure) {
            try Platform.writeAll(line, to: self.descriptor)
            return true
        } catch {
            self.failure = error
            self.onFailure()
            return false
        }
    }
}
