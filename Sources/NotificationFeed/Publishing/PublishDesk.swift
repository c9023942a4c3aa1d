package import Basics

/// Handles a publish request from arrival to answer: reads the request, asks the service, and answers.
///
/// All decisions are made here. The transport only moves bytes.
package struct PublishDesk: Sendable {
    /// A request as received.
    package struct Arrival: Hashable, Sendable {
        package var method: String
        /// The path, including any query.
        package var path: String
        package var headers: HeaderList
        package var body: [UInt8]
        package var load: PublishLoad
        /// The id that the server gave this request.
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

    /// The next step after reading a request, before anything is stored.
    package enum Step: Hashable, Sendable {
        /// The request can be answered at once, without storing anything.
        case answer(PublishAnswer)
        /// The service has to carry out a command first. The answer is then made from the outcome of the command and
        /// the order.
        case ask(FeedCommand.Act, PublishOrder)
    }

    package var rules: PublishRules

    package init(_ rules: PublishRules = PublishRules()) { self.rules = rules }

    /// Returns the subscription id by which a request names its user. The store has to look it up.
    package func addressee(of arrival: Arrival) -> String? { arrival.headers["X-UNS-ID"] }

    /// Reads a request that arrived at `now`.
    ///
    /// `feed` is the feed of the addressee, if the request names an addressee that exists.
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

    /// Returns the answer once the store has completed the order.
    package func answer(_ outcome: FeedOutcome, to order: PublishOrder, at now: Instant) -> PublishAnswer {
        switch outcome {
        case .published(let receipt): self.rules.created(receipt, for: order, at: now)
        case .refused(let refusal): self.rules.refusal(refusal, for: order, at: now)
        default: preconditionFailure("an order is published or refused")
        }
    }

    /// Returns the answer when the store failed and wrote nothing. It does not disclose internal errors.
    package func failure(of order: PublishOrder, at now: Instant) -> PublishAnswer {
        self.rules.refusal(Self.failure, for: order, at: now)
    }

    /// The answer when the store could not look up the addressee of a request.
    package static let failure = PublishLoad.busy(retryAfter: Self.pause)

    /// The time a publisher waits before it retries after a failure of the store.
    private static let pause = Interval.seconds(1)
}

extension PublishOrder {
    /// The command for the service.
    package var act: FeedCommand.Act {
        .publish(
            FeedKey(host: self.notification.host, user: self.user),
            // Two apps of one host may use the same request ids for different requests, so the app is part of the id.
            Publication(
                self.notification, requestId: self.clientRequestId.map { "\($0) \(self.app)" },
                addressee: self.addressee, appId: self.app))
    }
}
