import CSignalNotes

/// The counterpart of a ``Companion``, in the process that the companion started. It reads messages from standard input
/// and writes messages to standard output. If code under test reads standard input, it gets nothing. If it writes to
/// standard output, its text goes to standard error.
package final class CompanionPort: Sendable {
    private let input: Int32
    private let output: Int32

    /// Takes over the standard streams. From then on, this process ends when the process that started it ends.
    package init?() {
        signal_notes_begin_as_child()
        guard let streams = System.takeStandardStreams() else { return nil }
        (self.input, self.output) = streams
    }

    deinit {
        System.close(self.input)
        System.close(self.output)
    }

    /// Waits for the next message. Returns nil if the other process closed the connection, or if a signal asked to
    /// stop.
    package func receive(isStopped: () -> Bool) -> [UInt8]? {
        guard let head = self.bytes(Framing.headCount, isStopped), let count = Framing.count(at: head[...]) else {
            return nil
        }
        return self.bytes(count, isStopped)
    }

    private func bytes(_ count: Int, _ isStopped: () -> Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard !isStopped() else { return nil }
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            switch System.read(self.input, into: &chunk) {
            case .count(let count): bytes += chunk[..<count]
            case .wait: continue
            case .closed: return nil
            }
        }
        return bytes
    }

    /// Writes a message. Returns false if the other process no longer reads.
    @discardableResult
    package func send(_ message: [UInt8]) -> Bool {
        var rest = (Framing.head(of: message.count) + message)[...]
        while !rest.isEmpty {
            switch System.write(rest, to: self.output) {
            case .count(let count): rest.removeFirst(count)
            case .wait: continue
            case .closed: return false
            }
        }
        return true
    }

    /// Limits the processor time that this process uses from now on. When the limit is reached, a signal ends this
    /// process.
    package static func limitProcessorTime(milliseconds: Int) { signal_notes_limit_processor_time(milliseconds) }

    /// The signal that ends a process that used all of its processor time.
    package static var timeIsUp: Int32 { signal_notes_time_is_up() }
}
