/// A separate process of this program that answers messages. The length of each message is sent before the message.
package final class Companion {
    /// The outcome of a wait.
    package enum Reply {
        case message([UInt8])
        case silence
        /// The process has ended.
        case ended(Ending)
    }

    /// The end of the process, with its last output on standard error.
    package struct Ending: Sendable {
        package enum Cause: Hashable, Sendable {
            case status(Int32)
            case signal(Int32)
        }

        package let cause: Cause
        package let lastWords: [UInt8]
    }

    /// A time in milliseconds. If no further output arrives during this time, the earlier output does not count as the
    /// report of a crash.
    private static let longSilence = 1_000

    private let process: ChildProcess
    private let errors: ProgramErrors
    private var heard: [UInt8] = []
    private var read = 0

    /// Starts a command. Returns nil if the system does not start it.
    ///
    /// - Parameter errors: Receives the standard error of the command while it runs.
    package init?(_ command: String, errors: ProgramErrors) {
        guard let process = try? ChildProcess(command, errors: errors) else { return nil }
        self.process = process
        self.errors = errors
    }

    package func send(_ message: [UInt8]) { self.process.send(Framing.head(of: message.count) + message) }

    /// Waits for the next message.
    package func receive(patience milliseconds: Int) -> Reply {
        let deadline = System.milliseconds() + milliseconds
        while true {
            if let message = self.next() {
                // Newer output is kept, because it may be the report of a crash that follows this message.
                self.errors.tell(self.process.takeErrors(silentFor: Self.longSilence))
                return .message(message)
            }
            switch self.process.receive(until: deadline) {
            case .bytes(let bytes): self.heard += bytes
            case .silence:
                self.errors.tell(self.process.takeErrors(silentFor: Self.longSilence))
                return .silence
            case .closed: return .ended(self.end())
            }
        }
    }

    /// Returns the next complete message of the received bytes.
    private func next() -> [UInt8]? {
        let rest = self.heard[self.read...]
        guard let count = Framing.count(at: rest), rest.count >= Framing.headCount + count else {
            self.heard.removeFirst(self.read)
            self.read = 0
            return nil
        }
        let start = rest.startIndex + Framing.headCount
        self.read = start + count
        return Array(self.heard[start..<self.read])
    }

    /// Closes the input of the process, so that it writes its remaining output and ends.
    package func hangUp() { self.process.send([], isLast: true) }

    /// Closes the input of the process and waits for it to end. Kills it if that takes too long.
    @discardableResult
    package func end(patience milliseconds: Int = 5_000) -> Ending {
        let ending = self.process.end(patience: milliseconds)
        let lastWords = self.process.takeErrors()
        switch ending {
        case .status(let status): return Ending(cause: .status(status), lastWords: lastWords)
        case .signal(let signal): return Ending(cause: .signal(signal), lastWords: lastWords)
        case .ended, .closedOutput: return Ending(cause: .status(0), lastWords: lastWords)
        }
    }

    /// Asks the process to end, and kills it if it does not.
    package func terminate(patience milliseconds: Int) {
        self.errors.tell(self.process.takeErrors())
        self.process.terminate(patience: milliseconds)
    }
}

/// Frames a message: its length is written before its bytes.
enum Framing {
    static let headCount = 4

    static func head(of count: Int) -> [UInt8] {
        precondition(count <= UInt32.max, "a message has less than 4 GB")
        return (0..<Self.headCount).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    /// Returns the length at the start of the bytes, or nil if there are too few bytes.
    static func count(at bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= Self.headCount else { return nil }
        return bytes.prefix(Self.headCount).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
