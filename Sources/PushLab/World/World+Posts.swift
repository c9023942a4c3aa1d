import Basics
import FeedContract
import FeedService
import NotificationFeed

/// Posts of the server under test to the service.
extension World {
    mutating func postArrives(_ post: BackendPost, _ incarnation: UInt32) {
        guard self.service.process.isRunning else { return self.answerForService(post, incarnation) }
        self.service.fresh += 1
        let arrival = PublishDesk.Arrival(
            path: post.path, headers: HeaderList(post.headers.map { HeaderList.Field($0.name, $0.value) }),
            body: post.body, id: Hex.text(of: self.clock.roll(.fresh, self.service.fresh, n: 2).bits))
        let flight = self.service.flights.add(.post(post, incarnation: incarnation))
        self.atService { service, now, fresh, actions in
            service.post(arrival, from: flight.caller, at: now, &fresh, inflate: Self.inflate, into: &actions)
        }
    }

    /// Answers a post of the server.
    ///
    /// `about` is the notification, unless the post was refused without being read.
    mutating func postIsAnswered(
        _ answer: PublishAnswer, _ result: FeedResult?, _ about: HistoryEvent.TextNumber, to flight: FlightNumber
    ) {
        guard case .post(let post, let incarnation) = self.service.flights.land(flight) else {
            preconditionFailure("only the server posts")
        }
        var (id, generation) = (about, UInt64(0))
        if case .published(let receipt) = result?.outcome {
            id = self.record.history.number(of: receipt.id)
            generation = receipt.generation
        }
        let heard = BackendAnswer(
            status: answer.status, headers: answer.headers.fields.map { BackendAnswer.Header($0.name, $0.value) },
            body: answer.body)
        let delay = self.clock.roll(.postAnswerDelay, Self.backendEntity, n: post.place).within(
            self.weather.delays.crossing)
        self.planBackend(
            .answer(post.number, heard, id: id, generation: generation, incarnation: incarnation), in: delay)
    }

    /// Answers a post while the service is down, as a proxy in front of it does.
    mutating func answerForService(_ post: BackendPost, _ incarnation: UInt32) {
        let answer = BackendAnswer(status: 503, headers: [BackendAnswer.Header("Retry-After", "1")], body: [])
        let delay = self.clock.roll(.postAnswerDelay, Self.backendEntity, n: post.place).within(
            self.weather.delays.crossing)
        self.planBackend(
            .answer(post.number, answer, id: .none, generation: 0, incarnation: incarnation), in: delay)
    }

    mutating func issueBackendToken(user: String?) -> String {
        if let user, self.people.user(named: user) == nil { return "" }
        let request =
            if let user {
                TokenRequest(
                    .delegated(user: user), client: self.people.appId, scopes: [AccessScope.notifications.name])
            } else {
                TokenRequest(.application, client: self.people.appId, scopes: [AccessScope.graphDefault.name])
            }
        // If no token can be issued, the token is empty, and the service refuses the server.
        return self.issue(request, entity: Self.backendEntity)?.text ?? ""
    }
}
