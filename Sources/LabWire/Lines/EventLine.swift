import PushLab
import ShoulderTap

/// An event, stored as the members of the line that is sent to the child. The members that every line has are left out.
struct EventLine {
    let name: String
    var deed: Deed
    private(set) var fill: (inout JSONWriter) -> Void

    /// The description of an event that is sent to a child.
    struct Deed {
        /// The readable description.
        var words: String
        /// The kind of the event. It contains no users, devices or numbers.
        let sort: String
    }

    /// - Parameter detail: A word that distinguishes events of the same name.
    private init(
        _ name: String, _ words: String, detail: String? = nil,
        _ fill: @escaping (inout JSONWriter) -> Void = { _ in }
    ) {
        self.name = name
        self.deed = Deed(words: words, sort: detail.map { "\(name) \($0)" } ?? name)
        self.fill = fill
    }

    /// Adds members before the existing ones.
    mutating func lead(_ members: @escaping (inout JSONWriter) -> Void) {
        let rest = self.fill
        self.fill = { writer in
            members(&writer)
            rest(&writer)
        }
    }
}

extension EventLine {
    /// Adds the alerts that the system has shown, for an app that is launched or comes to the foreground.
    mutating func tellDelivered(_ ids: [String], in event: AppEvent) {
        guard !ids.isEmpty else { return }
        switch event {
        case .launched, .foreground:
            let rest = self.fill
            self.fill = { writer in
                rest(&writer)
                writer.array("delivered") { writer in for id in ids { writer.string(id) } }
            }
        default: break
        }
    }

    init(_ event: AppEvent) {
        switch event {
        case .launched(let launch):
            self.init("launched", "was launched") { writer in
                writer.member("reason", WireLanguage.LaunchReason(launch.reason).rawValue)
                writer.member("platform", launch.platform.rawValue)
                writer.member("host", launch.host)
                writer.member("installation", launch.installation)
                writer.member("account", optional: launch.account?.rawValue)
                writer.member("stored", optional: launch.stored.map { String(decoding: $0, as: UTF8.self) })
            }
        case .pushToken(let token): self.init("pushToken", "got a push token") { $0.member("token", token) }
        case .push(let push):
            self.init("push", "handled push \(push.number)") { writer in
                writer.member("push", number: push.number)
                switch push.content {
                case .apns(let bytes): writer.member("payload", String(decoding: bytes, as: UTF8.self))
                case .dataMap(let map): writer.member("data", texts: map.sorted { $0.key < $1.key })
                case .raw(let text): writer.member("raw", text)
                }
            }
        case .foreground: self.init("foreground", "came to the foreground")
        case .background: self.init("background", "went to the background")
        case .user(let act, let id):
            self.init("user", "handled the user action \(act.rawValue) on \(id)", detail: act.rawValue) { writer in
                writer.member("act", act.rawValue)
                writer.member("id", id)
            }
        case .timer(let number): self.init("timer", "handled a timer") { $0.member("timer", number: number) }
        case .answer(let number, let answer): self.init(number, answer)
        case .accessToken(let token):
            self.init("accessToken", "got an access token") { $0.member("token", optional: token) }
        case .signedIn(let account):
            self.init("signedIn", "handled the sign-in of its user") { $0.member("account", account.rawValue) }
        case .signedOut: self.init("signedOut", "handled the sign-out of its user")
        }
    }

    private init(_ number: Int, _ answer: AppAnswer) {
        func line(_ word: WireLanguage.AnswerWord, _ rest: @escaping (inout JSONWriter) -> Void = { _ in }) -> Self {
            EventLine("answer", "got the answer to request \(number)", detail: word.rawValue) { writer in
                writer.member("request", number: number)
                writer.member("answer", word.rawValue)
                rest(&writer)
            }
        }
        switch answer {
        case .page(let page): self = line(.page) { $0.members(of: page) }
        case .saved(let isSaved, let version):
            self = line(.saved) { writer in
                writer.member("saved", flag: isSaved)
                if let version { writer.member("version", number: version) }
            }
        case .subscribed(let id): self = line(.subscribed) { $0.member("subscription", id) }
        case .registered: self = line(.registered)
        case .refused(let status, let message):
            self = line(.refused) { writer in
                writer.member("status", number: status)
                writer.member("message", message)
            }
        case .lost: self = line(.lost)
        }
    }
}

extension EventLine {
    init(_ event: BackendEvent) {
        switch event {
        case .started(let start):
            self.init("started", "started") { writer in
                writer.member("host", start.host)
                writer.member("token", start.accessToken)
                writer.member("stored", optional: start.stored.map { String(decoding: $0, as: UTF8.self) })
            }
        case .publish(let wish, let user):
            self.init("publish", "was asked to publish \(wish.id)") { writer in
                writer.member("user", user)
                writer.member("id", wish.id)
                writer.member("content", wish.content)
                writer.member("visual", flag: wish.isVisual)
                if let lifetime = wish.lifetime { writer.member("lifetime", microseconds: lifetime) }
            }
        case .subscribed(let user, let device, let subscription):
            self.init("subscribed", "handled a subscription") { writer in
                writer.member("user", user)
                writer.member("device", device)
                writer.member("subscription", subscription)
            }
        case .answer(let number, let answer):
            self.init("answer", "got the answer to post \(number)", detail: String(answer.status)) { writer in
                writer.member("post", number: number)
                writer.member("status", number: answer.status)
                writer.member("headers", texts: answer.headers.map { ($0.name, $0.value) })
                writer.member("body", String(decoding: answer.body, as: UTF8.self))
            }
        case .timer(let number): self.init("timer", "handled a timer") { $0.member("timer", number: number) }
        case .accessToken(let token, let user):
            self.init("accessToken", "got an access token") { writer in
                writer.member("token", token)
                writer.member("user", optional: user)
            }
        }
    }
}

extension JSONWriter {
    mutating func member(_ key: String, optional text: String?) {
        if let text { self.member(key, text) }
    }

    mutating func member(_ key: String, number: some BinaryInteger) { self.member(key, raw: String(number)) }

    mutating func member(_ key: String, flag: Bool) { self.member(key, raw: flag ? "true" : "false") }

    /// Writes a duration in whole microseconds.
    mutating func member(_ key: String, microseconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.member(key, number: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    fileprivate mutating func member(_ key: String, texts: [(key: String, value: String)]) {
        self.key(key)
        self.object { writer in
            for (key, value) in texts { writer.member(key, value) }
        }
    }

    fileprivate mutating func members(of page: AppPage) {
        self.array("changes") { writer in
            for change in page.changes {
                writer.object { writer in
                    writer.member("kind", change.kind.rawValue)
                    writer.member("id", change.id)
                    writer.member("generation", number: change.generation)
                    writer.member("version", number: change.version)
                    writer.member("read", flag: change.isRead)
                    writer.member("state", change.action.rawValue)
                    writer.member("content", optional: change.content)
                }
            }
        }
        self.member("cursor", page.cursor)
        self.member("last", flag: page.isLast)
        self.member("full", flag: page.isFull)
    }
}
