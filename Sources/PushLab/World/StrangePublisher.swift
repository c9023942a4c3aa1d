import Basics
import FeedContract
import NotificationFeed
import ShoulderTap

/// A publisher that is independent of the app. It sends odd requests to a small separate service.
///
/// Its requests do not reach the feeds of a run, so nothing that it stores changes a feed.
struct StrangePublisher {
    private let desk: PublishDesk
    private var store: MemoryFeedStore
    private var now: Instant
    /// The ids that the service gave to subscriptions, by their names in the rows.
    private var subscriptions: [String: String] = [:]

    init(at now: Instant) {
        self.now = now
        var rules = PublishRules()
        rules.blockedClients = ["blocked"]
        self.desk = PublishDesk(rules)
        let identities = [("contoso.com", ["app", "second"]), ("fabrikam.com", ["other"])].map { host, apps in
            AppDirectory.Identity(host: host, apps: apps.compactMap { AppDirectory.App(.iOS, $0) })
        }
        self.store = MemoryFeedStore(FeedRules(directory: .listed(identities.compactMap(\.self))))
        for (place, user) in ["alice", "bob", "carol"].enumerated() {
            let name = "uns-\(2 * place + 1)"
            let subscribe = FeedCommand.Act.subscribe(
                FeedKey(host: "contoso.com", user: user), device: "phone of \(user)", appId: "app", serial: 1)
            let command = FeedCommand(subscribe, now: now, fresh: Fresh(id: name, number: UInt64(place + 1)))
            if case .subscribed(let row) = self.store.run(command).outcome { self.subscriptions[name] = row.id }
        }
        let end = FeedCommand.Act.unsubscribe(
            FeedKey(host: "contoso.com", user: "carol"), subscription: self.subscriptions["uns-5"] ?? "", serial: 2)
        _ = self.store.run(FeedCommand(end, now: now, fresh: Fresh(id: "unused", number: 4)))
    }

    /// Sends an edited request and returns the answer, in the words of ``OddPost/row``.
    mutating func answer(to edit: (inout OddPostDraft) -> Void) -> String {
        var draft = OddPostDraft()
        edit(&draft)
        for days in [0, 6, 30, 31] as [Int64] {
            let date = ISODate.text(of: self.now + .days(days))
            draft.body = Self.replacing("{\(days)d}", in: draft.body, with: date)
        }
        draft.body = Self.replacing("{1h}", in: draft.body, with: ISODate.text(of: self.now + .hours(1)))
        var words = ""
        var stored: Set<String> = []
        for number in 0..<draft.count {
            if number > 0 { self.now = self.now + draft.pause }
            let (office, tokens) = self.office(draft)
            var headers = HeaderList()
            for field in draft.headers {
                let token = tokens[number % tokens.count]
                let value = self.subscriptions[field.value] ?? field.value
                headers.append(field.name, Self.replacing("{token}", in: value, with: token))
            }
            let arrival = PublishDesk.Arrival(
                method: draft.method, path: draft.path, headers: headers, body: Array(draft.body.utf8),
                load: draft.load, id: "r-1")
            words = self.send(arrival, office, number: UInt64(number + 10), &stored)
        }
        guard stored.count < draft.count, !stored.isEmpty else { return words }
        return words + (stored.count == 1 ? " stored once" : " stored \(stored.count) times")
    }

    private mutating func send(
        _ arrival: PublishDesk.Arrival, _ office: TokenOffice, number: UInt64, _ stored: inout Set<String>
    ) -> String {
        let feed = self.desk.addressee(of: arrival).flatMap { self.feed(of: $0) }
        let step = self.desk.read(arrival, office: office, feed: feed, at: self.now) { _, _, _ in .damaged }
        switch step {
        case .answer(let answer): return self.words(of: answer, arrival)
        case .ask(let act, let order):
            let fresh = Fresh(id: "n-\(number)", number: number)
            let outcome = self.store.run(FeedCommand(act, now: self.now, fresh: fresh)).outcome
            let answer = self.desk.answer(outcome, to: order, at: self.now)
            guard case .published(let receipt) = outcome else { return self.words(of: answer, arrival) }
            stored.insert(receipt.serverId)
            return self.words(of: answer, arrival, receipt, order)
                + self.words(of: order.notification, until: receipt.expiration)
                + (order.clientRequestId == nil ? "" : " named")
        }
    }

    private mutating func feed(of subscription: String) -> FeedKey? {
        let answer = self.store.answer(.feedOfSubscription(subscription), Ticket(0))
        guard case .feedOfSubscription(let feed) = answer.outcome else { return nil }
        return feed
    }

    private func words(of answer: PublishAnswer, _ arrival: PublishDesk.Arrival) -> String {
        var words = "\(answer.status)"
        if let error = answer.error { words += " \(error.code)" + (self.isWellFormed(answer, error) ? "" : " oddly") }
        if let methods = answer.headers["Allow"] { words += " allows \(methods)" }
        if let seconds = answer.headers["Retry-After"] { words += " after \(seconds) s" }
        if (answer.status == 401) != (answer.headers["WWW-Authenticate"] != nil), answer.status != 403 {
            words += " with an odd challenge"
        }
        if answer.headers["request-id"] != "r-1" { words += " without its id" }
        // A header that cannot be an id is not repeated.
        let named = arrival.headers.fields.filter { $0.hasName("client-request-id") }.map(\.value)
        let isName = named.count == 1 && (1...128).contains(named[0].count)
        if answer.headers["client-request-id"] != (isName ? named[0] : "r-1") { words += " with another id" }
        return words
    }

    /// Whether a refusal has the documented body. Its message is text for people, so only the place and the type of the
    /// message are checked.
    private func isWellFormed(_ answer: PublishAnswer, _ error: PublishError) -> Bool {
        let date = ISODate.text(of: self.now, fraction: .digits(0))
        let inner = #""innerError": {"request-id": "r-1", "date": "\#(date)"}"#
        return answer.headers["Content-Type"] == "application/json"
            && DocumentedJSON(#"{"error": {"code": "\#(error.code)", \#(inner)}}"#).isIn(answer.body)
            && (try? JSONDocument(answer.body, limit: 1 << 16))?.root["error"]?["message"]?.string != nil
    }

    /// Returns the words of an acceptance. The body and headers are written out here a second time.
    private func words(
        of answer: PublishAnswer, _ arrival: PublishDesk.Arrival, _ receipt: PublishReceipt, _ order: PublishOrder
    ) -> String {
        let notification = order.notification
        var visual = ""
        if let shown = notification.visual {
            let body = shown.body.map { #","body":"\#($0)""# } ?? ""
            visual = #""visualContent":{"title":"\#(shown.title)"\#(body)}"#
        }
        // At least one second has passed when the answer arrives.
        let passed = (self.now - receipt.created).microseconds / 1_000_000 + 1
        let time = notification.displayTimeToLive.map { "\(max(Int64($0) - passed, 0))" } ?? "null"
        let group = notification.groupName.map { "\"\($0)\"" } ?? "null"
        let priority = ["None", "High", "Low"][
            [.none, .high, .low].firstIndex(of: notification.effectivePriority) ?? 0]
        let root = "https://graph.microsoft.com/beta"
        let body = #"""
            {"@odata.context":"\#(root)/$metadata#users('\#(order.user)')/notifications/$entity",\#
            "displayTimeToLive":\#(time),"expirationDateTime":"\#(ISODate.text(of: receipt.expiration))",\#
            "groupName":\#(group),"id":"\#(receipt.serverId)","priority":"\#(priority)","payload":{\#(visual)}}
            """#
        let place = answer.headers["Location"] == "\(root)/me/activities/\(receipt.serverId)"
        return self.words(of: answer, arrival)
            + (DocumentedJSON(body).isIn(answer.body) && place ? "" : " oddly")
    }

    private func words(of notification: NewNotification, until end: Instant) -> String {
        var words = ""
        switch notification.effectivePriority {
        case .none: break
        case .high: words += " high"
        case .low: words += " low"
        }
        if let group = notification.groupName { words += " group \(group)" }
        if let visual = notification.visual {
            words += " visual " + (visual.title.count > 9 ? "\(visual.title.count) letters" : "'\(visual.title)'")
            if let body = visual.body { words += " '\(body)'" }
        }
        words += " \((end - self.now).microseconds / Interval.days(1).microseconds)d"
        if notification.targets != .all {
            let targets = Platform.allCases.filter(notification.targets.contains)
            words += " for " + targets.map { "\($0)" }.sorted().joined(separator: " and ")
        }
        if let time = notification.displayTimeToLive { words += " displays \(time) s" }
        if let fallback = notification.fallback {
            words += " falls back after \(fallback.delay.microseconds / 1_000_000) s to '\(fallback.visual.title)'"
        }
        return words
    }

    // MARK: Tokens

    /// Returns an office with a token of each sender of a request.
    private func office(_ draft: OddPostDraft) -> (TokenOffice, tokens: [String]) {
        var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone))
        let tokens = [draft.bearer, draft.nextBearer].compactMap(\.self).map { bearer in
            let bytes = [UInt8](repeating: bearer.rawValue, count: AccessToken.byteCount)
            let issued = self.now - draft.tokenAge
            guard let token = try? office.issue(bearer.request, bytes: bytes, at: issued).token.text else {
                return "none"
            }
            if draft.isRevoked { office.revoke(token, at: self.now) }
            return token
        }
        return (office, tokens)
    }

    private static func replacing(_ pattern: String, in text: String, with value: String) -> String {
        text.split(separator: pattern, omittingEmptySubsequences: false).joined(separator: value)
    }
}

extension OddPostDraft.Bearer {
    fileprivate var request: TokenRequest {
        let scope = AccessScope.notifications.name
        switch self {
        case .app: return TokenRequest(.application, client: "app", scopes: [AccessScope.graphDefault.name])
        case .second: return TokenRequest(.application, client: "second", scopes: [AccessScope.graphDefault.name])
        case .user: return TokenRequest(.delegated(user: "alice"), client: "app", scopes: [scope])
        case .weak: return TokenRequest(.delegated(user: "alice"), client: "app", scopes: ["User.Read"])
        case .blocked: return TokenRequest(.delegated(user: "alice"), client: "blocked", scopes: [scope])
        case .graph:
            return TokenRequest(
                .delegated(user: "alice"), client: "app", scopes: [AccessScope.graphNotifications.name])
        }
    }
}
