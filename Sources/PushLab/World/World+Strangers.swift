import Basics

/// Odd requests from strangers, the answers to them, and comparisons of parts with their models.
extension World {
    /// Lets a stranger send an odd push to a separate push service.
    mutating func send(_ push: OddPush) {
        var sender = StrangeSender(die: self.clock.die)
        let answer = sender.answer(to: push.row.edit, at: self.clock.now)
        self.note(.oddPushAnswered(push), .service, self.record.history.number(of: answer))
    }

    /// Lets a stranger send an odd publish request to a separate service.
    mutating func send(_ post: OddPost) {
        var publisher = StrangePublisher(at: self.clock.now)
        let answer = publisher.answer(to: post.row.edit)
        self.note(.oddPostAnswered(post), .service, self.record.history.number(of: answer))
    }

    /// Compares one of the lab's own parts with a slow model.
    mutating func compare(_ model: ModelComparison) {
        let answer = model.answer(seed: self.clock.roll(.comparison, UInt64(model.place)).bits)
        self.note(.compared(model), .service, self.record.history.number(of: answer))
    }
}
