import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// The pushes that the service sends to Apple as requests.
extension World {
    /// Sends a push through the front door.
    ///
    /// `hear` gets the result before any of its consequences are carried out.
    mutating func deliverThroughDoor(_ push: OutgoingPush, hear: (inout World, PushEnd) -> Void) {
        let device = self.people.device(ofInstallation: push.row.device)
        let entity = self.people.entity(device, named: push.row.device)
        let trouble = self.trouble(entity)
        if trouble == .addressGone, let device, self.people.devices[device].pushToken.isExactly(push.row.channel.token)
        {
            self.rotatePushToken(device, answerLag: .zero)
        }
        guard
            var hearing = self.post.door?.send(
                push, meeting: trouble, to: &self.post.apple.delivery, at: self.clock.now)
        else { preconditionFailure("there is no front door") }
        var delivery: [DeliveryAction] = []
        swap(&delivery, &self.post.wishes.delivery)
        if case .accepted = hearing.answer {
            let fate =
                switch push.content {
                case .wake: self.fate(device, entity)
                case .alert: self.fateOfAlert(entity)
                }
            self.post.door?.release(
                &hearing, with: fate, to: &self.post.apple.delivery, at: self.clock.now, into: &delivery)
        }
        if case .wake(let wake) = push.content {
            self.note(hearing.answer, to: wake, over: .ios, push.row)
        } else if case .refused(let refusal) = hearing.answer {
            self.noteAlertRefusal(refusal, push.row)
        }
        switch hearing.answer {
        case .accepted: hear(&self, .accepted)
        case .refused(let refusal): hear(&self, .refused(refusal))
        }
        self.carryOut(delivery)
    }

    /// Returns the random trouble of a push.
    ///
    /// There is no trouble during a calm.
    private mutating func trouble(_ entity: UInt64) -> FrontDoor.Trouble? {
        guard let plan = self.post.door?.plan, self.weather.mayStrike(plan.troubled) else { return nil }
        return plan.trouble(drawn: self.clock.roll(.pushTrouble, entity).below(100))
    }
}
