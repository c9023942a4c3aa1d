package import Basics
package import NotificationFeed

extension PublishDesk {
    /// Returns the answer of a small but whole service to a request that is written as any bytes.
    ///
    /// Bytes that begin with a capital letter are a request as HTTP/1.1 writes it, without a version; anything else is
    /// the body of a sound one. Alice's subscription is `uns-1`, ``Bearer`` has the tokens, `contoso.com` is the host,
    /// and compressed bodies are bodies with a `~` before them.
    package static func answer(toText bytes: [UInt8], at now: Instant) -> PublishAnswer {
        var rules = PublishRules()
        rules.blockedClients = ["blocked"]
        let desk = PublishDesk(rules)
        var store = Self.store(at: now)
        let arrival = Self.arrival(bytes)
        let feed = desk.addressee(of: arrival).flatMap { store.feed(ofSubscription: $0) }
        let step = desk.read(arrival, office: Self.office(at: now), feed: feed, at: now) { _, body, limit in
            guard body.first == UInt8(ascii: "~") else { return .damaged }
            return body.count - 1 > limit ? .overLimit : .bytes(Array(body.dropFirst()))
        }
        switch step {
        case .answer(let answer): return answer
        case .ask(let act, let order):
            let decision = store.run(FeedCommand(act, now: now, fresh: Fresh(id: "n-1", number: 1)))
            return desk.answer(decision.outcome, to: order, at: now)
        }
    }

    /// The holders of the tokens of the small service.
    package enum Bearer: UInt8, CaseIterable, Sendable {
        /// The app server for itself.
        case app = 1
        /// The app on behalf of alice.
        case user = 2
        /// The app on behalf of alice, without the scope.
        case weak = 3
        /// An app on the block list.
        case blocked = 4

        fileprivate var bytes: [UInt8] { [UInt8](repeating: self.rawValue, count: AccessToken.byteCount) }

        /// The token as a client writes it after `Bearer`.
        package var text: String { AccessToken(bytes: self.bytes)?.text ?? "" }

        fileprivate var request: TokenRequest {
            let scope = AccessScope.notifications.name
            switch self {
            case .app: return TokenRequest(.application, client: "app", scopes: [AccessScope.graphDefault.name])
            case .user: return TokenRequest(.delegated(user: "alice"), client: "app", scopes: [scope])
            case .weak: return TokenRequest(.delegated(user: "alice"), client: "app", scopes: ["User.Read"])
            case .blocked: return TokenRequest(.delegated(user: "alice"), client: "blocked", scopes: [scope])
            }
        }
    }

    private static func office(at now: Instant) -> TokenOffice {
        var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone))
        for bearer in Bearer.allCases { _ = try? office.issue(bearer.request, bytes: bearer.bytes, at: now) }
        return office
    }

    private static func store(at now: Instant) -> MemoryFeedStore {
        let apps = [AppDirectory.App(.iOS, "app")]
        let directory = AppDirectory.listed([AppDirectory.Identity(host: "contoso.com", apps: apps)].compactMap(\.self))
        var store = MemoryFeedStore(FeedRules(directory: directory))
        let feed = FeedKey(host: "contoso.com", user: "alice")
        let subscribe = FeedCommand.Act.subscribe(feed, device: "phone", appId: "app")
        _ = store.run(FeedCommand(subscribe, now: now, fresh: Fresh(id: "uns-1", number: 1)))
        return store
    }

    private static func arrival(_ bytes: [UInt8]) -> Arrival {
        let soundHeaders: HeaderList = [
            "Authorization": "Bearer \(Bearer.app.text)", "X-UNS-ID": "uns-1", "Content-Type": "application/json",
        ]
        guard let first = bytes.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
            return Arrival(headers: soundHeaders, body: bytes, id: "r-1")
        }
        var rest = bytes[...]
        let words = self.line(&rest).split(separator: " ", maxSplits: 1)
        var headers = HeaderList()
        while case let line = self.line(&rest), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        return Arrival(
            method: String(words.first ?? ""), path: words.count > 1 ? String(words[1]) : "", headers: headers,
            body: Array(rest), id: "r-1")
    }

    /// Takes the bytes up to the next line feed.
    private static func line(_ rest: inout ArraySlice<UInt8>) -> String {
        let line = rest.prefix { $0 != 0x0A }
        rest = rest.dropFirst(line.count + 1)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
}
