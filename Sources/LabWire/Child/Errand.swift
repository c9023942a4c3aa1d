/// Runs a command to its end as a child of this process.
package enum Errand {
    /// The result of a command that was not stopped.
    package struct Outcome: Sendable {
        package var status: Int32
        package var output: [UInt8]
    }

    /// The interval in milliseconds between two checks for a request to stop.
    static let nap = 250

    /// Runs a command in the shell with the given input. Returns nil when the command cannot be started, takes too
    /// long, is stopped, or does not end by itself.
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

    /// Asks the child to terminate before it is killed, so that it can end its own children.
    private static func callOff(_ child: ChildProcess) -> Outcome? {
        child.terminate(patience: 2_000)
        return nil
    }
}
