import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// The service of a world: its machine, its store, its process, and the messages on their way to it and from it.
struct ServiceSite {
    var machine: ServiceMachine
    var process = ServiceProcess()
    var store: MemoryFeedStore
    /// The delay of the store for each access. If this is nil, the store commits immediately.
    var commits: CommitDelays?
    /// The accesses that the store has not finished yet, oldest first.
    var openCommits: [OpenCommit] = []
    var flights = Flights()
    /// The last subscription of each device, if a history is kept.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var subscriptions: [Int: String] = [:]
    /// The number of publications requested so far.
    var publications = 0
    /// The number of access tokens issued so far.
    var issuedTokens: UInt64 = 0
    var nextSweep: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// The delay that is planned for the service's next maintenance.
    var sweepLag: Interval?
    /// Whether the planned maintenance is delayed now.
    var isSweepLate = false
    /// For each user, the number of answers to publications that still have to be lost.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var publishAnswersToLose: [Int: Int] = [:]
    /// The number of fresh values that the service has used.
    var fresh: UInt64 = 0

    init(seed: UInt64, host: String, limits: FeedLimits, coalescesTaps: Bool) {
        self.store = MemoryFeedStore(FeedRules(limits, directory: .only(host: host)))
        let key = (0..<16).map { UInt8(truncatingIfNeeded: seed >> (4 * $0)) }
        guard let seal = KeyedHash(key: key) else { preconditionFailure("the key has sixteen bytes") }
        // No other process sends these pushes while this one lives, even if a push service is unreachable for long.
        var rules = ServiceRules(lease: LabTime.end - LabTime.start)
        rules.coalescesTaps = coalescesTaps
        self.machine = ServiceMachine(
            desk: FeedDesk(CursorOffice(CursorSeal(seal))),
            office: TokenOffice(rules: TokenOffice.Rules(clients: .anyone, mostTokens: .max)), rules: rules)
    }

    /// Whether a storm prevents the service from reaching the push service for this push.
    func isParted(push id: UInt64, at now: Instant) -> Bool {
        // Usually no push service was ever cut off. In that case, no row is read.
        guard !self.process.partedUntil.isEmpty, let row = self.machine.row(ofPush: id),
            let platform = LabPlatform.allCases.first(where: { PushChannel.Kind($0) == row.channel.kind })
        else { return false }
        return now < self.process.partedUntil[platform.index]
    }

    /// Cuts the service off from a push service. Returns the time when the service can reach it again.
    mutating func part(_ platform: LabPlatform, until end: Instant) -> Instant {
        if self.process.partedUntil.isEmpty {
            self.process.partedUntil = LabPlatform.allCases.map { _ in LabTime.start }
        }
        let last = max(self.process.partedUntil[platform.index], end)
        self.process.partedUntil[platform.index] = last
        return last
    }

    // MARK: Truth

    /// Returns the logs of several feeds: the truth that every device must reach.
    ///
    /// One call handles all feeds, because each call copies the table of all feeds.
    func truths(of feeds: [FeedKey], at now: Instant) -> [[Change]] {
        var store = self.store
        return feeds.map { Self.truth(of: $0, in: &store, at: now) }
    }

    private static func truth(of feed: FeedKey, in store: inout MemoryFeedStore, at now: Instant) -> [Change] {
        var place = ReadingPlace.start
        var found: [Change] = []
        while true {
            let command = FeedCommand(.fetch(feed, Reading(place)), now: now, fresh: Fresh(id: "reader", number: 1))
            guard case .page(let page) = store.run(command).outcome else { return found }
            found += page.changes
            // A service under test may return a link that makes no progress.
            guard !page.isLast, page.next.position > place.position else { return found }
            place = page.next
        }
    }

    // MARK: Packing

    /// Whether nothing waits for an answer.
    var isAtRest: Bool {
        self.flights.count == 0 && self.subscriptions.isEmpty && self.store.isAtRest && self.machine.isAtRest
            && self.commits == nil
    }

    func packCounts(into packer: inout Packer) {
        packer.write(self.issuedTokens)
        packer.write(self.fresh)
    }

    mutating func unpackCounts(from unpacker: inout Unpacker) {
        self.issuedTokens = unpacker.number()
        self.fresh = unpacker.number()
    }

    mutating func packStore(into packer: inout Packer) {
        self.store.pack(into: &packer)
        self.machine.office.pack(into: &packer)
    }

    mutating func unpackStore(from unpacker: inout Unpacker) {
        self.store = MemoryFeedStore(from: &unpacker, rules: self.store.rules)
        self.machine.office = TokenOffice(from: &unpacker, rules: self.machine.office.rules)
    }
}
