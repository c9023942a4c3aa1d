import Basics
import FeedService
import PushServer
import SecureTransport

/// The verb `push`: sends one push to one device, and shows the answer of the push service.
struct PushRun {
    private let options: PushOptions
    private var files = PushFiles()

    init(_ options: PushOptions) { self.options = options }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        do throws(RunEnd) {
            try self.send()
            try self.files.console.flush()
            return self.files.status
        } catch {
            return error.status(behind: self.files.status)
        }
    }

    private mutating func send() throws(RunEnd) {
        guard let loop = try self.checked(Result { () throws(ServerError) in try EventLoop() }),
            let letter = try self.letter(on: loop), let credential = try self.credential(),
            let courier = try self.courier(on: loop, credential)
        else { return }
        let authorization = credential.authorization(at: loop.now)
        let device = self.options.device
        let sending = Result { () throws(ServerError) in
            try courier.send(letter, to: device, authorization: authorization)
        }
        try RunEnd.heedInterrupts()
        guard let result = try self.checked(sending) else { return }
        switch result {
        case .success(let outcome):
            let text = outcome.lines(of: letter)
            try self.files.console.write(self.options.json ? outcome.json(of: letter) : Array(text.utf8))
            if !outcome.isAccepted { self.files.status = .refused }
        case .failure(let failure): try self.files.fail(.unavailable, TerminalText.escaped(failure.words))
        }
    }

    /// Returns the value of a result. If the result is a failure, reports it and returns nil.
    private mutating func checked<Value>(_ result: Result<Value, ServerError>) throws(RunEnd) -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            try self.files.fail(ExitStatus(rawValue: error.exit.rawValue) ?? .broken, error.description)
            return nil
        }
    }

    private mutating func letter(on loop: EventLoop) throws(RunEnd) -> PushLetter? {
        guard let file = try self.files.contents(of: self.options.input) else { return nil }
        let name = TerminalText.escaped(self.options.input == "-" ? "standard input" : self.options.input)
        do throws(PushLetter.Fault) {
            return try PushLetter(file, self.options, at: loop.now)
        } catch {
            switch error {
            case .badPayload(let words): try self.files.fail(.badData, "\(name): \(words)")
            case .noTopic:
                try self.files.fail(
                    .usage,
                    "\(name) does not name an app; give --topic TOPIC, or add the key \"Simulator Target Bundle\"")
            }
            return nil
        }
    }

    // MARK: Credentials

    /// The credential with the contents of its files.
    private enum Credential {
        case providerToken(ProviderPass, KeySigner)
        case certificate(Identity)
        case none

        func authorization(at now: Instant) -> String? {
            guard case .providerToken(var pass, let signer) = self else { return nil }
            return pass.authorization(at: now, signer)
        }

        var identity: Identity? { if case .certificate(let identity) = self { identity } else { nil } }
    }

    private mutating func credential() throws(RunEnd) -> Credential? {
        switch self.options.credential {
        case .providerToken(let key, let team, let file):
            guard let signer = try self.files.signer(file) else { return nil }
            return .providerToken(ProviderPass(key: key, team: team), signer)
        case .certificate(let file, let keyFile):
            guard let identity = try self.files.identity(file, keyFile) else { return nil }
            return .certificate(identity)
        case .none: return Credential.none
        }
    }

    private mutating func courier(on loop: EventLoop, _ credential: Credential) throws(RunEnd) -> PushCourier? {
        let service = self.options.service
        guard service.isSecure else { return PushCourier(loop: loop, service: service, security: nil) }
        guard let trust = try self.files.trust(self.options.authorities) else { return nil }
        let security = Result { () throws(ServerError) in
            try ClientSecurity(trust: trust, name: service.name, identity: credential.identity)
        }
        guard let security = try self.checked(security) else { return nil }
        return PushCourier(loop: loop, service: service, security: security)
    }
}
