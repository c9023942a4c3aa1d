import Basics
import PushGateway

/// Access to the push services and the devices that they know.
///
/// The resulting actions are carried out.
extension World {
    @discardableResult
    mutating func atApple<Result>(
        _ body: (inout PushDelivery, Instant, inout [DeliveryAction]) -> Result
    ) -> Result {
        var actions: [DeliveryAction] = []
        swap(&actions, &self.post.wishes.delivery)
        let result = body(&self.post.apple.delivery, self.clock.now, &actions)
        self.carryOut(actions)
        return result
    }

    mutating func atFirebase(_ body: (inout FirebasePush, Instant, inout [WakeAction]) -> Void) {
        var actions: [WakeAction] = []
        swap(&actions, &self.post.wishes.wakes)
        body(&self.post.firebase, self.clock.now, &actions)
        self.carryOut(actions, of: .android)
    }

    mutating func atWindows(_ body: (inout WindowsPush, Instant, inout [WakeAction]) -> Void) {
        var actions: [WakeAction] = []
        swap(&actions, &self.post.wishes.wakes)
        body(&self.post.windows, self.clock.now, &actions)
        self.carryOut(actions, of: .windows)
    }
}
