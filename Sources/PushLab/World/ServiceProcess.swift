import Basics

/// The process of the service.
///
/// The process may die. It can then be started again with the data that it stored.
struct ServiceProcess {
    private(set) var isRunning = true
    /// The number of the current process.
    ///
    /// It grows when a process ends, so that late messages for the old process do not reach the new one.
    private(set) var incarnation: UInt32 = 0
    /// The planned restart: its time and agenda entry.
    var start: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// For each push service, the time until which the process cannot reach it. Empty if the process could always reach
    /// all of them.
    var partedUntil: [Instant] = []

    /// Whether the process has never died and was never cut off from a push service.
    var isUntouched: Bool {
        self.isRunning && self.incarnation == 0 && self.start == nil && self.partedUntil.isEmpty
    }

    /// Whether the process with this number is still running, so that messages for it arrive.
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
