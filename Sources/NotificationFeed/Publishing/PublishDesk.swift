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

    /// Reads a request that arrived at `now`. `feed` tells of a subscription's id to which feed it belongs.
    package func read(
        _ arrival: Arrival, office: TokenOffice, feed: (String) -> FeedKey?, at now: Instant, inflate: Inflate
    ) -> Step {
        let request = PublishRequest(
            method: arrival.method, path: arrival.path, headers: arrival.headers, body: arrival.body,
            caller: office.caller(arrival.headers, for: .publish, at: now),
            subscriber: arrival.headers["X-UNS-ID"].flatMap(feed)?.user, load: arrival.load, id: arrival.id)
        switch self.rules.read(request, at: now, inflate: inflate) {
        case .answer(let answer): return .answer(answer)
        case .order(let order): return .ask(order.act, order)
        }
    }

    /// The answer once the store has brought the order to its end.
    package func answer(_ outcome: StoreAnswer.Outcome, to order: PublishOrder, at now: Instant) -> PublishAnswer {
        switch outcome {
        case .feed(.published(let receipt), _): self.rules.created(receipt, for: order, at: now)
        case .feed(.refused(let refusal), _): self.rules.refusal(refusal, for: order, at: now)
        // What went wrong inside is nothing for strangers, and nothing was written.
        case .failed: self.rules.refusal(.busy(retryAfter: Self.pause), for: order, at: now)
        case .feed, .rows: preconditionFailure("an order is published, refused, or fails")
        }
    }

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
