import Basics

/// A history for people: a line for each event, in fixed columns.
enum Trace {
    static func lines(of world: World) -> [String] {
        let width = max(8, world.devices.indices.map { world.title($0).count }.max() ?? 0)
        return world.history.events.map { Self.line($0, world, width) }
    }

    static func line(_ event: HistoryEvent, _ world: World, _ width: Int) -> String {
        let actor = Self.name(event.actor, world)
        let column = actor + String(repeating: " ", count: max(width - actor.count, 0))
        let words = Self.words(event, world.history.text(event.subject))
        return Self.inOneLine("\(World.clock(event.moment - World.start))  \(column)  \(words)")
    }

    /// Names and texts are anything; an event has one line whatever is in them.
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

    static func name(_ actor: HistoryEvent.Actor, _ world: World) -> String {
        switch actor {
        case .lab: "lab"
        case .service: "service"
        case .backend: "backend"
        default: actor.device.map(world.title) ?? actor.user.map { world.users[$0] } ?? "nobody"
        }
    }

    static func words(_ event: HistoryEvent, _ subject: String) -> String {
        switch event.kind {
        case .publishAsked: "publishes \(subject)"
        case .publishAnswered: "is told \(event.detail) about \(subject)"
        case .userActed: "user \(Self.acts[Int(event.detail)]) \(subject)"
        case .serverStarted: "is started"
        case .serverDied: "dies"
        case .committed:
            "commits \(Self.changes[Int(event.detail >> 8 & 0xFF)]) \(subject) as version \(event.first)"
                + Self.states(event.detail) + Self.sleepers(event)
        case .requestArrived:
            "hears \(Self.requests[Int(event.detail & 0xFF)]) \(event.first)"
                + (event.detail & HistoryEvent.wantsQuiet != 0 ? ", and is to push nothing" : "")
        case .storeAnswered: "has the answer of its store"
        case .pageServed: "serves versions \(event.first + 1) to \(event.second)"
        case .expires: "lets \(subject) live until \(Self.moment(event.first))"
        case .answered: "answers \(event.detail) to request \(event.first)\(Self.changeCount(event.second))"
        case .tapSent: "is sent tap \(event.first)"
        case .tapRefused: "push service refuses a tap: \(event.detail)"
        case .tapDropped: "tap \(event.first) is dropped: \(DroppedTap(number: event.detail).words)"
        case .tapStored: "tap \(event.first) is stored at the push service"
        case .tapHeld: "tap \(event.first) is held on the device"
        case .pushArrived: "gets push \(event.first)"
        case .pushTaken:
            event.detail == 200
                ? "is sent push \(event.first) from outside" : "push from outside is refused: \(event.detail)"
        case .alertArrived: "system alerts \(subject)"
        case .connectAsked: "connects"
        case .connected: "is connected"
        case .connectFailed: "has no connection: \(Self.fault(event.detail))"
        case .requestSent: "asks \(Self.requests[Int(event.detail)]) \(event.first)"
        case .answerArrived: "gets \(event.detail) to request \(event.first)\(Self.changeCount(event.second))"
        case .requestLost: "loses request \(event.first)"
        case .requestGivenUp: "gives request \(event.first) up"
        case .changeArrived:
            "reads \(Self.changes[Int(event.detail >> 8)]) \(subject), version \(event.first)"
                + Self.states(event.detail)
        case .tokenAsked: "asks for an access token"
        case .tokenGiven: "gets an access token"
        case .tokenRefused: "gets no access token"
        case .shown: "shows \(subject), version \(event.first)\(Self.states(event.detail))"
        case .hidden: "hides \(subject)"
        case .alerted: "alerts \(subject)"
        case .withdrawn: "clears the alert of \(subject)"
        case .badge: "badge \(event.first)"
        case .stored: "stores \(event.first) bytes"
        case .finished: "finishes push \(event.first): \(Self.results[Int(event.detail)])"
        case .serverTold: "tells its server its subscription"
        case .parsed: "push \(event.first) is \(event.detail == 1 ? "a tap" : "no tap")"
        case .dataChanged: "data changed"
        case .syncStatus: event.detail == 1 ? "is synchronized" : "begins to sync"
        case .registrationState: "registration is \(Self.registrations[Int(event.detail)])"
        case .said: "says: \(subject)"
        case .launched: event.detail == 0 ? "app is launched by its user" : "app is launched by a push"
        case .appState: "app is \(Self.appStates[Int(event.detail)])"
        case .link: event.detail == 1 ? "is online" : "is offline"
        case .power: event.detail == 1 ? "saves energy" : "has power"
        case .backgroundMode: "app is built \(event.detail == 1 ? "with" : "without") the background mode"
        case .lock: "is \(Self.locks[Int(event.detail)])"
        case .killed: event.detail == 1 ? "app is ended by the system" : "app is ended by its user"
        case .crashed where !subject.isEmpty: "app crashes: \(subject)"
        case .crashed: event.detail == 1 ? "app dies midway" : "app dies"
        case .pushTokenGiven: "has push token \(subject.prefix(8))…"
        case .signedIn: "user signs in with a \(event.detail == 1 ? "work" : "personal") account"
        case .signedOut: "user signs out"
        case .installed:
            "app is installed again" + ["", " from a backup", " from a backup of another"][Int(event.detail)]
        case .clockSet where event.first == 0: "clock is right"
        case .clockSet:
            "clock is \(Interval(microseconds: Int64(clamping: event.first))) \(event.detail == 1 ? "behind" : "ahead")"
        case .backedUp: "app is backed up"
        case .answerSpoiled: "spoils an answer"
        case .parted:
            "cannot reach \(Self.unreached[Int(event.detail)]) until \(Self.moment(event.first))"
        case .settled: event.detail == 0 ? "all is quiet" : "all is quiet, and nobody looked"
        case .calmed: "the storm pauses"
        }
    }

    private static let unreached = ["the service"] + LabPlatform.allCases.map(\.pushServiceName)
    private static let acts = ["opens", "dismisses", "snoozes", "reads", "deletes"]
    private static let changes = ["new", "updated", "deleted", "expired"]
    static let requests = [
        "nothing", "fetch", "save", "delete", "subscribe", "unsubscribe", "register", "unregister",
    ]
    private static let results = ["new data", "no data", "failed"]
    private static let registrations = ["unregistered", "registered", "expiring", "expired"]
    private static let appStates = ["in front", "in the background", "asleep", "swiped away"]
    private static let locks = ["unlocked", "locked", "locked since its restart"]

    private static func moment(_ microseconds: UInt64) -> String {
        World.clock(Interval(microseconds: Int64(clamping: microseconds)))
    }

    private static func changeCount(_ count: UInt64) -> String {
        count == 0 ? "" : count == 1 ? ", 1 change" : ", \(count) changes"
    }

    private static func sleepers(_ event: HistoryEvent) -> String {
        let platforms = LabPlatform.allCases.filter { event.leavesAsleep($0) }.map(\.rawValue)
        return platforms.isEmpty ? "" : ", for nobody on \(platforms.joined(separator: " or ")) to be woken"
    }

    private static func states(_ detail: UInt32) -> String {
        let action = ["", " activated", " dismissed", " snoozed"][Int(detail & 3)]
        return action + (detail & 16 != 0 ? " read" : "")
    }

    private static func fault(_ number: UInt32) -> String {
        ["no network", "unreachable", "untrusted", "broken", "timed out"][Int(number)]
    }
}
