/// A command that is run to its end by itself, beside this process.
package enum Errand {
    /// Has the shell run a command with all that it is to read. What it wrote; nil when it cannot be started, takes
    /// longer, or does not end by itself.
    package static func run(_ command: String, input: [UInt8], limit: Duration) -> [UInt8]? {
        guard let child = try? ChildProcess(command) else { return nil }
        let deadline = System.milliseconds() + Int(limit.components.seconds) * 1_000
        var output: [UInt8] = []
        child.send(input, isLast: true)
        while true {
            switch child.receive(until: deadline) {
            case .bytes(let bytes): output += bytes
            case .silence: return nil
            case .closed:
                guard case .status = child.end(patience: 5_000) else { return nil }
                return output
            }
        }
    }
}
