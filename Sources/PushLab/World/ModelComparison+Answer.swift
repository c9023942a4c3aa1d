import Basics
import ReferenceModels

/// The comparisons themselves.
extension ModelComparison {
    /// The number of odd requests of one comparison.
    private static let oddRequests = 10
    /// The number of random steps of one run of a push service.
    private static let pushSteps = 100

    /// Gives random commands to the part and to its model. Returns the first difference, or ``agreement``.
    func answer(seed: UInt64) -> String {
        switch self {
        case .service:
            var comparison = FeedComparison(seed: seed)
            return comparison.play() ?? Self.agreement
        case .push:
            var run = DeliveryRun(seed: seed, followed: seed.isMultiple(of: 2))
            for _ in 0..<Self.pushSteps {
                run.step()
                if let difference = run.difference() { return difference }
            }
            return run.end() ?? Self.agreement
        case .siblings:
            var comparison = MailComparison(seed: seed)
            return comparison.play() ?? Self.agreement
        case .devices:
            var storm = DeviceStorm(seed: seed)
            return storm.play() ?? Self.agreement
        case .tokens:
            var comparison = TokenComparison(seed: seed)
            return comparison.play() ?? Self.agreement
        case .connections:
            var story = ConnectionStory(seed: seed)
            return story.play() ?? Self.agreement
        case .senders:
            var sender = StrangeSender(die: Die(seed: seed))
            return Self.difference(Self.some(OddPush.allCases, seed)) { push in
                (push.rawValue, sender.answer(to: push, at: LabTime.start), push.row.answer)
            }
        case .publishers:
            return Self.difference(Self.some(OddPost.allCases, seed)) { post in
                var publisher = StrangePublisher(at: LabTime.start)
                return (post.rawValue, publisher.answer(to: post), post.row.answer)
            }
        }
    }

    /// Chooses odd requests by a seed.
    private static func some<Request>(_ all: [Request], _ seed: UInt64) -> [Request] {
        var die = RollingDie(seed: seed)
        return (0..<Self.oddRequests).map { _ in die.pick(all) }
    }

    /// Returns the first answer that is not documented, or ``agreement``.
    private static func difference<Request>(
        _ requests: [Request], _ answer: (Request) -> (word: String, found: String, documented: String)
    ) -> String {
        for request in requests {
            let (word, found, documented) = answer(request)
            if found != documented { return "'\(word)' is answered with '\(found)'; documented is '\(documented)'" }
        }
        return Self.agreement
    }
}
