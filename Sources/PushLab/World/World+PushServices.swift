import Basics
import PushGateway

/// Doing something at a push service, or at the devices that it knows. What follows from it is carried out.
extension World {
    @discardableResult
    mutating func atApple<Result>(
        _ body: (inout PushDelivery, Instant, inout [DeliveryAction]) -> Result
    ) -> Result {
        var actions: [DeliveryAction] = []
        swap(&actions, &self.wishes.delivery)
        let result = body(&self.apple.delivery, self.now, &actions)
        self.carryOut(actions)
        return result
    }

    mutating func atFirebase(_ body: (inout FirebasePush, Instant, inout [WakeAction]) -> Void) {
        var actions: [WakeAction] = []
        swap(&actions, &self.wishes.wakes)
        body(&self.firebase, self.now, &actions)
        self.carryOut(actions, of: .android)
    }

    mutating func atWindows(_ body: (inout WindowsPush, Instant, inout [WakeAction]) -> Void) {
        var actions: [WakeAction] = []
        swap(&actions, &self.wishes.wakes)
        body(&self.windows, self.now, &actions)
        self.carryOut(actions, of: .windows)
    }

    /// The app on a device of Apple's.
    func appleApp(on device: Int) -> AppNumber { AppNumber(self.devices[device].endpoint) }
}
