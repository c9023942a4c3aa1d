/// Reading of small files as a whole.
extension Platform {
    /// The maximum size.
    ///
    /// Files that people write by hand are smaller.
    private static let mostBytes = 1 << 20

    static func contents(of path: RawText) throws(SystemFailure) -> [UInt8] {
        let descriptor = try self.openForReading(path)
        defer { self.close(descriptor) }
        return try self.contents(of: descriptor)
    }

    /// Reads everything until the end.
    ///
    /// Fails if a signal asks to stop.
    static func contents(of descriptor: Int32) throws(SystemFailure) -> [UInt8] {
        var contents: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
        defer { chunk.deallocate() }
        var patience = PipePatience()
        while true {
            // Wait before reading. Otherwise a pipe that has no writer yet would seem to be at its end.
            let isReady = self.awaitInput(descriptor, milliseconds: self.nap)
            if !isReady {
                guard self.interruption == nil else { throw .interrupted }
                guard patience.isOver(for: descriptor) else { continue }
            }
            guard let count = try self.fill(chunk, from: descriptor) else { continue }
            if count == 0 {
                guard isReady || !PipePatience.hasNoWriter(descriptor) else { throw .noWriter }
                return contents
            }
            contents += chunk[..<count]
            if contents.count > self.mostBytes { throw .tooBig }
        }
    }
}
