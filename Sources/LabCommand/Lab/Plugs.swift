import LabWire
import PushLab

/// What is plugged into the labs of a run: the app, the server, and the links.
///
/// The programs among them serve one lab after another, and end with this.
final class Plugs {
    private let apps: Apps
    private let app: TestedApp
    private let program: AppProgram?
    private let backend: BackendProgram?
    /// The sessions of the lab that was made last; nil where links are plain.
    private(set) var links: TLSLinks?
    private let isSecure: Bool

    init(_ apps: Apps, app: TestedApp, backend: String?, isSecure: Bool) {
        self.apps = apps
        self.app = app
        if case .program(let command) = app { self.program = AppProgram(command) } else { self.program = nil }
        self.backend = backend.map { BackendProgram($0) }
        self.isSecure = isSecure
    }

    /// Opens a lab. No lab made before is of any use then.
    func lab(seed: UInt64) throws(LabFailure) -> Lab {
        let lab = Lab(seed: seed, app: self.makeApp(), backend: self.backend?.inNewWorld())
        guard self.isSecure else { return lab }
        do {
            let links = try TLSLinks()
            lab.secureLinks = links
            self.links = links
        } catch { throw LabFailure("secure links cannot be made: \(error)") }
        return lab
    }

    private func makeApp() -> Apps.Maker? {
        switch self.app {
        case .reference: nil
        case .compiledIn(let name): self.apps[name]
        case .program: self.program?.inNewWorld()
        }
    }
}
