import Basics

/// The process of the service.
///
/// It may die and be started again, with what it stored.
struct ServiceProcess {
    private(set) var isRunning = true
    /// The number of the current process.
    ///
    /// It grows when a process ends, so that late messages for the old process do not reach the new one.
    private(set) var incarnation: UInt32 = 0
    /// The planned restart: its time and agenda entry.
    var start: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// The times until which it cannot reach each push service; empty when it always could.
    var partedUntil: [Instant] = []

    /// Whether it has never died and never lost a push service.
    var isUntouched: Bool {
        self.isRunning && self.incarnation == 0 && self.start == nil && self.partedUntil.isEmpty
    }

    /// Whether a message for a process still reaches it.
    func hears(_ incarnation: UInt32) -> Bool { self.isRunning && self.incarnation == incarnation }

    mutating func end() {
        precondition(self.isRunning, "the process of the service ended before")
        self.isRunning = false
        self.incarnation &+= 1
    }

    mutating func begin() {
        precondition(!self.isRunning && self.start == nil, "the process of the service runs or is going to start")
        self.isRunning = true
    }
}
