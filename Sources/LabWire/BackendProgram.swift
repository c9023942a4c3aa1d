public import PushLab

/// A program in any language that is the server of a lab's app.
///
///     let program = BackendProgram("python3 backend.py")
///     let lab = Lab(seed: 7, backend: program.inNewWorld())
///
/// Like ``AppProgram`` it is one process for one lab after another.
public final class BackendProgram {
    let port: ChildPort

    /// Asked while the program is silent: whether the run is to be given up at once.
    package var isStopped: () -> Bool {
        get { self.port.isStopped }
        set { self.port.isStopped = newValue }
    }

    /// Takes what the program says on its standard error; nil where that passes through.
    package var errors: ProgramErrors? {
        get { self.port.errors }
        set { self.port.errors = newValue }
    }

    /// A program that is started with the first lab.
    ///
    /// - Parameters:
    ///   - command: A line for the shell.
    ///   - answerTime: How long in real time the program may take for one answer before the run is given up.
    public init(_ command: String, answerTime: Duration = .seconds(10)) {
        self.port = ChildPort(.backend, command, answerTime: answerTime)
    }

    /// Makes the server of one lab. What it made for the lab before must not be used any more.
    public func inNewWorld() -> (BackendStart) -> any LabBackend {
        let world = self.port.beginWorld()
        return { [port = self.port] _ in ChildBackend(port, world) }
    }
}

/// The server of a lab, in a program of its own.
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
