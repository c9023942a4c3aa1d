import Basics
import PushGateway

/// A history for people to read: a line for each event, in fixed columns.
enum Trace {
    static func lines(of view: HistoryView) -> [String] {
        let width = max(8, view.devices.indices.map { view.title($0).count }.max() ?? 0)
        return view.events.map { Self.line($0, view, width) }
    }

    static func line(_ event: HistoryEvent, _ view: HistoryView, _ width: Int) -> String {
        let actor = Self.name(event.actor, view)
        let column = actor + String(repeating: " ", count: max(width - actor.count, 0))
        let words = Self.words(event, view.text(event.subject))
        return Self.inOneLine("\((event.moment - LabTime.start).clockText)  \(column)  \(words)")
    }

    /// Escapes line breaks, so that an event takes only one line even if its names and texts contain line breaks.
    private static func inOneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: Self.breaksLines) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case _ where Self.breaksLines(scalar): line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }

    private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    static func name(_ actor: HistoryEvent.Actor, _ view: HistoryView) -> String {
        switch actor {
        case .lab: "lab"
        case .service: "service"
        case .backend: "backend"
        default: actor.device.map(view.title) ?? actor.user.map { view.users[$0] } ?? "nobody"
        }
    }

    static func words(_ event: HistoryEvent, _ subject: String) -> String {
        switch event.kind {
        case .publishAsked: "publishes \(subject)"
        case .publishAnswered: "is told \(event.status) about \(subject)"
        case .userActed: "user \(event.act.words) \(subject)"
        case .serverStarted: "is started"
        case .serverDied: "dies"
        case .committed:
            "commits \(Self.words(event.change)) \(subject) as version \(event.version)"
                + Self.words(event.states) + Self.sleepers(event)
        case .requestArrived:
            "hears \(Self.words(event.request)) \(event.ticket)"
                + (event.wishes.isQuiet ? ", and is to push nothing" : "")
        case .storeAnswered: "has the answer of its store"
        case .pageServed: "serves versions \(event.pageStart + 1) to \(event.pageEnd)"
        case .expires: "lets \(subject) live until \(Self.moment(event.until))"
        case .answered: "answers \(event.status) to request \(event.ticket)\(Self.changeCount(event.changeCount))"
        case .tapSent: "is sent tap \(event.push)"
        case .tapRefused: "push service refuses a tap: \(event.status)"
        case .alertRefused: "push service refuses an alert: \(event.status)"
        case .tapDropped: "tap \(event.push) is dropped: \(event.dropped.words)"
        case .tapStored: "tap \(event.push) is stored at the push service"
        case .tapHeld: "tap \(event.push) is held on the device"
        case .pushArrived: "gets push \(event.push)"
        case .pushTaken:
            event.status == 200
                ? "is sent push \(event.push) from outside" : "push from outside is refused: \(event.status)"
        case .foreignShown:
            "system \(event.isCall ? "takes a call" : "shows an alert") from outside, push \(event.push)"
        case .alertArrived: "system alerts \(subject)"
        case .connectAsked: "connects"
        case .connected: "is connected"
        case .connectFailed: "has no connection: \(event.linkFault.words)"
        case .requestSent: "asks \(Self.words(event.request)) \(event.ticket)"
        case .answerArrived: "gets \(event.status) to request \(event.ticket)\(Self.changeCount(event.changeCount))"
        case .requestLost: "loses request \(event.ticket)"
        case .requestGivenUp: "stops waiting for request \(event.ticket)"
        case .changeArrived:
            "reads \(Self.words(event.change)) \(subject), version \(event.version)" + Self.words(event.states)
        case .tokenAsked: "asks for an access token"
        case .tokenGiven: "gets an access token"
        case .tokenRefused: "gets no access token"
        case .shown: "shows \(subject), version \(event.version)\(Self.words(event.states))"
        case .hidden: "hides \(subject)"
        case .alerted: "alerts \(subject)"
        case .withdrawn: "clears the alert of \(subject)"
        case .badge: "badge \(event.badge)"
        case .stored: "stores \(event.byteCount) bytes"
        case .finished: "finishes push \(event.push): \(event.result.words)"
        case .serverTold: "tells its server its subscription"
        case .parsed: "push \(event.push) is \(event.isTap ? "a tap" : "no tap")"
        case .dataChanged: "data changed"
        case .syncStatus: event.isSynchronized ? "is synchronized" : "begins to sync"
        case .registrationState: "registration is \(event.registration)"
        case .said: "says: \(subject)"
        case .launched: "app is launched by \(event.launchReason == .opened ? "its user" : "a push")"
        case .appState: "app is \(event.appState.words)"
        case .link: event.isOnline ? "is online" : "is offline"
        case .power: event.isLowPower ? "enters Low Power Mode" : "leaves Low Power Mode"
        case .backgroundMode: "app is built \(event.hasBackgroundMode ? "with" : "without") the background mode"
        case .lock: "is \(event.lock.words)"
        case .killed: "app is ended by \(event.isBySystem ? "the system" : "its user")"
        case .crashed where !subject.isEmpty: "app crashes: \(subject)"
        case .crashed: event.isMidway ? "app dies midway" : "app dies"
        case .pushTokenGiven: "has push token \(subject.prefix(8))…"
        case .signedIn: "user signs in with a \(event.account.rawValue) account"
        case .signedOut: "user signs out"
        case .installed: "app is installed again\(event.installedFrom.words)"
        case .clockSet where event.clockError == .zero: "clock is right"
        case .clockSet: "clock is \(event.clockError) \(event.isBehind ? "behind" : "ahead")"
        case .backedUp: "app is backed up"
        case .answerSpoiled: "damages an answer"
        case .publishAnswerLost: "misses the answer that \(subject) is stored, and publishes it again"
        case .oddPushAnswered: "answers an unusual push, \(event.oddPush.rawValue): \(subject)"
        case .oddPostAnswered: "answers an unusual request, \(event.oddPost.rawValue): \(subject)"
        case .compared: "compares the \(event.comparedModel.rawValue) with a model: \(subject)"
        case .slowed: "is slow to reach the service"
        case .parted:
            "cannot reach \(event.unreached?.pushServiceName ?? "the service") until \(Self.moment(event.until))"
        case .settled: event.isUnwatched ? "all is quiet, and nobody looked" : "all is quiet"
        case .calmed: "the faults pause"
        }
    }

    /// The name of a request.
    static func words(_ request: RequestKind?) -> String {
        switch request {
        case .fetch?: "fetch"
        case .save?: "save"
        case .delete?: "delete"
        case .subscribe?: "subscribe"
        case .unsubscribe?: "unsubscribe"
        case .register?: "register"
        case .unregister?: "unregister"
        case nil: "nothing"
        }
    }

    private static func words(_ change: AppChange.Kind?) -> String { change?.rawValue ?? "nothing of" }

    private static func words(_ states: NotificationStates) -> String {
        (states.action == .none ? "" : " \(states.action.rawValue)") + (states.isRead ? " read" : "")
    }

    private static func sleepers(_ event: HistoryEvent) -> String {
        let platforms = LabPlatform.allCases.filter { event.leavesAsleep($0) }.map(\.rawValue)
        return platforms.isEmpty ? "" : ", for nobody on \(platforms.joined(separator: " or ")) to be woken"
    }

    private static func moment(_ microseconds: UInt64) -> String {
        Interval(microseconds: Int64(clamping: microseconds)).clockText
    }

    private static func changeCount(_ count: UInt64) -> String {
        count == 0 ? "" : count == 1 ? ", 1 change" : ", \(count) changes"
    }
}

extension UserAct {
    fileprivate var words: String {
        switch self {
        case .open: "opens"
        case .dismiss: "dismisses"
        case .snooze: "snoozes"
        case .read: "reads"
        case .delete: "deletes"
        }
    }
}

extension LinkFault {
    fileprivate var words: String {
        switch self {
        case .offline: "no network"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted"
        case .broken: "broken"
        case .timedOut: "timed out"
        }
    }
}

extension PushResult {
    fileprivate var words: String {
        switch self {
        case .newData: "new data"
        case .noData: "no data"
        case .failed: "failed"
        }
    }
}

extension AppState {
    fileprivate var words: String {
        switch self {
        case .foreground: "in front"
        case .background: "in the background"
        case .suspended: "asleep"
        case .forceQuit: "swiped away"
        }
    }
}

extension LockState {
    fileprivate var words: String {
        switch self {
        case .unlocked: "unlocked"
        case .locked: "locked"
        case .lockedSinceRestart: "locked since its restart"
        }
    }
}

extension InstalledFrom {
    fileprivate var words: String {
        switch self {
        case .nothing: ""
        case .ownBackup: " from a backup"
        case .otherBackup: " from a backup of another"
        }
    }
}
