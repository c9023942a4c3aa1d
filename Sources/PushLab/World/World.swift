package import Basics
import ConnectedDevices
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap

/// Everything that is in a lab: users and their devices, the service, the push services, the links between them, and
/// what is going to happen.
///
/// Nothing in it knows a clock or rolls a die of its own, and nothing is walked through in the order of a hash. So the
/// same calls with the same seed give the same history.
struct World {
    /// Makes the app of a process that starts; nil has the reference app run.
    typealias AppMaker = (AppLaunch) -> any LabApp

    /// When every lab begins: a whole second, so that the times of its history are easy to read.
    static var start: Instant { Instant(microseconds: 1_767_225_600_000_000) }
    /// Behind it nobody could count on.
    static var end: Instant { World.start + .days(365_250) }

    let host: String
    let appId: String
    let die: Die
    var network: LabNetwork {
        didSet {
            self.usualDelays = LabDelays(self.network)
            self.calmDelays = LabDelays(calmOf: self.network)
            self.feedService.rules.coalescesTaps = self.network.coalescesTaps
        }
    }
    private var usualDelays: LabDelays
    private var calmDelays: LabDelays
    /// How long the store of the service takes for each access; nil is no time at all.
    var commits: CommitDelays?
    /// What the store has been asked and has not answered, oldest first.
    var openCommits: [OpenCommit] = []
    /// The subscription that each device was given last, where there is a history to tell of it. Looked up, never
    /// walked through.
    var subscriptions: [Int: String] = [:]
    /// What the weather has done so far, where somebody wants to know.
    var mishaps: [Mishap]?
    var now = World.start
    /// What led to what is being carried out now.
    var cause = DieCause(step: 0) { didSet { self.messages.forget() } }
    private var messages = MessagesOfEvent()
    var steps: UInt32 = 0
    var agenda = Agenda<Planned>()
    var urgent = 0
    /// How many occurrences there were.
    var happened = 0
    /// How many of them there were at the moment that it is.
    var crowd = 0
    /// How many notifications somebody asked to publish.
    var publications = 0
    /// How much has happened in this hour since nothing was urgent, and when the hour began.
    var bustle = (count: 0, since: World.start)
    /// How often somebody kept house in this hour, for which nobody waits, and when the hour began.
    var chores = (count: 0, since: World.start)
    /// Which of several things of one step begins next.
    var placeInStep: UInt32 = 0
    var flights = Flights()
    var history = History()
    var violations: [LabViolation] = []

    var store: MemoryFeedStore
    var feedService: ServiceMachine
    /// How many access tokens there ever were.
    var issuedTokens: UInt64 = 0
    var service = ServiceProcess()
    var nextSweep: (moment: Instant, handle: Agenda<Planned>.Handle)?
    var fresh: UInt64 = 0

    var apple = ApplePush(PushDelivery())
    /// Where the service's pushes to Apple are requests; nil has them taken without one.
    var door: AppleDoor?
    /// What takes pushes from outside; its delivery is empty between two requests.
    var gate: PushService?
    /// The numbers of those. Looked up, never walked through.
    var outsidePushes: Set<UInt64> = []
    var firebase = FirebasePush()
    var windows = WindowsPush(isCaching: true)
    var deliveryTimers = [DeliveryTimers(), DeliveryTimers(), DeliveryTimers()]
    /// Memory for what push services want, used again each time.
    var wishes: (delivery: [DeliveryAction], wakes: [WakeAction]) = ([], [])
    /// Whose app or endpoint a number is, for each push service.
    var owners: [[Int]] = [[], [], []]

    var users: [String] = []
    /// The same names, to be found.
    var userNumbers = TextNumbers()
    var devices: [Device] = []
    /// The numbers of the devices of each user, in the order in which they were made.
    var devicesOfUsers: [[Int]] = []
    var installations = Installations()
    var apps = RunningApps()
    var system = AppSystem()
    /// What the history calls the texts of the names that apps showed, by the names' numbers.
    var shownNames: [HistoryEvent.TextNumber] = []
    var makeApp: AppMaker?
    /// The server under test; without one the lab publishes by itself.
    var backend: BackendHost?
    /// Why nothing happens any more.
    var failure: LabFailure?
    var secureLinks: (any SecureLinks)?
    /// How many pushes came that no push service carried, and the number before the first of them.
    var strangePushes: UInt64 = 0
    static let firstStrangePush = 1 << 31
    var isCalm = false
    /// The bytes of each device's requests and answers, where somebody wants to know: to write them takes time.
    var traffic: [UInt64]?
    /// What is otherwise than in another run of the same plan; nil in nearly all worlds.
    var varying: Varying? { didSet { self.isVaried = self.varying != nil } }
    /// A look at it costs nothing, and one at the variation a copy.
    private(set) var isVaried = false
    /// Whether it gave its names away.
    var isPackedAway = false
    /// The last tap for each installation, where the field brings the taps; nil has the service send them. Looked up.
    var keptTaps: [ExactText: Tap]?

    init(seed: UInt64, host: String, appId: String, network: LabNetwork, limits: FeedLimits) {
        self.host = host
        self.appId = appId
        self.die = Die(seed: seed)
        self.network = network
        self.usualDelays = LabDelays(network)
        self.calmDelays = LabDelays(calmOf: network)
        self.store = MemoryFeedStore(FeedRules(limits, directory: .only(host: host)))
        let key = (0..<16).map { UInt8(truncatingIfNeeded: seed >> (4 * $0)) }
        guard let seal = KeyedHash(key: key) else { preconditionFailure("the key has sixteen bytes") }
        // Nobody else sends them while the process lives, however long a push service cannot be reached.
        var rules = ServiceRules(lease: World.end - World.start)
        rules.coalescesTaps = network.coalescesTaps
        self.feedService = ServiceMachine(
            desk: FeedDesk(CursorOffice(CursorSeal(seal))),
            office: TokenOffice(rules: TokenOffice.Rules(clients: .anyone, mostTokens: .max)), rules: rules)
        self.system.start = World.start
        self.system.rules.answerLimit = .seconds(20)
    }

    var delays: LabDelays { self.isCalm ? self.calmDelays : self.usualDelays }

    func roll(_ purpose: DiePurpose, _ entity: UInt64, n: UInt64 = 0) -> Draw {
        self.die.draw(purpose, entity: entity, cause: self.cause, n: n)
    }

    /// The place of a request of a device, of a push to it or of a post of the server among those that what is being
    /// carried out sends. No other device's count, so that none of them moves its dice.
    mutating func nextPlace(_ entity: UInt64) -> UInt64 { self.messages.place(for: entity) }

    /// Arranges something that follows from what is being carried out.
    @discardableResult
    mutating func plan(
        _ occurrence: Occurrence, in delay: Interval, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle {
        self.plan(occurrence, at: self.now.later(by: max(delay, .zero)), isUrgent: isUrgent, place: place)
    }

    @discardableResult
    mutating func plan(
        _ occurrence: Occurrence, at moment: Instant, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle {
        if isUrgent { self.urgent += 1 }
        return self.agenda.add(
            Planned(cause: self.cause.next(place: place), occurrence: occurrence, isUrgent: isUrgent),
            at: max(moment, self.now))
    }

    mutating func callOff(_ handle: Agenda<Planned>.Handle) {
        if let planned = self.agenda.callOff(handle), planned.isUrgent { self.forgetUrgent() }
    }

    /// Counts one urgent event less, because it happened or was called off.
    mutating func forgetUrgent() {
        precondition(self.urgent > 0, "more urgent events ended than were planned")
        self.urgent -= 1
    }

    mutating func note(
        _ fact: HistoryEvent.Fact, _ actor: HistoryEvent.Actor, _ subject: HistoryEvent.TextNumber = .none,
        party: HistoryEvent.Actor = .lab
    ) {
        self.history.add(
            HistoryEvent(fact, actor, party: party, subject: subject, at: self.now, cause: self.cause))
    }

    /// Notes what has nothing to say but that it happened.
    mutating func note(
        _ kind: HistoryEvent.Kind, _ actor: HistoryEvent.Actor, _ subject: HistoryEvent.TextNumber = .none,
        party: HistoryEvent.Actor = .lab
    ) {
        self.note(HistoryEvent.Fact(bare: kind), actor, subject, party: party)
    }

    /// Notes that something happened which must not.
    mutating func violate(_ sentence: String) {
        self.violations.append(LabViolation(sentence, at: self.now - World.start))
    }

    /// Begins something that somebody outside wants: a new cause. Several things of one step differ in their places.
    mutating func beginStep() {
        self.requireNames()
        self.steps += 1
        // Far apart, so that what follows from one rolls no dice of another.
        self.cause = DieCause(step: self.steps, hop: self.placeInStep << 16)
    }

    /// Nothing begins in a world whose names went away: it would give old numbers to new texts.
    func requireNames() { precondition(!self.isPackedAway, "a world that was packed away has no names") }
}

/// Real sessions on the links, plugged in by whoever owns a library for them.
package protocol SecureLinks: AnyObject {
    /// Makes the session of a device; says why there is none.
    func connect(_ device: Int, at now: Instant) -> LinkFault?
    /// Carries bytes from a device to the service, or back.
    func carry(_ bytes: [UInt8], of device: Int, toService: Bool) -> [UInt8]?
    func close(_ device: Int)
}

extension Lab {
    /// What time it can be, for what is good for a time only.
    package static var times: ClosedRange<Instant> { World.start...World.end }
}

/// Why there is no connection.
public enum LinkFault: String, Hashable, Sendable, CaseIterable {
    /// The device knows that it is offline.
    case offline
    /// Nobody answers.
    case unreachable
    /// The other side could not prove who it is.
    case untrusted
    /// It ended in the middle.
    case broken
    /// It took too long.
    case timedOut
}
