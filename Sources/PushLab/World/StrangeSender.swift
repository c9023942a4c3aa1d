import Basics
import PushGateway

/// A sender that is independent of the app. It sends an odd push to a separate admission.
///
/// Its pushes do not reach a device, so an accepted push changes no run.
struct StrangeSender: AdmissionPorts {
    private var key: LabSigningKey
    private var device = DeviceLookup.unknown
    private var acceptsAnyKey = false

    init(die: Die) { self.key = LabSigningKey(die: die) }

    /// Sends an edited push and returns the answer, in the words of ``OddPush/row``.
    mutating func answer(to edit: (inout OddPushDraft) -> Void, at now: Instant) -> String {
        var draft = OddPushDraft()
        edit(&draft)
        self.acceptsAnyKey = draft.keys.acceptsAnyKey
        self.device = .found(DeviceFacts(topic: OddPushDraft.bundle, environment: .production))
        var admission = Admission(draft.keys, rules: draft.rules)
        var connection = PushConnection(.production, certificate: draft.certificate, rules: draft.rules)
        for (token, ago) in draft.earlier {
            var before = OddPushDraft()
            before.set("authorization", "bearer " + token.text(at: now, self.key))
            var actions: [AdmissionAction] = []
            let request = PushRequest(headers: before.headers, body: before.body)
            admission.receive(request, on: &connection, now: now - ago, &self, into: &actions)
        }
        if draft.isOnNewConnection {
            connection = PushConnection(.production, certificate: draft.certificate, rules: draft.rules)
        }
        let request = self.request(&draft, at: now)
        var actions: [AdmissionAction] = []
        for _ in 0..<draft.count {
            actions = []
            admission.receive(
                request, on: &connection, service: draft.service, now: now, &self, into: &actions)
        }
        return Self.words(of: actions, sentID: draft.headers["apns-id"])
    }

    /// Sends an odd push over a connection that also carries other requests.
    mutating func send(
        _ push: OddPush, _ admission: inout Admission, _ connection: inout PushConnection, at now: Instant,
        into actions: inout [AdmissionAction]
    ) {
        var draft = OddPushDraft()
        push.row.edit(&draft)
        let request = self.request(&draft, at: now)
        admission.receive(request, on: &connection, service: draft.service, now: now, &self, into: &actions)
    }

    /// Makes the request of a draft, and lets admission find the device of the draft.
    private mutating func request(_ draft: inout OddPushDraft, at now: Instant) -> PushRequest {
        self.device = draft.device
        if draft.certificate == nil { draft.authorize(draft.token.text(at: now, self.key)) }
        return PushRequest(headers: draft.headers, body: draft.body, bodyEnd: draft.bodyEnd)
    }

    private static func words(of actions: [AdmissionAction], sentID: String?) -> String {
        var words: [String] = []
        for action in actions {
            switch action {
            case .deliver(let push): words += Self.words(of: push)
            case .answer(let answer):
                words.insert(contentsOf: ["\(answer.status)"] + (answer.refusal.map { [$0.reason] } ?? []), at: 0)
                if sentID == nil {
                    words.append(Self.isCanonical(answer.id) ? "new id" : "odd id \(answer.id)")
                } else if answer.id != sentID {
                    words.append("another id")
                }
            case .warn: words.append("warned")
            case .goAway(let order): words.append("going away: \(order.reason.reason)")
            default: break
            }
        }
        // A warning comes before its push, but is reported after it.
        let warnings = words.filter { $0 == "warned" }
        return (words.filter { $0 != "warned" } + warnings.prefix(1)).joined(separator: " ")
    }

    private static func words(of push: AcceptedPush) -> [String] {
        var words = [push.type?.rawValue ?? "none", "\(push.priority.rawValue)"]
        switch push.expiration {
        case .none: break
        case .once: words.append("once")
        case .at(let moment): words.append("until \(moment.seconds)")
        }
        if push.collapseID != nil { words.append("collapses") }
        return words
    }

    private static func isCanonical(_ id: String) -> Bool {
        let groups = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 & 0xDF } }
    }

    // MARK: Requests of admission

    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup { self.device }

    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        self.acceptsAnyKey || self.key.isSignature(signature, over: bytes, byKey: id)
    }

    mutating func freshID() -> (UInt64, UInt64) { self.key.freshID() }
}

extension OddPushDraft {
    /// Inserts the provider token at its place in the header.
    fileprivate mutating func authorize(_ token: String) {
        let pattern = self.headers["authorization"] ?? "bearer {token}"
        guard !pattern.isEmpty else { return self.set("authorization", nil) }
        let parts = pattern.split(separator: "{token}", omittingEmptySubsequences: false)
        self.set("authorization", parts.joined(separator: token))
    }
}

extension OddPushDraft.Token {
    /// The text of the token, signed by `key`.
    func text(at now: Instant, _ key: LabSigningKey) -> String {
        let header = self.header ?? #"{"alg":"ES256","kid":"\#(self.key)"}"#
        let claims = #"{"iss":"\#(self.team)","iat":\#(self.time((now - self.age).seconds))}"#
        let signed = [header, claims].map { Base64URL.text(of: Array($0.utf8)) }.joined(separator: ".")
        let signature = key.signature(over: Array(signed.utf8), byKey: self.signer ?? self.key)
        return self.edit(signed + "." + Base64URL.text(of: signature))
    }
}
