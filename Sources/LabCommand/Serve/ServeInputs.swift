import Basics
import LabServer
import LabWire
import PushGateway
import PushLab
import PushServer
import SecureTransport

/// Reads the files of `serve`, and creates the setup of its server.
struct ServeInputs {
    /// The reason why the server does not start: a sentence and the exit status.
    struct Refusal: Error {
        let words: String
        let status: ExitStatus
    }

    private let options: ServeOptions
    private let apps: Apps

    init(_ options: ServeOptions, _ apps: Apps) { (self.options, self.apps) = (options, apps) }

    /// Creates the setup without its scenario and its receivers.
    func setup() throws(Refusal) -> ServerSetup {
        var setup = ServerSetup()
        setup.version = ShoulderTapCommand.version
        setup.keys = try self.keys()
        setup.worlds.rules.isStrict = self.options.strict
        if self.options.strict { setup.worlds.rules.tokenReading = .strict }
        setup.worlds.apps = self.factory
        setup.worlds.runsNoApp = self.options.app == nil
        setup.clock = self.options.clock
        setup.takesAnyDevice = self.options.takesAnyDevice
        setup.limits = self.options.limits
        setup.isOffline = self.options.isOffline
        setup.identity = try self.identity()
        setup.clientAuthorities = try self.authorities()
        let open = self.options.listeners.filter { $0.kind != .apns && !$0.address.isLoopback }
        if !open.isEmpty { setup.controlToken = Hex.text(of: RandomBytes.make(16)) }
        setup.hosts = Set(open.map(\.address.host))
        return setup
    }

    private func keys() throws(Refusal) -> ProviderKeys {
        var keys = ProviderKeys(acceptsAny: self.options.acceptsAnyKey)
        if !self.options.topics.isEmpty { keys.limit(to: self.options.topics) }
        for key in self.options.keys {
            let text = try Self.contents(of: key.file)
            do {
                try keys.admit(GatewayKeys.Key(key.id, team: key.team), pem: text, file: Self.name(of: key.file))
            } catch {
                throw Refusal(words: error.description, status: .badData)
            }
        }
        return keys
    }

    /// The timeout for one answer of a program. The server answers no other client while it waits.
    private static let answerTime = Duration.seconds(2)

    private var factory: AppFactory? {
        switch self.options.app {
        case .reference, nil: return nil
        case .compiledIn(let name):
            guard let make = self.apps[name] else { return nil }
            return { make }
        case .program(let command):
            // Each lab gets its own program. The program ends together with its lab.
            return {
                let program = AppProgram(command)
                // Only the answers after the greeting have this timeout: a program may load a lot before its greeting,
                // but starts only once.
                program.answerTimeAfterGreeting = Self.answerTime
                return program.inNewWorld()
            }
        }
    }

    private func identity() throws(Refusal) -> Identity? {
        guard let certificate = self.options.certificate, let key = self.options.certificateKey else { return nil }
        let (chain, keyText) = (try Self.contents(of: certificate), try Self.contents(of: key))
        do {
            return try Identity(chainPEM: chain, keyPEM: keyText)
        } catch {
            let words = "cannot use the certificate \(Self.name(of: certificate)) with its key: \(error)"
            throw Refusal(words: words, status: .badData)
        }
    }

    private func authorities() throws(Refusal) -> [Certificate] {
        var all: [Certificate] = []
        for file in self.options.clientAuthorities {
            let text = try Self.contents(of: file)
            do {
                all += try CertificateChain(pem: text).certificates
            } catch {
                throw Refusal(
                    words: "\(Self.name(of: file)) does not contain a CA certificate: \(error)", status: .badData)
            }
        }
        return all
    }

    private static func contents(of path: RawText) throws(Refusal) -> [UInt8] {
        do throws(SystemFailure) { return try Platform.contents(of: path) } catch {
            let words = "cannot read \(Self.name(of: path)): \(error.message)" + InputStream.guess(at: path, error)
            throw Refusal(words: words, status: .missingInput)
        }
    }

    private static func name(of path: RawText) -> String { TerminalText.escaped(path) }
}
