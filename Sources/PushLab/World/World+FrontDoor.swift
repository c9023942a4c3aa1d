import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// The service's pushes to Apple as requests.
extension World {
    /// Sends a push through the front door. `hear` is told the end of it, before anything follows from it.
    mutating func deliverThroughDoor(_ push: OutgoingPush, hear: (inout World, PushEnd) -> Void) {
        let device = self.installations[push.row.device]
        let entity = device.map { self.devices[$0].entity } ?? World.entity(push.row.device)
        let trouble = self.trouble(entity)
        if trouble == .addressGone, let device, self.devices[device].pushToken.isExactly(push.row.channel.token) {
            self.rotatePushToken(device, answerLag: .zero)
        }
        let fate: Fate =
            switch push.content {
            case .wake: self.fate(device, entity)
            case .alert: Fate(delay: self.roll(.tapDelay, entity).within(self.delays.tapping))
            }
        var delivery: [DeliveryAction] = []
        swap(&delivery, &self.wishes.delivery)
        guard let answer = self.door?.send(
            push, meeting: trouble, fate: fate, to: &self.apple.delivery, at: self.now, into: &delivery)
        else { preconditionFailure("there is no front door") }
        if case .wake(let wake) = push.content {
            self.note(answer, to: wake, over: .ios, push.row)
        } else if case .refused(let refusal) = answer, refusal.isGone {
            self.noteRefusal(refusal, push.row)
        }
        switch answer {
        case .accepted: hear(&self, .accepted)
        case .refused(let refusal): hear(&self, .refused(refusal))
        }
        self.carryOut(delivery)
    }

    /// What is wrong with a push, as chance has it. In a calm nothing is.
    private mutating func trouble(_ entity: UInt64) -> Scenario.FrontDoor.Trouble? {
        guard let plan = self.door?.plan, self.mayStrike(plan.troubled) else { return nil }
        return plan.trouble(drawn: self.roll(.pushTrouble, entity).below(100))
    }
}
