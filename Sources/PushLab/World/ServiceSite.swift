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
    /// How long the store takes for each access; nil is no time at all.
    var commits: CommitDelays?
    /// What the store has been asked and has not answered, oldest first.
    var openCommits: [OpenCommit] = []
    var flights = Flights()
    /// The subscription that each device was given last, where there is a history to tell of it. Looked up, never
    /// walked through.
    var subscriptions: [Int: String] = [:]
    /// How many notifications somebody asked to publish.
    var publications = 0
    /// How many access tokens there ever were.
    var issuedTokens: UInt64 = 0
    var nextSweep: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// How late the service is with what is due next.
    var sweepLag: Interval?
    /// Whether that is put off now.
    var isSweepLate = false
    /// For each user how many answers to publications are still to be lost. Looked up, never walked through.
    var publishAnswersToLose: [Int: Int] = [:]
    /// How many ids the service has made.
    var fresh: UInt64 = 0

    init(seed: UInt64, host: String, limits: FeedLimits, coalescesTaps: Bool) {
        self.store = MemoryFeedStore(FeedRules(limits, directory: .only(host: host)))
        let key = (0..<16).map { UInt8(truncatingIfNeeded: seed >> (4 * $0)) }
        guard let seal = KeyedHash(key: key) else { preconditionFailure("the key has sixteen bytes") }
        // Nobody else sends them while the process lives, however long a push service cannot be reached.
        var rules = ServiceRules(lease: LabTime.end - LabTime.start)
        rules.coalescesTaps = coalescesTaps
        self.machine = ServiceMachine(
            desk: FeedDesk(CursorOffice(CursorSeal(seal))),
            office: TokenOffice(rules: TokenOffice.Rules(clients: .anyone, mostTokens: .max)), rules: rules)
    }

    /// Whether the service cannot reach the push service that a push is for, in a storm.
    func isParted(push id: UInt64, at now: Instant) -> Bool {
        // Mostly no push service ever was parted, and no row is looked at.
        guard !self.process.partedUntil.isEmpty, let row = self.machine.row(ofPush: id),
            let platform = LabPlatform.allCases.first(where: { PushChannel.Kind($0) == row.channel.kind })
        else { return false }
        return now < self.process.partedUntil[platform.index]
    }

    /// Puts a push service out of reach, and returns until when it is.
    mutating func part(_ platform: LabPlatform, until end: Instant) -> Instant {
        if self.process.partedUntil.isEmpty {
            self.process.partedUntil = LabPlatform.allCases.map { _ in LabTime.start }
        }
        let last = max(self.process.partedUntil[platform.index], end)
        self.process.partedUntil[platform.index] = last
        return last
    }

    // MARK: Truth

    /// The logs of several feeds: the truth that every device is to reach. Each one alone would cost a copy of the
    /// table of all feeds.
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
            // A service under test may lead nowhere.
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
