import BackendPromises
import CGuardedCommand
import PushServer

/// A command that runs in a separate process group. It is ended when this process ends for any reason.
final class GuardedCommand {
    /// The reason that a command cannot run.
    enum Refusal: Error, Equatable {
        /// The program does not exist or cannot be run; the value is the error number.
        case notRun(Int32)
        /// The namespaces of the command cannot be created; the value is the error number.
        case notConfined(Int32)
    }

    /// The surroundings of the command: the mounted files and the ports.
    struct Surroundings {
        var variables: [String] = []
        var confinement = guarded_unconfined_run
        /// Pairs of paths: the first is mounted over the second.
        var mounts: [(from: String, over: String)] = []
        /// The ports to listen on inside a separate network.
        var ports: [UInt16] = []
    }

    private var command = guarded_command()
    private var watch: DescriptorWatch?
    private var isOver = false
    private(set) var process: Int32?
    private(set) var ending: RunResult.Ending?
    private(set) var refusal: Refusal?
    private var listeners: [(place: Int, descriptor: Int32)] = []

    /// A closure that is called after each report.
    var onChange: () -> Void = {}

    init(_ words: [RawText], _ around: Surroundings, on loop: EventLoop) throws(Refusal) {
        let texts: [CChar] = words.flatMap { word in word.bytes.map(CChar.init(bitPattern:)) + [0] }
        let variables = Self.joined(around.variables)
        let mounts = Self.joined(around.mounts.flatMap { [$0.from, $0.over] })
        var started = guarded_command()
        let code = texts.withUnsafeBufferPointer { texts in
            variables.withUnsafeBufferPointer { variables in
                mounts.withUnsafeBufferPointer { mounts in
                    around.ports.withUnsafeBufferPointer { ports in
                        var request = guarded_request(
                            words: texts.baseAddress, word_count: Int32(words.count), variables: variables.baseAddress,
                            variable_count: Int32(around.variables.count), confinement: around.confinement,
                            mounts: mounts.baseAddress, mount_count: Int32(around.mounts.count),
                            ports: ports.baseAddress, port_count: Int32(around.ports.count))
                        return guarded_command_start(&request, &started)
                    }
                }
            }
        }
        guard code == 0 else { throw .notRun(code) }
        self.command = started
        self.watch = loop.watch(reading: started.reports) { [unowned self] in self.readReports() }
    }

    private static func joined(_ texts: [String]) -> [CChar] { texts.flatMap { Array($0.utf8CString) } }

    /// Whether the command has ended, or was never started.
    var hasEnded: Bool { self.ending != nil || self.refusal != nil }

    private func readReports() {
        var report = guarded_report()
        var result = guarded_command_next(&self.command, &report)
        while result == 1 {
            self.take(report)
            result = guarded_command_next(&self.command, &report)
        }
        if result < 0 {
            self.watch = nil
            if !self.hasEnded { self.ending = .signal(Self.kill) }
        }
        self.onChange()
    }

    /// The signal to report if the guardian process ended without a message.
    private static let kill: Int32 = 9

    private func take(_ report: guarded_report) {
        switch guarded_report_kind(UInt32(report.kind)) {
        case guarded_started: self.process = report.value
        case guarded_refused: self.refusal = .notRun(report.value)
        case guarded_unconfined: self.refusal = .notConfined(report.value)
        case guarded_exited: self.ending = .status(report.value)
        case guarded_killed: self.ending = .signal(report.value)
        case guarded_listening: self.listeners.append((Int(report.value), report.descriptor))
        case guarded_stopped: if let process { guarded_command_suspend(&self.command, process) }
        default: break
        }
    }

    /// Returns the sockets that were opened in the command's network, each with the index of its port in the list of
    /// ports. The caller has to close the sockets.
    func takeListeners() -> [(place: Int, descriptor: Int32)] {
        defer { self.listeners = [] }
        return self.listeners
    }

    /// Sends a signal to the command and all processes in its group.
    func send(_ signal: EventLoop.Signal) {
        if let process, self.ending == nil { guarded_command_signal(process, signal.number) }
    }

    /// Ends all remaining processes of the command.
    func end() {
        guard !self.isOver else { return }
        self.isOver = true
        self.watch = nil
        guarded_command_end(&self.command)
    }

    deinit { self.end() }
}
