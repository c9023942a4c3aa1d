import BenchReport
private import LabCommand
private import PushLab

/// Measures what the lab costs for each event and for each device, in fleets of increasing size.
enum LabSection {
    static func run(_ options: BenchOptions) -> Findings {
        let sizes = options.isQuick ? [1_000, 10_000] : [1_000, 100_000, 1_000_000]
        let reason = options.isQuick ? "quick run" : nil
        var findings = Findings()
        var smallest: Double?
        for size in sizes {
            let run = FleetRun(devices: size)
            if let complaint = run.complaint { findings.complaints.append(complaint) }
            findings.rows += run.rows(smallest: smallest ?? run.nanosecondsPerEvent, reasonNotJudged: reason)
            smallest = smallest ?? run.nanosecondsPerEvent
        }
        return findings
    }
}

/// The measurement of one fleet. The fleet is set up, then notifications are published and dismissed. The time is
/// compared with the same number of events on an agenda without a lab.
private struct FleetRun {
    let devices: Int
    let users: Int
    private let threads: Int
    private let events: Int
    /// The time that all threads together spent while the fleet settled twice.
    private let nanoseconds: UInt64
    private let wallOfSettles: UInt64
    private let wallOfAll: UInt64
    private let bytes: Int
    /// The peak memory of the process, including earlier, smaller fleets.
    private let peak: Int
    /// The memory that the worlds use after the fleet has settled for the second time.
    private let restingBytes: Int
    private let bareNanosecondsPerEvent: Double
    private let serviceNanosecondsPerUser: Double
    let complaint: String?

    init(devices: Int) {
        Platform.progress("lab: \(devices) devices")
        // A small fleet finishes before a second thread has started.
        let threads = devices < 10_000 ? 1 : Threads.processors
        let count = threads * (threads == 1 ? 1 : Self.partsOfThread)
        let (before, began) = (Platform.residentBytes(), Platform.wallNanoseconds())
        let parts = (0..<count).map { _ in FleetPart() }
        Self.share(count, among: threads) { parts[$0].setUp(devices: devices, part: $0, of: count) }
        let isSetUp = Platform.wallNanoseconds()
        Self.share(count, among: threads) { parts[$0].settleTwice() }
        self.wallOfSettles = Platform.wallNanoseconds() - isSetUp
        self.wallOfAll = Platform.wallNanoseconds() - began
        self.peak = Platform.peakBytes()
        self.bytes = max(Platform.residentBytes() - before, 0)
        self.restingBytes = parts.reduce(0) { $0 + $1.fleet.restingBytes }
        self.threads = threads
        self.nanoseconds = parts.reduce(0) { $0 + $1.nanoseconds }
        self.events = parts.reduce(0) { $0 + $1.events }
        self.devices = parts.reduce(0) { $0 + $1.fleet.devices }
        self.users = parts.reduce(0) { $0 + $1.fleet.users }
        let dismissed = parts.reduce(0) { $0 + $1.fleet.dismissed }
        self.complaint =
            !parts.allSatisfy(\.fleet.isQuiet)
            ? "a fleet of \(devices) devices does not settle"
            : dismissed == devices ? nil : "of \(devices) devices only \(dismissed) show the dismissal"
        self.bareNanosecondsPerEvent = Self.bareLoop(events: self.events, pending: min(devices, Self.timersAtOnce))
        self.serviceNanosecondsPerUser = ServiceAlone.nanosecondsPerUser(of: min(self.users, Self.mostUsersServed))
    }

    /// The number of parts for each thread. A slow thread then takes fewer parts.
    private static let partsOfThread = 32

    /// Distributes the parts: each free thread takes the next one.
    private static func share(_ count: Int, among threads: Int, _ work: @escaping @Sendable (Int) -> Void) {
        let turns = Turns(count)
        Threads.run(threads) { _ in
            while let part = turns.take() { work(part) }
        }
    }

    var nanosecondsPerEvent: Double { Double(self.nanoseconds) / Double(max(self.events, 1)) }

    /// The number of pending timers: two for each of a user's three devices, as in the world of a squadron.
    ///
    /// A larger agenda would be slower for reasons that have nothing to do with a fleet.
    private static let timersAtOnce = 6 * Fleet.usersInSquadron
    /// The target for the speed, relative to a bare agenda.
    private static let firstTarget = 0.25
    /// The maximum number of users in the measurement of the service. The cost per user does not depend on the number
    /// of users.
    private static let mostUsersServed = 32_000

    private static func bareLoop(events: Int, pending: Int) -> Double {
        var loop = BareLoop(pending: pending)
        let start = Platform.threadNanoseconds()
        loop.run(events: events)
        return Double(Platform.threadNanoseconds() - start) / Double(max(events, 1))
    }

    func rows(smallest: Double, reasonNotJudged reason: String?) -> [Row] {
        let name = "lab \(self.devices) devices"
        let (perEvent, bare) = (self.nanosecondsPerEvent, self.bareNanosecondsPerEvent)
        let service = self.serviceNanosecondsPerUser * Double(self.users) / Double(max(self.events, 1))
        let isLarge = self.devices >= 1_000_000
        // If the service alone misses the target, a lab that contains the service cannot reach it.
        let bound = bare / service
        let outOfReach = bound < Self.firstTarget ? "out of reach: the service alone: \(Figure.text(bound))x" : nil
        return [
            Row(
                "\(name) events", 1_000 / perEvent, "M/s", reference: "bare agenda", ratio: bare / perEvent,
                target: Target(.atLeast, Self.firstTarget, "x").notJudged(because: reason ?? outOfReach)),
            Row(
                "\(name) service alone", 1_000 / service, "M/s", reference: "bare agenda", ratio: bare / service),
            Row(
                "\(name) whole", 1_000 / perEvent, "M/s", reference: "the service alone", ratio: service / perEvent,
                target: Target(.atLeast, 0.2, "x").notJudged(because: reason)),
            Row(
                "\(name) event", perEvent, "ns", reference: "the smallest fleet", ratio: perEvent / smallest,
                target: Target(.atMost, 2.5, "x").notJudged(because: reason)),
            Row("\(name) events a publish", Double(self.events) / Double(max(self.users, 1)), "events"),
            Row(
                "\(name) memory", Double(self.bytes) / Double(max(self.devices, 1)), "bytes/device",
                target: isLarge ? Target(.atMost, 512, " bytes").notJudged(because: reason) : nil),
            Row("\(name) at rest", Double(self.restingBytes) / Double(max(self.devices, 1)), "bytes/device"),
            Row(
                "\(name) peak", Double(self.peak) / 1_000_000, "MB of the process",
                target: isLarge ? Target(.atMost, 512, " MB").notJudged(because: reason) : nil),
            Row("\(name) threads", Double(self.threads), "threads"),
            Row(
                "\(name) settle twice", Double(self.wallOfSettles) / 1_000_000_000, "s",
                target: isLarge ? Target(.atMost, 12, " s").notJudged(because: reason) : nil),
            Row("\(name) from nothing to quiet", Double(self.wallOfAll) / 1_000_000_000, "s"),
        ]
    }
}

/// A part of a fleet: its setup, and later its publications and dismissals.
// Each part is used only by the thread that took it. Threads are joined before the next pass and before the results are
// read.
private final class FleetPart: @unchecked Sendable {
    private(set) var fleet = Fleet(devices: 0)
    /// The time that the thread spent while this part settled twice, and the number of events in that time.
    private(set) var nanoseconds: UInt64 = 0
    private(set) var events = 0

    func setUp(devices: Int, part: Int, of parts: Int) {
        self.fleet = Fleet(devices: devices, part: part, of: parts)
    }

    func settleTwice() {
        let (first, start) = (self.fleet.events, Platform.threadNanoseconds())
        self.fleet.publishAndDismiss()
        self.nanoseconds = Platform.threadNanoseconds() - start
        self.events = self.fleet.events - first
    }
}
