public import PushLab

/// A program in any language that is the app of all devices of a lab.
///
///     let program = AppProgram("python3 list_app.py")
///     let lab = Lab(seed: 7, app: program.inNewWorld())
///
/// It is one process, run by `/bin/sh -c`, and exchanges JSON lines with the lab: see <doc:TheLineProtocol>. It may
/// serve several labs in turn, each as a new world. Use it from one thread at a time.
public final class AppProgram {
    let port: ChildPort

    /// A check that is called while the lab waits for the program.
    ///
    /// If it returns true, the run stops at once.
    package var isStopped: () -> Bool {
        get { self.port.isStopped }
        set { self.port.isStopped = newValue }
    }

    /// The timeout for one answer of the program after its greeting. If nil, the same timeout applies as before the
    /// greeting.
    package var answerTimeAfterGreeting: Duration? {
        get { self.port.answerTimeAfterGreeting.map { .milliseconds($0) } }
        set { self.port.answerTimeAfterGreeting = newValue.map { max(System.milliseconds($0), 1) } }
    }

    /// The receiver of the program's standard error.
    ///
    /// If nil, the program writes to the standard error of this process.
    package var errors: ProgramErrors? {
        get { self.port.errors }
        set { self.port.errors = newValue }
    }

    /// Creates a program that is started when the first app starts.
    ///
    /// - Parameters:
    ///   - command: A line for the shell.
    ///   - answerTime: The maximum real time for one answer of the program. If the program takes longer, the run fails.
    public init(_ command: String, answerTime: Duration = .seconds(10)) {
        self.port = ChildPort(.app, command, answerTime: answerTime)
    }

    /// Returns a factory for the apps of one lab.
    ///
    /// After this call, the apps of the previous lab must not be used.
    public func inNewWorld() -> (AppLaunch) -> any LabApp {
        let world = self.port.beginWorld()
        return { [port = self.port] launch in ChildApp(port, world, launch) }
    }
}

/// The app of one device.
///
/// One program runs the apps of all devices.
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
