/// A command that is run to its end by itself, beside this process.
package enum Errand {
    /// How a command ended that was not cut short.
    package struct Outcome: Sendable {
        package var status: Int32
        package var output: [UInt8]
    }

    /// How long nobody asks whether a child is to be stopped, in milliseconds.
    static let nap = 250

    /// Has the shell run a command with all that it is to read. Nil when it cannot be started, takes longer, is
    /// stopped, or does not end by itself.
    package static func run(
        _ command: String, input: [UInt8], limit: Duration, isStopped: () -> Bool = { false }
    ) -> Outcome? {
        guard let child = try? ChildProcess(command) else { return nil }
        let deadline = System.milliseconds() + System.milliseconds(limit)
        var output: [UInt8] = []
        child.send(input, isLast: true)
        while !isStopped() {
            let received = child.receive(until: min(deadline, System.milliseconds() + Self.nap))
            let isOver = System.milliseconds() >= deadline
            switch received {
            case .bytes where isOver, .silence where isOver: return Self.callOff(child)
            case .bytes(let bytes): output += bytes
            case .silence: break
            case .closed:
                guard case .status(let status) = child.end(patience: 5_000) else { return nil }
                return Outcome(status: status, output: output)
            }
        }
        return Self.callOff(child)
    }

    /// Whoever has children of its own hears that it is to end, and ends them.
    private static func callOff(_ child: ChildProcess) -> Outcome? {
        child.terminate(patience: 2_000)
        return nil
    }
}
