import Basics
import ReferenceModels

/// The comparisons themselves.
extension ModelComparison {
    /// The number of odd requests of one comparison.
    private static let oddRequests = 10
    /// The number of random steps in one run of a push service.
    private static let pushSteps = 100

    /// The number of situations of one device that one comparison tries.
    private static let drills = 4

    /// Gives random commands to the part and to its model. Returns the first difference, or ``agreement``.
    func answer(seed: UInt64) -> String { self.difference(seed: seed) ?? Self.agreement }

    private func difference(seed: UInt64) -> String? {
        switch self {
        case .service:
            var comparison = FeedComparison(seed: seed)
            if let difference = comparison.play() { return difference }
            var run = ServiceRun(seed: seed)
            return run.play()
        case .push:
            var run = DeliveryRun(seed: seed, followed: seed.isMultiple(of: 2))
            return run.play(steps: Self.pushSteps)
        case .siblings:
            var comparison = MailComparison(seed: seed)
            return comparison.play()
        case .devices:
            var storm = DeviceStorm(seed: seed)
            if let difference = storm.play() { return difference }
            for number in 0..<Self.drills {
                var drill = DeviceDrill(seed: seed &+ UInt64(number) << 32)
                if let difference = drill.play() { return difference }
            }
            return nil
        case .tokens:
            var comparison = TokenComparison(seed: seed)
            return comparison.play()
        case .connections:
            var story = ConnectionStory(seed: seed)
            if let difference = story.play() { return difference }
            var addresses = AddressStory(seed: seed)
            return addresses.play()
        case .senders:
            var sender = StrangeSender(die: Die(seed: seed))
            return Self.difference(OddPush.allCases, seed) { push in
                (push.rawValue, sender.answer(to: push, at: LabTime.start), push.row.answer)
            }
        case .publishers:
            return Self.difference(OddPost.allCases, seed) { post in
                var publisher = StrangePublisher(at: LabTime.start)
                return (post.rawValue, publisher.answer(to: post), post.row.answer)
            }
        }
    }

    /// Makes odd requests that are chosen by a seed. Returns the first answer that is not documented.
    private static func difference<Request>(
        _ requests: [Request], _ seed: UInt64,
        _ answer: (Request) -> (word: String, found: String, documented: String)
    ) -> String? {
        var die = RollingDie(seed: seed)
        for _ in 0..<Self.oddRequests {
            let (word, found, documented) = answer(die.pick(requests))
            if found != documented { return "'\(word)' is answered with '\(found)'; documented is '\(documented)'" }
        }
        return nil
    }
}
