import LabWire
import PushLab

/// What is plugged into the labs of a run: the app, the server, and the links.
///
/// The programs among them serve one lab after another, and end with this.
final class Plugs {
    private let apps: Apps
    private let words: LabWords
    private let program: AppProgram?
    private let backend: BackendProgram?
    /// The sessions of the lab that was made last; nil where links are plain.
    private(set) var links: TLSLinks?

    /// Creates what words name. The programs say to `errors` what they say on their standard error; it passes through
    /// if there are none.
    init(_ apps: Apps, _ words: LabWords, errors: ProgramErrors? = nil) {
        self.apps = apps
        self.words = words
        if case .program(let command) = words.app { self.program = AppProgram(command) } else { self.program = nil }
        self.backend = words.backend.map { BackendProgram($0) }
        self.program?.isStopped = { Platform.interruption != nil }
        self.backend?.isStopped = { Platform.interruption != nil }
        self.program?.errors = errors
        self.backend?.errors = errors
    }

    /// Opens a lab. No lab made before is of any use then.
    func lab(seed: UInt64, host: String = Scenario.usualHost, traps: Set<Trap> = []) throws(LabFailure) -> Lab {
        let lab = Lab(
            seed: seed, host: host, app: self.makeApp(),
            backend: self.backend?.inNewWorld())
        // They are mistakes of the reference app, and no other makes them.
        if !traps.isEmpty, self.words.app == .reference { lab.install(traps) }
        guard self.words.isSecure else { return lab }
        do {
            let links = try TLSLinks()
            lab.secureLinks = links
            self.links = links
        } catch { throw LabFailure("secure links cannot be made: \(error)") }
        return lab
    }

    private func makeApp() -> ((AppLaunch) -> any LabApp)? {
        switch self.words.app {
        case .reference: nil
        case .compiledIn(let name): self.apps[name]
        case .program: self.program?.inNewWorld()
        }
    }
}

extension Plugs {
    /// A lab for a plan, with the mistakes that the plan wants.
    func lab(for plan: Scenario) throws(LabFailure) -> Lab {
        try self.lab(seed: plan.seed ?? 1, host: plan.host, traps: plan.traps)
    }
}
