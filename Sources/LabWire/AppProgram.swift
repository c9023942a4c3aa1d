public import PushLab

/// A program in any language that is the app of all devices of a lab.
///
///     let program = AppProgram("python3 list_app.py")
///     let lab = Lab(seed: 7, app: program.inNewWorld())
///
/// It is one process, run by `/bin/sh -c`, and speaks JSON lines with the lab: see <doc:TheLineProtocol>. It may serve
/// one lab after another, each of which is a new world; use it from one thread at a time.
public final class AppProgram {
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

    /// A program that is started when the first app is.
    ///
    /// - Parameters:
    ///   - command: A line for the shell.
    ///   - answerTime: How long in real time the program may take for one answer before the run is given up.
    public init(_ command: String, answerTime: Duration = .seconds(10)) {
        self.port = ChildPort(.app, command, answerTime: answerTime)
    }

    /// Makes the apps of one lab. What it made for the lab before must not be used any more.
    public func inNewWorld() -> (AppLaunch) -> any LabApp {
        let world = self.port.beginWorld()
        return { [port = self.port] launch in ChildApp(port, world, launch) }
    }
}

/// The app of one device, in a program that runs the apps of them all.
struct ChildApp: HostedApp {
    private let port: ChildPort
    private let world: Int
    private let generation: Int
    private var tongue: AppTongue

    init(_ port: ChildPort, _ world: Int, _ launch: AppLaunch) {
        self.port = port
        self.world = world
        self.generation = port.generation
        self.tongue = AppTongue(launch)
    }

    var isGone: Bool { self.generation != self.port.generation }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        guard self.world == self.port.world else {
            return system.actions.append(.ended(.gaveUp(self.port.outlived)))
        }
        guard !self.isGone, let line = self.tongue.line(for: event, &system) else { return }
        let end = self.port.tell(line) { self.tongue.carryOut($0, &system) }
        if let end { system.actions.append(.ended(end)) }
    }
}
