public import PushLab

/// A program in any language that is the server of a lab's app.
///
///     let program = BackendProgram("python3 backend.py")
///     let lab = Lab(seed: 7, backend: program.inNewWorld())
///
/// Like ``AppProgram`` it is one process that serves several labs in turn.
public final class BackendProgram {
    let port: ChildPort

    /// A check that is called while the lab waits for the program.
    ///
    /// If it returns true, the run stops at once.
    package var isStopped: () -> Bool {
        get { self.port.isStopped }
        set { self.port.isStopped = newValue }
    }

    /// The receiver of the program's standard error.
    ///
    /// If nil, the program writes to the standard error of this process.
    package var errors: ProgramErrors? {
        get { self.port.errors }
        set { self.port.errors = newValue }
    }

    /// Creates a program that is started with the first lab.
    ///
    /// - Parameters:
    ///   - command: A line for the shell.
    ///   - answerTime: The maximum real time for one answer of the program. If the program takes longer, the run fails.
    public init(_ command: String, answerTime: Duration = .seconds(10)) {
        self.port = ChildPort(.backend, command, answerTime: answerTime)
    }

    /// Returns a factory for the server of one lab.
    ///
    /// After this call, the server of the previous lab must not be used.
    public func inNewWorld() -> (BackendStart) -> any LabBackend {
        let world = self.port.beginWorld()
        return { [port = self.port] _ in ChildBackend(port, world) }
    }
}

/// The server of a lab, in a separate process.
struct ChildBackend: LabBackend {
    private let port: ChildPort
    private let world: Int
    private var tongue = BackendTongue()

    init(_ port: ChildPort, _ world: Int) {
        self.port = port
        self.world = world
    }

    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem) {
        guard self.world == self.port.world else {
            return system.actions.append(.ended(.gaveUp(self.port.outlived)))
        }
        guard let line = self.tongue.line(for: event, &system) else { return }
        let end = self.port.tell(line) { self.tongue.carryOut($0, &system) }
        if let end { system.actions.append(.ended(end)) }
    }
}
