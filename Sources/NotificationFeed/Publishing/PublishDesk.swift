package import Basics

/// Publishing from a request to its answer: reads, asks the service, answers. Whoever moves the bytes decides nothing.
package struct PublishDesk: Sendable {
    /// A request as it came over the wire.
    package struct Arrival: Hashable, Sendable {
        package var method: String
        /// The path, with the query if there is one.
        package var path: String
        package var headers: HeaderList
        package var body: [UInt8]
        package var load: PublishLoad
        /// The server's own name for this request.
        package var id: String

        package init(
            method: String = "POST", path: String = PublishRules.path, headers: HeaderList, body: [UInt8],
            load: PublishLoad = .normal, id: String
        ) {
            self.method = method
            self.path = path
            self.headers = headers
            self.body = body
            self.load = load
            self.id = id
        }
    }

    /// What a request comes to before anything is stored.
    package enum Step: Hashable, Sendable {
        /// There is nothing to store.
        case answer(PublishAnswer)
        /// The service is to decide; what it says is answered with the order.
        case ask(FeedCommand.Act, PublishOrder)
    }

    package var rules: PublishRules

    package init(_ rules: PublishRules = PublishRules()) { self.rules = rules }

    /// The subscription by whose id a request names its user, for the store to find.
    package func addressee(of arrival: Arrival) -> String? { arrival.headers["X-UNS-ID"] }

    /// Reads a request that arrived at `now`. `feed` is the feed of its addressee, if it names one that exists.
    package func read(
        _ arrival: Arrival, office: TokenOffice, feed: FeedKey?, at now: Instant, inflate: Inflate
    ) -> Step {
        let request = PublishRequest(
            method: arrival.method, path: arrival.path, headers: arrival.headers, body: arrival.body,
            caller: office.caller(arrival.headers, for: .publish, at: now), subscriber: feed?.user,
            load: arrival.load, id: arrival.id)
        switch self.rules.read(request, at: now, inflate: inflate) {
        case .answer(let answer): return .answer(answer)
        case .order(let order): return .ask(order.act, order)
        }
    }

    /// The answer once the store has brought the order to its end.
    package func answer(_ outcome: FeedOutcome, to order: PublishOrder, at now: Instant) -> PublishAnswer {
        switch outcome {
        case .published(let receipt): self.rules.created(receipt, for: order, at: now)
        case .refused(let refusal): self.rules.refusal(refusal, for: order, at: now)
        default: preconditionFailure("an order is published or refused")
        }
    }

    /// The answer when the store failed, and so wrote nothing. What went wrong inside is nothing for strangers.
    package func failure(of order: PublishOrder, at now: Instant) -> PublishAnswer {
        self.rules.refusal(Self.failure, for: order, at: now)
    }

    /// What is said of a request whose addressee the store could not look up.
    package static let failure = PublishLoad.busy(retryAfter: Self.pause)

    /// How long a publisher waits before it tries a store again that failed.
    private static let pause = Interval.seconds(1)
}

extension PublishOrder {
    /// What the service is asked.
    package var act: FeedCommand.Act {
        .publish(
            FeedKey(host: self.notification.host, user: self.user),
            // Two apps of one host may count their requests alike, and mean others.
            Publication(
                self.notification, requestId: self.clientRequestId.map { "\($0) \(self.app)" },
                addressee: self.addressee, appId: self.app))
    }
}
