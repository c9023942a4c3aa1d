import Basics
import PushGateway
import ReferenceModels

/// The pushes of a stranger over one connection, and a slow model that predicts how the service limits and closes the
/// connection.
struct ConnectionStory {
    /// The rules of connections, from `AdmissionRules` and Apple's documents.
    private struct Model {
        let rules: AdmissionRules
        let certificate: ClientCertificate?
        var limit: Int
        var open = 0
        var refusals = 0
        var badTokens = 0
        var hasToken = false
        /// The phase of the connection: open, leaving, finishing or closed.
        var phase = 0
        var words: [String] = []

        init(_ rules: AdmissionRules, _ certificate: ClientCertificate?) {
            self.rules = rules
            self.certificate = certificate
            self.limit = rules.startsWithOneStream && certificate == nil ? 1 : 1_000
            self.hasToken = certificate != nil
        }

        /// Whether the service closes the connection as soon as it is open.
        private var isOfOtherEnvironment: Bool {
            self.certificate.map { $0.isValid && $0.environments == .sandbox } ?? false
        }

        mutating func opened() {
            self.words.append(self.limit == 1 ? "settings 1" : "settings many")
            guard self.isOfOtherEnvironment else { return }
            self.phase = 3
            self.words += ["leave none BadCertificateEnvironment", "close"]
        }

        mutating func allow(_ streams: Int) {
            // The number of streams that count as many is the service's choice.
            if self.limit != streams { self.words.append(streams == 1 ? "allow 1" : "allow many") }
            self.limit = streams
        }

        mutating func request(_ push: OddPush, _ status: Int) {
            let status = self.status(push, status)
            if self.phase < 2 {
                if !self.hasToken, status != 503 { self.allow(1_000) }
                if status != 503 { self.hasToken = true }
            }
            self.words.append("answer \(status)")
            guard status != 200 else {
                (self.refusals, self.badTokens) = (0, 0)
                return self.allow(1_000)
            }
            if self.rules.refusalDropsToOneStream { self.allow(1) }
            guard status < 500, status != 410 else { return }
            self.refusals += 1
            if push == .strangeToken, status == 400 { self.badTokens += 1 }
            let isOver = self.badTokens >= self.rules.badDeviceTokenLimit || self.refusals >= self.rules.refusalLimit
            if isOver { self.leave() }
        }

        /// Returns the status of a push on this connection. It may differ from the status that the push gets alone.
        private func status(_ push: OddPush, _ alone: Int) -> Int {
            if self.phase >= 2, !self.isOfOtherEnvironment { return 503 }
            guard let certificate = self.certificate, alone != 503 else { return alone }
            if !certificate.isValid || self.isOfOtherEnvironment { return 403 }
            // Such a push has the only topic of the certificate.
            return push == .noTopic ? 200 : alone
        }

        mutating func leave() {
            guard self.phase == 0 else { return }
            self.phase = 1
            self.words += ["leave any", "wait"]
        }

        mutating func graceEnded() {
            guard self.phase == 1 else { return }
            self.phase = 2
            self.words.append("leave served")
            self.closeIfFinished()
        }

        mutating func closeIfFinished() {
            guard self.phase == 2, self.open == 0 else { return }
            self.phase = 3
            self.words.append("close")
        }
    }

    /// Odd pushes, each with the status that it gets when it is the only push.
    private static let pushes: [(push: OddPush, status: Int)] = [
        (.plain, 200), (.plain, 200), (.strangeToken, 400), (.noTopic, 400), (.oddPath, 404), (.endedToken, 410),
        (.tooMany, 429), (.overloaded, 503),
    ]

    private var sender: StrangeSender
    private var die: RollingDie
    private var admission: Admission
    private var connection: PushConnection
    private var model: Model

    init(seed: UInt64) {
        self.die = RollingDie(seed: seed)
        var rules = AdmissionRules()
        rules.startsWithOneStream = self.die.coin()
        rules.refusalDropsToOneStream = self.die.coin()
        rules.badDeviceTokenLimit = 1 + self.die.below(5)
        rules.refusalLimit = 2 + self.die.below(10)
        let topics = [OddPushDraft.bundle]
        let certificate = self.die.pick([
            nil, nil, nil, ClientCertificate(topics: topics, environments: .production),
            ClientCertificate(topics: topics, environments: .sandbox),
            ClientCertificate(topics: topics, environments: .sandbox, isValid: false),
        ])
        self.sender = StrangeSender(die: Die(seed: seed))
        self.admission = Admission(OddPushDraft.keys, rules: rules)
        self.connection = PushConnection(.production, certificate: certificate, rules: rules)
        self.model = Model(rules, certificate)
    }

    /// Plays random pushes. Returns the first difference between the service and its model. Returns nil if there is no
    /// difference.
    mutating func play() -> String? {
        var actions: [AdmissionAction] = []
        self.model.opened()
        self.connection.opened(into: &actions)
        if let difference = self.difference(actions) { return difference }
        for _ in 0..<60 {
            actions = []
            if let problem = self.step(&actions) ?? self.difference(actions) { return problem }
        }
        return nil
    }

    private mutating func difference(_ actions: [AdmissionAction]) -> String? {
        defer { self.model.words = [] }
        let found = actions.compactMap(Self.word)
        return found == self.model.words ? nil : "the connection does \(found), the model \(self.model.words)"
    }

    private mutating func step(_ actions: inout [AdmissionAction]) -> String? {
        switch self.die.below(12) {
        case 0, 1:
            let mayOpen = self.model.open < self.model.limit && self.model.phase < 2
            if mayOpen { self.model.open += 1 }
            return self.connection.streamOpened() == mayOpen ? nil : "a stream is opened against the limit"
        case 2:
            guard self.model.open > 0 else { return nil }
            self.model.open -= 1
            self.model.closeIfFinished()
            self.connection.streamEnded(into: &actions)
        case 3:
            guard self.die.below(6) == 0 else { return nil }
            self.model.leave()
            self.connection.leave(for: .shutdown, self.model.rules, into: &actions)
        case 4:
            self.model.graceEnded()
            self.connection.graceEnded(into: &actions)
        default:
            let (push, status) = self.die.pick(Self.pushes)
            self.sender.send(push, &self.admission, &self.connection, at: LabTime.start, into: &actions)
            self.model.request(push, status)
        }
        return nil
    }

    private static func word(_ action: AdmissionAction) -> String? {
        switch action {
        case .answer(let answer): "answer \(answer.status)"
        case .allowStreams(let count): count == 1 ? "allow 1" : "allow many"
        case .settings(let settings): settings.maxConcurrentStreams == 1 ? "settings 1" : "settings many"
        case .goAway(let order):
            order.lastStream == .none ? "leave none \(order.reason.reason)" : "leave \(order.lastStream)"
        case .awaitGrace: "wait"
        case .close: "close"
        case .deliver, .warn: nil
        }
    }
}
