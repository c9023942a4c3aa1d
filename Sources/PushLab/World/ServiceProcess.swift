import Basics

/// The process of the service, which may die and be started again. What it stored is there again.
struct ServiceProcess {
    private(set) var isRunning = true
    /// Grows when a process ends, so that what was meant for the old one does not reach the new one.
    private(set) var incarnation: UInt32 = 0
    /// What starts it again.
    var start: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// Until when it cannot reach a push service: empty, or one for each.
    var partedUntil: [Instant] = []

    /// Whether it has run on since the beginning, with the push services in its reach.
    var isUntouched: Bool {
        self.isRunning && self.incarnation == 0 && self.start == nil && self.partedUntil.isEmpty
    }

    /// Whether what was meant for a process still reaches it.
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
