import Basics

/// Odd requests of strangers, and the answers of a push service and the service.
extension World {
    /// A stranger sends an odd push to a push service of its own.
    mutating func send(_ push: OddPush) {
        var sender = StrangeSender(die: self.clock.die)
        let answer = sender.answer(to: push, at: self.clock.now)
        self.note(.oddPushAnswered(push), .service, self.record.history.number(of: answer))
    }

    /// A stranger publishes something odd at a service of its own.
    mutating func send(_ post: OddPost) {
        var publisher = StrangePublisher(at: self.clock.now)
        let answer = publisher.answer(to: post)
        self.note(.oddPostAnswered(post), .service, self.record.history.number(of: answer))
    }
}
