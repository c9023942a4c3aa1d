import Basics
import ConnectedDevices
import PushGateway

/// One device of the world, with the one app that it runs.
struct Device {
    /// An event for a device's app. It is kept while the app does not run.
    enum News {
        case app(AppEvent)
        case sdk(PlatformEvent)
    }

    let user: Int
    let name: String
    let platform: LabPlatform
    /// The number by which random draws identify the device.
    ///
    /// It is derived only from the name of the device, so other devices do not change the device's draws.
    let entity: UInt64
    /// The push service's number for the device: the number of an app or an endpoint.
    var endpoint: UInt32
    var pushToken: String
    /// The number of push addresses that the device has had so far.
    var pushTokens: UInt64 = 1
    var installations = 1

    var state = AppState.foreground
    var isOnline = true
    var isLowPower = false
    /// Whether the build of the device's app lacks the background mode. Without this mode, pushes do not wake the app.
    var lacksBackgroundMode = false
    /// Whether the service must not wake the device.
    var isQuiet = false
    var lock = LockState.unlocked
    /// The account that the user of the device is signed in with.
    var account: LabAccount? = .personal

    /// The number of the current process.
    ///
    /// It grows when a process ends, so that late messages for the old process do not reach the new one.
    var incarnation: UInt32 = 0
    var isRunning = false
    /// Whether the device's app is built on the SDK, as far as the lab has seen.
    var isOnSDK = true
    /// The number of the current connection.
    ///
    /// It grows when a connection ends.
    var connection: UInt32 = 0
    var isConnected = false
    var isConnecting = false
    /// Requests of an app without SDK that wait for an answer.
    var outstanding: [Int] = []
    /// Pushes that the app has to finish, oldest first.
    ///
    /// The app runs while there are such pushes.
    var owed: [Int] = []
    /// The deadlines of the pushes that no push service tracks.
    var handlingLimits: [(push: Int, handle: Agenda<Planned>.Handle)] = []
    var inbox: [News] = []
    /// The state that the app keeps across restarts of its process.
    var stored: StoredState?
    /// The last number that the app got for a request or timer.
    var lastNumber = 0
    /// The count of random numbers that the app has drawn, for each cause.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var randoms: [DieCause: UInt64] = [:]
    var alarm: Agenda<Planned>.Handle?
    var timers: [(number: Int, handle: Agenda<Planned>.Handle)] = []
    /// The token that the lab keeps for an app that does not request a token.
    var accessToken: (text: String, expires: Instant)?

    var screen = Screen()
    /// The planned faults. The array has one element if a test planned faults for the device, and no element otherwise.
    var plannedFaults: [LinkFaults] = []

    /// Whether taps do not tell the device about changes, even if the device is registered.
    var isUntapped: Bool { self.lacksBackgroundMode || self.isQuiet }

    /// The app's switches as Apple's systems know them.
    var switches: AppSwitches { self.lacksBackgroundMode ? .all.subtracting(.backgroundMode) : .all }

    var hasFaults: Bool { !self.plannedFaults.isEmpty }

    /// The next faults of the device's link.
    var faults: LinkFaults {
        get { self.plannedFaults.first ?? LinkFaults() }
        set { self.plannedFaults = [newValue] }
    }
}

/// The faults that a test has planned for one link.
///
/// Each fault takes place once and is then removed.
struct LinkFaults {
    var tapsToLose = 0
    var tapsToDouble = 0
    /// The additional delays of the next taps.
    var tapDelays: [Interval] = []
    /// The pauses of the next repeated taps. Each of these taps comes again after its pause.
    var tapRepeats: [Interval] = []
    var answerDelays: [Interval] = []
    /// The additional delay of each message, and the time when the slowness ends.
    var slowness: (lag: Interval, end: Instant)?
    var requestsToLose = 0
    var answersToLose = 0
    /// The reasons why the next attempts to connect fail.
    var refusals: [Refusals] = []
    var tokensToRefuse = 0
    /// The number of planned crashes of the device's app while its actions are carried out.
    var deathsMidway = 0
    /// The error of the device's clock: positive when the clock is ahead, negative when it is behind.
    var skew = Interval.zero
    /// The backup to restore: the data that the app had stored at some time.
    var backup: Backup?
    /// The faults of the next answers to the device's fetches.
    var oddPages: [OddPage] = []
    /// The time until which the device cannot reach the service.
    var partedUntil: Instant?
}

extension LinkFaults {
    /// Attempts to connect that fail for one reason.
    struct Refusals {
        let fault: LinkFault
        var count: Int

        init(_ fault: LinkFault, _ count: Int) { (self.fault, self.count) = (fault, count) }
    }

    /// Returns the reason why the next attempt fails, and uses it up.
    mutating func takeRefusal() -> LinkFault? {
        guard !self.refusals.isEmpty else { return nil }
        self.refusals[0].count -= 1
        return self.refusals[0].count == 0 ? self.refusals.removeFirst().fault : self.refusals[0].fault
    }
}

/// The data that an app had stored at some time, and the installation that stored it.
struct Backup {
    let stored: StoredState?
    let installation: String
}

/// The content of a device's screen.
struct Screen {
    struct Item: Hashable {
        var id: HistoryEvent.TextNumber
        var showing: Showing
    }

    /// The app's list.
    var items: [Item] = []
    /// The alerts in the tray.
    var alerts: [HistoryEvent.TextNumber] = []
    /// The alerts that the system showed without the app, with the generation of each notification.
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

    /// Removes a notification and its alert.
    ///
    /// Returns false when neither was there.
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

    /// Shows an alert of the system, without the app's knowledge.
    mutating func deliver(_ id: HistoryEvent.TextNumber, _ generation: UInt64) {
        self.alert(id)
        self.delivered.removeAll { $0.id == id }
        self.delivered.append((id, generation))
    }

    /// Removes an alert.
    ///
    /// Returns false when there was none.
    mutating func withdraw(_ id: HistoryEvent.TextNumber) -> Bool {
        if !self.delivered.isEmpty { self.delivered.removeAll { $0.id == id } }
        guard let index = self.alerts.firstIndex(of: id) else { return false }
        self.alerts.remove(at: index)
        if self.alerts.isEmpty { self.alerts = [] }
        return true
    }
}
