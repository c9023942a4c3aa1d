import Basics

/// Odd requests of strangers, the answers of a push service and the service, and comparisons with models.
extension World {
    /// Lets a stranger send an odd push to a separate push service.
    mutating func send(_ push: OddPush) {
        var sender = StrangeSender(die: self.clock.die)
        let answer = sender.answer(to: push, at: self.clock.now)
        self.note(.oddPushAnswered(push), .service, self.record.history.number(of: answer))
    }

    /// Lets a stranger send an odd publish request to a separate service.
    mutating func send(_ post: OddPost) {
        var publisher = StrangePublisher(at: self.clock.now)
        let answer = publisher.answer(to: post)
        self.note(.oddPostAnswered(post), .service, self.record.history.number(of: answer))
    }

    /// Compares a part of its own with a slow model.
    mutating func compare(_ model: ModelComparison) {
        let answer = model.answer(seed: self.clock.roll(.comparison, UInt64(model.place)).bits)
        self.note(.compared(model), .service, self.record.history.number(of: answer))
    }
}
