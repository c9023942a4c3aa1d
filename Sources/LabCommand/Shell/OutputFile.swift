/// A file that is written completely or not at all. The old content stays until the new content is complete.
final class OutputFile {
    private static let batch = 1 << 16
    /// The maximum number of links to follow, the same as the limit of the operating system.
    private static let mostLinks = 40
    private static let openFiles = ["/dev/fd/", "/proc/self/fd/"]
    /// The time in milliseconds between two attempts to open a pipe that has no reader yet.
    private static let nap: Int32 = 50

    private enum Way {
        case standardOutput
        /// Writing directly to a pipe, a device or an open file, none of which can be replaced.
        case directly(Int32)
        case draft(Int32)
        /// Appending to an existing file. `size` is the size of the file before anything was appended.
        case append(Int32, size: Int)
    }

    let path: RawText
    /// The file at the end of all links. It is replaced instead of the link.
    private let place: RawText
    private let way: Way
    private var pending: [UInt8] = []
    private var isOpen = true

    /// - Parameter append: Whether to write after the existing content. If the last line of that content is incomplete,
    ///   a line end is added first.
    init(_ path: RawText, append: Bool = false) throws(RunEnd) {
        self.path = path
        do throws(SystemFailure) {
            self.place = try Self.end(ofLinks: path)
        } catch {
            throw RunEnd.fileFailed(path, error)
        }
        let isOther = if case .other? = try? Platform.kind(of: path) { true } else { false }
        let descriptor = Self.descriptor(of: self.place)
        if isOther, descriptor == nil {
            self.way = .directly(try Self.openForWriting(path))
            return
        }
        do throws(SystemFailure) {
            if let descriptor {
                let isStandard = descriptor == Platform.standardOutput
                self.way = isStandard ? .standardOutput : .directly(try Platform.duplicate(descriptor))
                return
            }
            try Platform.refuseReadOnly(self.place)
            if append, let (descriptor, size, isEnded) = try Platform.openForAppending(path) {
                self.way = .append(descriptor, size: size)
                if !isEnded { self.pending = [0x0A] }
            } else {
                self.way = .draft(try Platform.createDraft(of: self.place))
            }
        } catch {
            throw RunEnd.fileFailed(path, error)
        }
    }

    /// Whether a path refers to standard output, under any name.
    static func isStandardOutput(_ path: RawText) -> Bool {
        (try? self.end(ofLinks: path)).flatMap(self.descriptor(of:)) == Platform.standardOutput
    }

    /// Returns the descriptor of the open file that a path such as `/dev/fd/1` refers to.
    ///
    /// The descriptor is used because opening the path again would write from the start of the file.
    private static func descriptor(of path: RawText) -> Int32? {
        if path == "-" { return Platform.standardOutput }
        let parts = path.split()
        guard self.openFiles.contains(parts.directory.text) else { return nil }
        return Int32(parts.name.text)
    }

    /// Follows links, even to a file that does not exist yet.
    ///
    /// Stops at a link that refers to an open file.
    private static func end(ofLinks path: RawText) throws(SystemFailure) -> RawText {
        var (end, links) = (path, 0)
        while self.descriptor(of: end) == nil, let target = Platform.target(ofLink: end) {
            links += 1
            if links > Self.mostLinks { throw SystemFailure.circleOfLinks }
            end = target.hasPrefix("/") || !end.bytes.contains(0x2F) ? target : end.split().directory.appending(target)
        }
        return end
    }

    /// Waits for the reader of a pipe. The status line shows this wait.
    private static func openForWriting(_ path: RawText) throws(RunEnd) -> Int32 {
        var console = Console()
        defer { console.show(status: "") }
        while true {
            try RunEnd.heedInterrupts()
            do throws(SystemFailure) {
                if let descriptor = try Platform.openForWriting(path) { return descriptor }
            } catch {
                throw RunEnd.fileFailed(path, error)
            }
            if Platform.isTerminal(Platform.standardError) {
                console.show(status: "waiting for a reader of '\(TerminalText.escaped(path))'")
            }
            _ = Platform.awaitInput(-1, milliseconds: Self.nap)
        }
    }

    /// Writes a complete file.
    ///
    /// If the reader of standard output closes it, this is not a failure, because the run may still have to give a
    /// verdict.
    static func write(_ bytes: [UInt8], to path: RawText) throws(RunEnd) {
        let file = try OutputFile(path)
        defer { file.discard() }
        do throws(RunEnd) {
            try file.write(bytes)
            try file.commit()
        } catch {
            guard error == .closedPipe else { throw error }
        }
    }

    func write(_ bytes: [UInt8]) throws(RunEnd) {
        self.pending += bytes
        if self.pending.count >= Self.batch { try self.flush() }
    }

    /// Replaces the old content with what was written.
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
                try Platform.publishDraft(of: self.place)
            }
        } catch {
            self.clear()
            throw RunEnd.fileFailed(self.path, error)
        }
    }

    /// Discards what was written, and leaves the old content unchanged.
    ///
    /// Does nothing after ``commit()``.
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
        if case .draft = self.way { Platform.removeDraft(of: self.place) }
    }
}
