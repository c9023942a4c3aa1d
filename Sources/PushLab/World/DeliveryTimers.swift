import PushGateway

/// The planned timers of a push service.
///
/// Each push has at most one.
struct DeliveryTimers {
    private struct Arranged {
        let timer: DeliveryTimer
        let handle: Agenda<Planned>.Handle
    }

    /// The timers by the slots of their pushes.
    ///
    /// Slots are reused.
    private var slots: [Arranged?] = []

    /// Stores the handle of a timer, and returns the handle that the same push had before.
    mutating func keep(_ handle: Agenda<Planned>.Handle, for timer: DeliveryTimer) -> Agenda<Planned>.Handle? {
        let slot = Int(timer.slot)
        self.slots.grow(to: slot + 1, with: nil)
        let before = self.slots[slot]?.handle
        self.slots[slot] = Arranged(timer: timer, handle: handle)
        return before
    }

    /// Removes a timer and returns its handle. Returns nil if another timer has replaced this timer.
    mutating func take(_ timer: DeliveryTimer) -> Agenda<Planned>.Handle? {
        let slot = Int(timer.slot)
        guard slot < self.slots.count, let arranged = self.slots[slot], arranged.timer == timer else { return nil }
        self.slots[slot] = nil
        return arranged.handle
    }
}
