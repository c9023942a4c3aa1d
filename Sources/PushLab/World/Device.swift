import Basics
import ConnectedDevices
import PushGateway

/// One device of the world, with the one app that it runs.
struct Device {
    /// What a device does when its time comes, kept while its app does not run.
    enum News {
        case app(AppEvent)
        case sdk(PlatformEvent)
    }

    let user: Int
    let name: String
    let platform: LabPlatform
    /// The die's name for it: made of its own name, so that no other device moves its dice.
    let entity: UInt64
    /// How the push service calls it: the number of an app or an endpoint.
    var endpoint: UInt32
    var pushToken: String
    /// How many addresses it had, and how often the app was installed.
    var pushTokens: UInt64 = 1
    var installations = 1

    var state = AppState.foreground
    var isOnline = true
    var isLowPower = false
    /// Whether its app is of a build that pushes do not wake.
    var lacksBackgroundMode = false
    /// Whether the service is not to wake it.
    var isQuiet = false
    var lock = LockState.unlocked
    /// The account with which its user is signed in.
    var account: LabAccount? = .personal

    /// Grows when a process ends, so that what was meant for the old one does not reach the new one.
    var incarnation: UInt32 = 0
    var isRunning = false
    /// Whether its app is built on the SDK, as far as anybody has seen.
    var isOnSDK = true
    /// Grows when a connection ends.
    var connection: UInt32 = 0
    var isConnected = false
    var isConnecting = false
    /// Requests of an app without SDK that wait for an answer.
    var outstanding: [Int] = []
    /// Pushes that the app has to finish, oldest first. While there are some it runs.
    var owed: [Int] = []
    /// When the time for some of them is over, where no push service counts it.
    var handlingLimits: [(push: Int, handle: Agenda<Planned>.Handle)] = []
    var inbox: [News] = []
    /// What the app keeps beyond its process.
    var stored: StoredState?
    /// The last number that the app got for a request or a timer.
    var lastNumber = 0
    /// How many numbers the app has rolled for each cause. Looked up, never walked through.
    var randoms: [DieCause: UInt64] = [:]
    var alarm: Agenda<Planned>.Handle?
    var timers: [(number: Int, handle: Agenda<Planned>.Handle)] = []
    /// The token that the lab keeps for an app that does not ask for one.
    var accessToken: (text: String, expires: Instant)?

    var screen = Screen()
    /// One element for a device to which a test wants something to happen, and none for all others.
    var plannedFaults: [LinkFaults] = []

    /// Whether no tap tells it of what is new, however it may be registered.
    var isUntapped: Bool { self.lacksBackgroundMode || self.isQuiet }

    /// What Apple's systems know of its app.
    var switches: AppSwitches { self.lacksBackgroundMode ? .all.subtracting(.backgroundMode) : .all }

    var hasFaults: Bool { !self.plannedFaults.isEmpty }

    /// What is to go wrong next on its link.
    var faults: LinkFaults {
        get { self.plannedFaults.first ?? LinkFaults() }
        set { self.plannedFaults = [newValue] }
    }
}

/// What goes wrong next on one link, by a test's own word. Each takes place once and is used up.
struct LinkFaults {
    var tapsToLose = 0
    var tapsToDouble = 0
    /// How much later the next taps come.
    var tapDelays: [Interval] = []
    /// How long after the next taps each comes once more.
    var tapRepeats: [Interval] = []
    var answerDelays: [Interval] = []
    /// How much longer each message takes, and until when.
    var slowness: (lag: Interval, end: Instant)?
    var requestsToLose = 0
    var answersToLose = 0
    /// Why the next attempts to connect fail.
    var refusals: [Refusals] = []
    var tokensToRefuse = 0
    /// How many times its app dies while it does what it wanted.
    var deathsMidway = 0
    /// How far its clock is ahead; below zero it is behind.
    var skew = Interval.zero
    /// What there is to go back to: all that the app had stored at some time.
    var backup: Backup?
    /// The next answers to its fetches that are no good.
    var oddPages: [OddPage] = []
    /// Until when the service is out of its reach.
    var partedUntil: Instant?
}

extension LinkFaults {
    /// Attempts to connect that fail for one reason.
    struct Refusals {
        let fault: LinkFault
        var count: Int

        init(_ fault: LinkFault, _ count: Int) { (self.fault, self.count) = (fault, count) }
    }

    /// Why the next attempt fails, which is used up by that.
    mutating func takeRefusal() -> LinkFault? {
        guard !self.refusals.isEmpty else { return nil }
        self.refusals[0].count -= 1
        return self.refusals[0].count == 0 ? self.refusals.removeFirst().fault : self.refusals[0].fault
    }
}

/// All that an app had stored at some time, and by whose installation.
struct Backup {
    let stored: StoredState?
    let installation: String
}

/// What the user of a device sees.
struct Screen {
    struct Item: Hashable {
        var id: HistoryEvent.TextNumber
        var showing: Showing
    }

    /// The app's list.
    var items: [Item] = []
    /// The alerts in the tray.
    var alerts: [HistoryEvent.TextNumber] = []
    /// Those of them that the system showed by itself, and of which publication.
    var delivered: [(id: HistoryEvent.TextNumber, generation: UInt64)] = []
    var alertCount: Int32 = 0
    var badge: Int32 = 0

    mutating func show(_ id: HistoryEvent.TextNumber, _ showing: Showing) {
        if let index = self.items.firstIndex(where: { $0.id == id }) {
            self.items[index].showing = showing
        } else {
            self.items.append(Item(id: id, showing: showing))
        }
    }

    /// False when it was not there.
    mutating func hide(_ id: HistoryEvent.TextNumber) -> Bool {
        let count = self.items.count
        self.items.removeAll { $0.id == id }
        let isCleared = self.withdraw(id)
        return self.items.count < count || isCleared
    }

    mutating func alert(_ id: HistoryEvent.TextNumber) {
        _ = self.withdraw(id)
        self.alerts.append(id)
        self.alertCount += 1
    }

    /// The system shows an alert of which the app knows nothing.
    mutating func deliver(_ id: HistoryEvent.TextNumber, _ generation: UInt64) {
        self.alert(id)
        self.delivered.removeAll { $0.id == id }
        self.delivered.append((id, generation))
    }

    /// False when there was no alert.
    mutating func withdraw(_ id: HistoryEvent.TextNumber) -> Bool {
        if !self.delivered.isEmpty { self.delivered.removeAll { $0.id == id } }
        guard let index = self.alerts.firstIndex(of: id) else { return false }
        self.alerts.remove(at: index)
        if self.alerts.isEmpty { self.alerts = [] }
        return true
    }
}
