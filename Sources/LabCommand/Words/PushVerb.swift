import Basics
import PushGateway
import SecureTransport

/// The options of `push`.
struct PushOptions: Equatable, Sendable {
    /// The address of a push service for a client.
    struct Service: Equatable, Sendable {
        let name: ServerName
        let port: UInt16
        let isSecure: Bool

        static let production = Service(name: .host("api.push.apple.com"), port: 443, isSecure: true)
        static let sandbox = Service(name: .host("api.sandbox.push.apple.com"), port: 443, isSecure: true)

        /// The authority of a request: `HOST:PORT`.
        var authority: String {
            if case .address(let bytes) = self.name, bytes.count == 16 { return "[\(self.name)]:\(self.port)" }
            return "\(self.name):\(self.port)"
        }
    }

    /// The credential of the sender.
    enum Credential: Equatable, Sendable {
        case providerToken(key: String, team: String, file: RawText)
        case certificate(file: RawText, keyFile: RawText)
        case none
    }

    enum Expiration: Equatable, Sendable {
        /// A time in seconds since 1970.
        ///
        /// 0 means a single attempt.
        case at(Int64)
        case after(Interval)
    }

    var input: RawText
    var device: String
    var service: Service
    var topic: String?
    var type: PushType?
    var priority: PushPriority?
    var expiration: Expiration?
    var collapseID: String?
    var id: String?
    var credential = Credential.none
    /// The file with the trusted certificate authorities.
    ///
    /// Nil uses the authorities that the system trusts.
    var authorities: RawText?
    var json = false

    init(_ input: RawText, to device: String, at service: Service) {
        (self.input, self.device, self.service) = (input, device, service)
    }

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        if let complaint = VerbWords.complaint(about: words.operands, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
        guard words.operands.count == 1 else {
            let surplus = TerminalText.escaped(words.operands[1])
            throw UsageError("unexpected word '\(surplus)'; push sends one FILE to one device", verb: verb.name)
        }
        guard let device = words.value(of: "--device") else {
            throw UsageError("push needs --device TOKEN", verb: verb.name)
        }
        guard device.utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isLetter($0) }) else {
            throw words.refusal(of: device, "--device", verb)
        }
        self.init(words.operands[0], to: device, at: try words.service(verb))
        try self.readHeaders(words, verb)
        self.credential = try words.credential(verb)
        self.authorities = words.value(of: "--ca").map { RawText($0) }
        if self.authorities != nil, !self.service.isSecure {
            throw UsageError("'--ca' cannot be used with 'http://', which is not encrypted", verb: verb.name)
        }
        self.json = words.has("--json")
    }

    /// Whether a client certificate can replace the topic.
    var hasCertificate: Bool { if case .certificate = self.credential { true } else { false } }

    private mutating func readHeaders(_ words: VerbWords, _ verb: Verb) throws(UsageError) {
        for name in ["--topic", "--collapse-id", "--id"] {
            guard let value = words.value(of: name) else { continue }
            guard value.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { throw words.refusal(of: value, name, verb) }
        }
        (self.topic, self.collapseID) = (words.value(of: "--topic"), words.value(of: "--collapse-id"))
        self.id = words.value(of: "--id")
        if let word = words.value(of: "--type") {
            let role = "value '\(TerminalText.escaped(word))' of '--type'"
            try VerbWords.check(word, against: PushType.allCases.map(\.rawValue), as: role, verb)
            self.type = PushType(rawValue: word)
        }
        self.priority = words.value(of: "--priority").flatMap { UInt8($0) }.flatMap(PushPriority.init)
        if let word = words.value(of: "--expiration") {
            guard let expiration = Expiration(word) else { throw words.refusal(of: word, "--expiration", verb) }
            self.expiration = expiration
        }
    }
}

extension PushOptions.Expiration {
    fileprivate init?(_ word: String) {
        if word.utf8.allSatisfy(ASCII.isDigit), let seconds = Int64(word) {
            self = .at(seconds)
        } else if let duration = try? Interval(duration: word) {
            self = .after(duration)
        } else {
            return nil
        }
    }
}

extension VerbWords {
    fileprivate func service(_ verb: Verb) throws(UsageError) -> PushOptions.Service {
        if self.has("--sandbox") { return .sandbox }
        if self.has("--production") { return .production }
        guard let word = self.value(of: "--to") else {
            throw UsageError("push needs a service; give --to HOST:PORT, --sandbox or --production", verb: verb.name)
        }
        let isSecure = !word.hasPrefix("http://")
        let place = isSecure ? word : String(word.dropFirst("http://".count))
        guard let colon = place.lastIndex(of: ":"), let name = ServerName(String(place[..<colon])),
            let port = UInt16(place[place.index(after: colon)...]), port > 0
        else { throw self.refusal(of: word, "--to", verb) }
        return PushOptions.Service(name: name, port: port, isSecure: isSecure)
    }

    fileprivate func credential(_ verb: Verb) throws(UsageError) -> PushOptions.Credential {
        if let file = self.value(of: "--cert") {
            return .certificate(file: RawText(file), keyFile: RawText(self.value(of: "--cert-key") ?? file))
        }
        if self.has("--cert-key") { throw UsageError("'--cert-key' needs '--cert FILE'", verb: verb.name) }
        guard let word = self.value(of: "--key") else { return .none }
        guard let key = ProviderKeyFile(word),
            (key.id + key.team).utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isLetter($0) })
        else { throw self.refusal(of: word, "--key", verb) }
        return .providerToken(key: key.id, team: key.team, file: key.file)
    }
}

extension VerbTable {
    static let push = Verb(
        name: "push",
        summary: "send a payload to a device, over Apple's service or a local one",
        details: [
            "Sends a payload over APNs, as 'xcrun simctl push' does to a simulator. The key",
            "\"Simulator Target Bundle\" of FILE names the app; this key is not sent.",
        ],
        operands: .file,
        options: [
            Verb.Option(
                "--device", .init(placeholder: "TOKEN", meaning: "the device token, in hex digits"),
                "the device token that the app registered"),
            Verb.Option(
                "--topic", .init(placeholder: "TOPIC", meaning: "a bundle id in ASCII"),
                "the app, if it is not the one that FILE names"),
            Verb.Option(
                "--type", .init(placeholder: "TYPE", meaning: Spelling.list(PushType.allCases.map(\.rawValue))),
                "the push type; background for a silent payload"),
            Verb.Option(
                "--priority", .init(placeholder: "N", choices: ["10", "5", "1"]),
                "10, 5 or 1; 5 for background, 10 for an alert"),
            Verb.Option(
                "--expiration",
                .init(placeholder: "TIME", meaning: "0, a duration such as 1h, or seconds since 1970"),
                "0 for one attempt, 1h, or seconds since 1970"),
            Verb.Option(
                "--collapse-id", .init(placeholder: "ID", meaning: "a text in ASCII"),
                "replace a waiting push that has this id"),
            Verb.Option(
                "--id", .init(placeholder: "UUID", meaning: "a UUID"), "the apns-id; the service makes one if not given"
            ),
            Verb.Option(
                "--to", .init(placeholder: "HOST:PORT", meaning: "a host and a port, such as localhost:2197"),
                "the service; http://HOST:PORT is without TLS"),
            Verb.Option("--sandbox", nil, "send to api.sandbox.push.apple.com"),
            Verb.Option("--production", nil, "send to api.push.apple.com"),
            Verb.Option(
                "--ca", .init(placeholder: "FILE", meaning: "a file of CA certificates in PEM"),
                "trust these CAs instead of the system's"),
            Verb.Option(
                "--key",
                .init(
                    placeholder: "KEYID:TEAMID:FILE", meaning: "the ids of a key and a team, and the key's .p8 file"),
                "sign a provider token with this .p8 file"),
            Verb.Option(
                "--cert", .init(placeholder: "FILE", meaning: "a client certificate in PEM"),
                "use this client certificate, not a token"),
            Verb.Option(
                "--cert-key", .init(placeholder: "FILE", meaning: "a private key in PEM"),
                "its private key, if that is in another file"),
            Verb.Option("--json", nil, "write one JSON object"),
        ],
        conflicts: [
            Verb.Conflict("--to", "--sandbox"), Verb.Conflict("--to", "--production"),
            Verb.Conflict("--sandbox", "--production"), Verb.Conflict("--key", "--cert"),
        ],
        notes: ["exit status: 0 accepted; 1 refused; 69 no answer; 64, 65, 66, 74 as in sysexits"],
        example: "shouldertap push tap.apns --device 5a5a --to localhost:2197 --ca ca.pem"
    )
}
