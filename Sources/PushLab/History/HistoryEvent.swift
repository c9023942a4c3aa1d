package import Basics

/// One line of a history, in fixed width, so that its hash needs no text.
package struct HistoryEvent: Hashable, Sendable {
    package var moment: Instant
    package var kind: Kind
    /// The step that led to it, and how far away from that it is.
    package var cause: DieCause
    /// Whom it happened to.
    package var actor: Actor
    /// Whom else it concerns; the lab where that is nobody.
    package var party: Actor
    /// The number of a text: mostly the id of a notification.
    package var subject: TextNumber
    /// The words to which the kind of the event gives a meaning.
    package var packed: Words

    package init(
        _ fact: Fact, _ actor: Actor, party: Actor = .lab, subject: TextNumber = .none,
        at moment: Instant = Instant(microseconds: 0), cause: DieCause = DieCause(step: 0)
    ) {
        self.moment = moment
        self.kind = fact.kind
        self.cause = cause
        self.actor = actor
        self.party = party
        self.subject = subject
        self.packed = fact.packed
    }

    /// Who did it or had it done to.
    package struct Actor: Hashable, Sendable {
        package let number: UInt32

        package init(number: UInt32) { self.number = number }

        package static let lab = Actor(number: 0)
        package static let service = Actor(number: 1)
        package static let backend = Actor(number: 2)

        package static func device(_ index: Int) -> Actor { Actor(number: UInt32(index) + 16) }

        package static func user(_ index: Int) -> Actor { Actor(number: Self.firstUser | UInt32(index)) }

        package var device: Int? { 16..<Self.firstUser ~= self.number ? Int(self.number) - 16 : nil }

        package var user: Int? { self.number < Self.firstUser ? nil : Int(self.number & ~Self.firstUser) }

        private static let firstUser: UInt32 = 1 << 31
    }

    /// A text that the history keeps once.
    package struct TextNumber: Hashable, Sendable {
        package let number: UInt32

        package init(_ number: UInt32) { self.number = number }

        package static let none = TextNumber(0)
    }
}

extension HistoryEvent {
    /// What happened. The numbers are the format of histories: none is ever given to something else.
    ///
    /// Beside each stands what its subject and its party are. What else it knows, ``Fact`` has.
    package enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        // What people do.
        /// subject: notification; party: for whom, where a server under test is asked to
        case publishAsked = 1
        /// subject: notification
        case publishAnswered = 2
        /// subject: notification
        case userActed = 3
        case serverStarted = 5
        case serverDied = 6
        /// The publisher does not hear that the service stored it. subject: notification
        case publishAnswerLost = 7

        // The service.
        /// subject: notification; party: the user whose feed it is in
        case committed = 10
        /// subject: what it is about; party: the device
        case requestArrived = 11
        /// party: the device
        case answered = 12
        /// party: the device
        case pageServed = 13
        /// subject: notification; party: the user
        case expires = 14
        /// The answer of a store that takes time. subject: an address that is retired by it;
        /// party: the device whose request it is for, or the lab
        case storeAnswered = 15

        /// A stranger's odd push was answered. subject: the answer
        case oddPushAnswered = 16
        /// A stranger's odd publication was answered. subject: the answer
        case oddPostAnswered = 17

        // The push services.
        /// subject: the address
        case tapSent = 20
        /// subject: the address
        case tapRefused = 21
        case tapDropped = 22
        case tapStored = 23
        case tapHeld = 24
        case pushArrived = 25
        /// subject: notification
        case alertArrived = 26
        /// A push from outside came to Apple's service. actor: the device
        case pushTaken = 27
        /// The system of a device shows an alert or takes a call from outside.
        case foreignShown = 28
        /// subject: the address
        case alertRefused = 29

        // The link of a device.
        case connectAsked = 30
        case connected = 31
        case connectFailed = 32
        /// subject: what it is about
        case requestSent = 33
        case answerArrived = 34
        case requestLost = 35
        /// subject: notification
        case changeArrived = 36
        case tokenAsked = 37
        case tokenGiven = 38
        case tokenRefused = 39
        /// The asker waits no more.
        case requestGivenUp = 40

        // The app, as its user sees it.
        /// subject: notification
        case shown = 50
        /// subject: notification
        case hidden = 51
        case alerted = 52
        case withdrawn = 53
        case badge = 54
        case stored = 55
        case finished = 56
        /// subject: the subscription
        case serverTold = 57

        // Claims: what a component says of itself.
        case parsed = 60
        case dataChanged = 61
        case syncStatus = 62
        case registrationState = 63
        /// subject: what
        case said = 64

        // What becomes of a device.
        case launched = 70
        case appState = 71
        case link = 72
        case power = 73
        case lock = 74
        case killed = 75
        /// subject: why, if the app says
        case crashed = 76
        /// subject: the token
        case pushTokenGiven = 77
        case signedIn = 78
        case signedOut = 79
        case installed = 80
        /// Somebody is out of reach: of a device the service, of the service a push service.
        case parted = 81
        case clockSet = 82
        case backedUp = 83
        /// An answer is not what the service meant to say. party: for whom
        case answerSpoiled = 84
        case backgroundMode = 85
        /// From now on each message between the device and the service takes longer, for some time.
        case slowed = 86
        case settled = 90
        /// The storm pauses until all is quiet.
        case calmed = 91
    }
}

extension HistoryEvent.Kind {
    /// Whether a component says it of itself. Judges look at the others only.
    package var isClaim: Bool { 60..<70 ~= self.rawValue }
}
