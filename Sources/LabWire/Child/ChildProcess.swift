/// A child process with a pipe in each direction.
///
/// The standard error of the child either passes through, or is kept until ``takeErrors()`` is called. Kept output that
/// would exceed a limit passes through at once.
final class ChildProcess {
    /// The result of waiting for output.
    enum Received: Equatable {
        case bytes([UInt8])
        /// The child closed its output.
        case closed
        /// No output arrived before the deadline.
        case silence
    }

    /// The way in which the process ended.
    enum Ending: Hashable, CustomStringConvertible {
        case ended
        case status(Int32)
        case signal(Int32)
        /// The process closed its output but is still running.
        case closedOutput

        var description: String {
            switch self {
            case .ended: "ended"
            // If the shell runs the command as a child and a signal ends the command, the shell exits with such a
            // status.
            case .status(let status) where (129...159).contains(status):
                "ended with exit status \(status), as after signal \(status - 128)"
            case .status(let status): "ended with exit status \(status)"
            case .signal(let signal): "was killed by signal \(signal)"
            case .closedOutput: "closed its output but kept running"
            }
        }
    }

    let process: Int32
    let input: Int32
    let output: Int32
    /// The reading end of the child's standard error, or nil if the output is not kept.
    private var errors: Int32?
    private let excess: ProgramErrors?
    /// The bytes that the child wrote to standard error since the last call of ``takeErrors()``.
    private var lament: [UInt8] = []
    /// The time at which the first of the kept bytes arrived, in milliseconds.
    private var lamentBegan = 0
    /// The time at which the last of the kept bytes arrived, in milliseconds.
    private var lamentEnded = 0
    private static let longestLament = 1 << 16
    /// The maximum number of chunks that are read at once. It is limited, because a child may never stop writing.
    private static let mostChunks = 16
    private var isInputOpen = true
    private var isLastSent = false
    private var isReaped = false
    private var unwritten: ArraySlice<UInt8> = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameter errors: Receives kept output that would exceed the limit. If nil, no output is kept: the whole
    ///   standard error passes through.
    init(_ command: String, errors excess: ProgramErrors? = nil) throws(SystemFailure) {
        let keepsErrors = excess != nil
        self.excess = excess
        var pipes: [(ours: Int32, theirs: Int32)] = []
        defer { for pipe in pipes { System.close(pipe.theirs) } }
        do throws(SystemFailure) {
            for _ in 0..<(keepsErrors ? 3 : 2) { pipes.append(try System.pipe()) }
            (self.input, self.output) = (pipes[0].ours, pipes[1].ours)
            self.errors = keepsErrors ? pipes[2].ours : nil
            self.process = try System.spawn(
                command, input: pipes[0].theirs, output: pipes[1].theirs, errors: keepsErrors ? pipes[2].theirs : nil)
        } catch {
            for pipe in pipes { System.close(pipe.ours) }
            throw error
        }
    }

    deinit { self.end(patience: 0) }

    /// Whether the process has ended. Its own children may still hold its output open.
    var hasEnded: Bool { !self.isReaped && System.hasEnded(self.process) }

    /// Queues bytes. They are written during ``receive(until:)``.
    func send(_ bytes: [UInt8], isLast: Bool = false) {
        self.unwritten += bytes[...]
        self.isLastSent = isLast
    }

    /// Waits for output. Writes the queued bytes while it waits.
    func receive(until deadline: Int) -> Received {
        while true {
            self.write()
            self.hearErrors()
            switch System.read(self.output, into: &self.chunk) {
            case .count(let count): return .bytes(Array(self.chunk[..<count]))
            case .closed: return .closed
            case .wait: break
            }
            let rest = deadline - System.milliseconds()
            guard rest > 0 else { return .silence }
            let isWriting = self.isInputOpen && !self.unwritten.isEmpty
            System.await(
                reading: self.output, self.errors, writing: isWriting ? self.input : nil, milliseconds: rest)
        }
    }

    /// Returns the kept bytes of the child's standard error since the last call.
    func takeErrors() -> [UInt8] {
        self.hearErrors()
        defer { self.lament = [] }
        return self.lament
    }

    /// Returns the kept bytes if the first of them arrived more than `age` milliseconds ago.
    ///
    /// The process may still be writing, or it may have been silent for a long time.
    func takeErrors(olderThan age: Int) -> [UInt8] {
        guard !self.lament.isEmpty, System.milliseconds() - self.lamentBegan > age else { return [] }
        return self.takeErrors()
    }

    /// Returns the kept bytes if the last of them arrived more than `time` milliseconds ago.
    func takeErrors(silentFor time: Int) -> [UInt8] {
        self.hearErrors()
        guard System.milliseconds() - self.lamentEnded > time else { return [] }
        // The kept bytes are cleared, so that later output is reported separately.
        defer { self.lament = [] }
        return self.lament
    }

    private func hearErrors() {
        for _ in 0..<Self.mostChunks {
            guard let errors else { return }
            switch System.read(errors, into: &self.chunk) {
            case .count(let count):
                if self.lament.count + count > Self.longestLament {
                    self.excess?.tell(self.lament)
                    self.lament = []
                }
                if self.lament.isEmpty { self.lamentBegan = System.milliseconds() }
                self.lamentEnded = System.milliseconds()
                self.lament += self.chunk[..<count]
            case .closed: self.closeErrors()
            case .wait: return
            }
        }
    }

    private func closeErrors() {
        guard let errors = self.errors.take() else { return }
        System.close(errors)
    }

    private func write() {
        while self.isInputOpen, !self.unwritten.isEmpty {
            switch System.write(self.unwritten, to: self.input) {
            case .count(let count): self.unwritten.removeFirst(count)
            case .wait: return
            // The child no longer reads its input, but may still write output.
            case .closed: self.closeInput()
            }
        }
        if self.isLastSent { self.closeInput() }
    }

    private func closeInput() {
        guard self.isInputOpen else { return }
        self.isInputOpen = false
        self.unwritten = []
        System.close(self.input)
    }

    /// Asks the process to end, and kills it if it does not end in time.
    func terminate(patience: Int) {
        guard !self.isReaped else { return }
        System.terminate(self.process)
        self.end(patience: patience)
    }

    /// Closes the input, waits for the process to end by itself, and kills it if it does not.
    ///
    /// Afterwards, none of the child's own processes are left.
    @discardableResult
    func end(patience: Int) -> Ending {
        guard !self.isReaped else { return .ended }
        self.isReaped = true
        self.closeInput()
        let deadline = System.milliseconds() + patience
        var pause = 1
        while !System.hasEnded(self.process), System.milliseconds() < deadline {
            self.hearErrors()
            System.pause(milliseconds: pause)
            pause = min(2 * pause, 50)
        }
        let hasEnded = System.hasEnded(self.process)
        let ending = System.reap(self.process)
        System.close(self.output)
        self.hearErrors()
        self.closeErrors()
        guard hasEnded else { return .closedOutput }
        switch ending {
        case .status(let status): return .status(status)
        case .signal(let signal): return .signal(signal)
        }
    }
}
