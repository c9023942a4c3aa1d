import LabWire
import PushLab

/// The parts that the labs of a run use: the app, the server, and the links.
///
/// A program that serves as the app or as the server is used by several labs, one after another. The program ends when
/// this object is released.
final class Plugs {
    private let apps: Apps
    private let words: LabWords
    private let program: AppProgram?
    private let backend: BackendProgram?
    /// The TLS sessions of the lab that was created last. Nil if links do not use TLS.
    private(set) var links: TLSLinks?

    /// Creates the parts that the options name.
    ///
    /// If `errors` is nil, the standard error of programs is passed through.
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

    /// Opens a lab.
    ///
    /// Earlier labs must not be used after this call.
    func lab(seed: UInt64, host: String = Scenario.usualHost, traps: Set<Trap> = []) throws(LabFailure) -> Lab {
        let lab = Lab(
            seed: seed, host: host, app: self.makeApp(),
            backend: self.backend?.inNewWorld())
        // Traps are mistakes of the reference app only.
        if !traps.isEmpty, self.words.app == .reference { lab.install(traps) }
        guard self.words.isSecure else { return lab }
        do {
            let links = try TLSLinks()
            lab.secureLinks = links
            self.links = links
        } catch { throw LabFailure("cannot set up secure links: \(error)") }
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
    /// Creates a lab for a plan, with the traps of the plan.
    func lab(for plan: Scenario) throws(LabFailure) -> Lab {
        try self.lab(seed: plan.seed ?? 1, host: plan.host, traps: plan.traps)
    }
}
