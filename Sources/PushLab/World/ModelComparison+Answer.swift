import Basics
import ReferenceModels

/// The comparisons themselves.
extension ModelComparison {
    /// The number of odd requests of one comparison.
    private static let oddRequests = 10
    /// The number of random steps in one run of a push service.
    private static let pushSteps = 100

    /// The number of short runs in one comparison. Each has a seed of its own.
    private static let rounds: UInt64 = 6

    /// Gives random commands to the part and to its model. Returns the first difference, or ``agreement``.
    func answer(seed: UInt64) -> String { self.difference(seed: seed) ?? Self.agreement }

    private func difference(seed: UInt64) -> String? {
        switch self {
        case .service:
            return Self.firstDifference(seed) { seed in
                var (comparison, run) = (FeedComparison(seed: seed), ServiceRun(seed: seed))
                return comparison.play() ?? run.play()
            }
        case .push:
            var run = DeliveryRun(seed: seed, followed: seed.isMultiple(of: 2))
            return run.play(steps: Self.pushSteps)
        case .siblings:
            var comparison = MailComparison(seed: seed)
            return comparison.play()
        case .devices:
            var storm = DeviceStorm(seed: seed)
            return storm.play()
                ?? Self.firstDifference(seed) { seed in
                    var (drill, facade) = (DeviceDrill(seed: seed), FacadeRun(seed: seed))
                    return drill.play() ?? facade.play()
                }
        case .tokens:
            var comparison = TokenComparison(seed: seed)
            return comparison.play()
        case .connections:
            return Self.firstDifference(seed) { seed in
                var (story, addresses) = (ConnectionStory(seed: seed), AddressStory(seed: seed))
                return story.play() ?? addresses.play()
            }
        case .senders:
            var sender = StrangeSender(die: Die(seed: seed))
            func answer(
                _ word: String, _ row: (answer: String, edit: (inout OddPushDraft) -> Void)
            ) -> (word: String, found: String, documented: String) {
                (word, sender.answer(to: row.edit, at: LabTime.start), row.answer)
            }
            return Self.difference(OddPush.allCases, seed) { answer($0.rawValue, $0.row) }
                ?? Self.difference(ExactPush.allCases, seed) { answer($0.rawValue, $0.row) }
        case .publishers:
            func answer(
                _ word: String, _ row: (answer: String, edit: (inout OddPostDraft) -> Void)
            ) -> (word: String, found: String, documented: String) {
                var publisher = StrangePublisher(at: LabTime.start)
                return (word, publisher.answer(to: row.edit), row.answer)
            }
            return Self.difference(OddPost.allCases, seed) { answer($0.rawValue, $0.row) }
                ?? Self.difference(ExactPost.allCases, seed) { answer($0.rawValue, $0.row) }
        }
    }

    /// Plays several short runs. Returns the first difference.
    private static func firstDifference(_ seed: UInt64, _ play: (UInt64) -> String?) -> String? {
        for round in 0..<Self.rounds {
            if let difference = play(seed &+ round << 48) { return difference }
        }
        return nil
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
