import PushGateway

/// What was arranged for the timers of a push service, which has one for each push at most.
struct DeliveryTimers {
    private struct Arranged {
        let timer: DeliveryTimer
        let handle: Agenda<Planned>.Handle
    }

    /// By the slots of the pushes, which are used again.
    private var slots: [Arranged?] = []

    /// Keeps what was arranged for a timer, and gives back what was for the same push before.
    mutating func keep(_ handle: Agenda<Planned>.Handle, for timer: DeliveryTimer) -> Agenda<Planned>.Handle? {
        let slot = Int(timer.slot)
        self.slots.grow(to: slot + 1, with: nil)
        let before = self.slots[slot]?.handle
        self.slots[slot] = Arranged(timer: timer, handle: handle)
        return before
    }

    /// What was arranged for a timer, which is over by that; nothing for one that another has replaced.
    mutating func take(_ timer: DeliveryTimer) -> Agenda<Planned>.Handle? {
        let slot = Int(timer.slot)
        guard slot < self.slots.count, let arranged = self.slots[slot], arranged.timer == timer else { return nil }
        self.slots[slot] = nil
        return arranged.handle
    }
}
