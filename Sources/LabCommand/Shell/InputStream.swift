import Basics

/// Reads input piece by piece, so that a run can stop between two pieces.
enum InputStream {
    private static let chunkSize = 1 << 16

    /// Reads from a descriptor and passes on its bytes, until the input ends or more than `most` bytes were read.
    ///
    /// Returns the failure, if there was one.
    ///
    /// `before` is called before each chunk. `waiting` is called when no input is available yet.
    static func read(
        _ descriptor: Int32, most: Int = .max, before: () throws(RunEnd) -> Void,
        waiting: () throws(RunEnd) -> Void, _ take: (UnsafeBufferPointer<UInt8>) throws(RunEnd) -> Void
    ) throws(RunEnd) -> SystemFailure? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
        defer { buffer.deallocate() }
        var taken = 0
        while taken <= most {
            switch try self.fill(buffer, from: descriptor, before: before, waiting: waiting) {
            case .failure(let failure): return failure
            case .success(0): return nil
            case .success(let count):
                taken += count
                try take(UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count]))
            }
        }
        return nil
    }

    /// Waits for the next chunk.
    ///
    /// Returns the number of bytes in it, or 0 at the end of the input.
    static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, before: () throws(RunEnd) -> Void,
        waiting: () throws(RunEnd) -> Void
    ) throws(RunEnd) -> Result<Int, SystemFailure> {
        var patience = PipePatience()
        while true {
            try before()
            var isReady = Platform.awaitInput(descriptor, milliseconds: 0)
            if !isReady {
                try waiting()
                isReady = Platform.awaitInput(descriptor, milliseconds: Platform.nap)
                guard isReady || patience.isOver(for: descriptor) else { continue }
            }
            do throws(SystemFailure) {
                guard let count = try Platform.fill(buffer, from: descriptor) else { continue }
                let isNobodys = count == 0 && !isReady && PipePatience.hasNoWriter(descriptor)
                return isNobodys ? .failure(.noWriter) : .success(count)
            } catch { return .failure(error) }
        }
    }

    /// Returns a spelling suggestion for a path that does not exist.
    static func guess(at path: RawText, _ failure: SystemFailure) -> String {
        guard failure.isMissing else { return "" }
        let (directory, name) = path.split()
        let siblings = (try? Platform.names(in: directory)) ?? []
        guard let near = Spelling.nearest(to: name.text, in: siblings.map(\.text)) else { return "" }
        let folder = RawText(bytes: path.bytes.dropLast(name.bytes.count))
        return ": did you mean '\(TerminalText.escaped(folder))\(TerminalText.escaped(near))'?"
    }
}
