/// A file that is written as a whole or not at all: what was there before stays until the new one is complete.
final class OutputFile {
    private static let batch = 1 << 16

    private enum Way {
        case standardOutput
        /// A pipe or a device, which cannot be replaced.
        case directly(Int32)
        case draft(Int32)
        /// Behind what is there, which is so many bytes.
        case append(Int32, size: Int)
    }

    let path: RawText
    private let way: Way
    private var pending: [UInt8] = []
    private var isOpen = true

    /// - Parameter append: Writes behind what is there; a last line without its end gets one first.
    init(_ path: RawText, append: Bool = false) throws(RunEnd) {
        self.path = path
        do throws(SystemFailure) {
            if path == "-" {
                self.way = .standardOutput
            } else if case .other? = try? Platform.kind(of: path) {
                self.way = .directly(try Platform.openForWriting(path))
            } else if append {
                let (descriptor, size, isEnded) = try Platform.openForAppending(path)
                self.way = .append(descriptor, size: size)
                if !isEnded { self.pending = [0x0A] }
            } else {
                self.way = .draft(try Platform.createDraft(of: path))
            }
        } catch {
            throw RunEnd.fileFailed(path, error)
        }
    }

    /// Writes a file that is at hand as a whole.
    static func write(_ bytes: [UInt8], to path: RawText) throws(RunEnd) {
        let file = try OutputFile(path)
        defer { file.discard() }
        try file.write(bytes)
        try file.commit()
    }

    func write(_ bytes: [UInt8]) throws(RunEnd) {
        self.pending += bytes
        if self.pending.count >= Self.batch { try self.flush() }
    }

    /// Puts what was written in its place.
    func commit() throws(RunEnd) {
        try self.flush()
        self.isOpen = false
        do throws(SystemFailure) {
            switch self.way {
            case .standardOutput: break
            case .directly(let descriptor): Platform.close(descriptor)
            case .append(let descriptor, _): try Platform.finish(descriptor)
            case .draft(let descriptor):
                try Platform.finish(descriptor)
                try Platform.publishDraft(of: self.path)
            }
        } catch {
            self.clear()
            throw RunEnd.fileFailed(self.path, error)
        }
    }

    /// Leaves everything as it was; nothing happens behind ``commit()``.
    func discard() {
        guard self.isOpen else { return }
        self.isOpen = false
        switch self.way {
        case .standardOutput: break
        case .directly(let descriptor), .draft(let descriptor): Platform.close(descriptor)
        case .append(let descriptor, let size):
            Platform.cut(descriptor, to: size)
            Platform.close(descriptor)
        }
        self.clear()
    }

    private func flush() throws(RunEnd) {
        let bytes = self.pending
        self.pending.removeAll(keepingCapacity: true)
        guard !bytes.isEmpty else { return }
        do throws(SystemFailure) {
            switch self.way {
            case .standardOutput: try Platform.writeAll(bytes, to: Platform.standardOutput)
            case .directly(let descriptor), .draft(let descriptor), .append(let descriptor, _):
                try Platform.writeAll(bytes, to: descriptor)
            }
        } catch {
            self.discard()
            if case .standardOutput = self.way { throw RunEnd(writing: error) }
            throw RunEnd.fileFailed(self.path, error)
        }
    }

    private func clear() {
        if case .draft = self.way { Platform.removeDraft(of: self.path) }
    }
}
