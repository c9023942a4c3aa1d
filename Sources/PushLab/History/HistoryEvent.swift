package import Basics

/// One line of a history.
///
/// It has a fixed width, so that hashing needs no text.
package struct HistoryEvent: Hashable, Sendable {
    package var moment: Instant
    package var kind: Kind
    /// The cause of the event: the step of the plan, and a hop. The hop says how far the event is from the step, or on
    /// which path it was caused.
    package var cause: DieCause
    /// The user, device or service to which the event happened.
    package var actor: Actor
    /// The other participant in the event, or the lab if there is no other participant.
    package var party: Actor
    /// The number of a text, mostly the id of a notification.
    package var subject: TextNumber
    /// The data words, whose meaning depends on the kind of the event.
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

    /// A user, a device or a part of the lab that takes part in an event.
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

    /// The number of a text that the history stores once.
    package struct TextNumber: Hashable, Sendable {
        package let number: UInt32

        package init(_ number: UInt32) { self.number = number }

        package static let none = TextNumber(0)
    }
}

extension HistoryEvent {
    /// The kind of an event.
    ///
    /// The numbers are the format of histories: a number is never reused for another kind.
    ///
    /// The comment on each case describes its subject and its party. ``Fact`` holds all other data.
    package enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        // Actions of publishers and users.
        /// subject: notification; party: the recipient, if a server under test is asked to publish
        case publishAsked = 1
        /// subject: notification
        case publishAnswered = 2
        /// subject: notification
        case userActed = 3
        case serverStarted = 5
        case serverDied = 6
        /// The service stored the notification, but its answer to the publisher is lost. subject: notification
        case publishAnswerLost = 7

        // The service.
        /// subject: notification; party: the user whose feed contains the notification
        case committed = 10
        /// subject: the topic of the request; party: the device
        case requestArrived = 11
        /// party: the device
        case answered = 12
        /// party: the device
        case pageServed = 13
        /// subject: notification; party: the user
        case expires = 14
        /// A slow store answered. subject: an address that the answer retires;
        /// party: the device whose request the store answers, or the lab
        case storeAnswered = 15

        /// An odd push from outside was answered. subject: the answer
        case oddPushAnswered = 16
        /// An odd publish request from outside was answered. subject: the answer
        case oddPostAnswered = 17
        /// A part of the system was compared with a model of it. subject: the result
        case compared = 18

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
        /// subject: the topic of the request
        case requestSent = 33
        case answerArrived = 34
        case requestLost = 35
        /// subject: notification
        case changeArrived = 36
        case tokenAsked = 37
        case tokenGiven = 38
        case tokenRefused = 39
        /// The sender of a request timed out and stopped waiting.
        case requestGivenUp = 40

        // The app as its user sees it.
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

        // Claims: reports of a component about itself.
        case parsed = 60
        case dataChanged = 61
        case syncStatus = 62
        case registrationState = 63
        /// subject: the text
        case said = 64

        // Changes to a device.
        case launched = 70
        case appState = 71
        case link = 72
        case power = 73
        case lock = 74
        case killed = 75
        /// subject: the reason, if the app gives one
        case crashed = 76
        /// subject: the token
        case pushTokenGiven = 77
        case signedIn = 78
        case signedOut = 79
        case installed = 80
        /// A device cannot reach the service, or the service cannot reach a push service.
        case parted = 81
        case clockSet = 82
        case backedUp = 83
        /// The lab replaced an answer of the service with an odd one. party: the recipient
        case answerSpoiled = 84
        case backgroundMode = 85
        /// Each message between the device and the service takes longer for some time.
        case slowed = 86
        case settled = 90
        /// The storm pauses until the lab settles.
        case calmed = 91
    }
}

extension HistoryEvent.Kind {
    /// Whether the event is a claim: a report of a component about itself.
    ///
    /// Judges look only at events that are not claims.
    package var isClaim: Bool { 60..<70 ~= self.rawValue }
}
