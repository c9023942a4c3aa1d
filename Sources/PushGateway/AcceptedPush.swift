package import Basics
package import ShoulderTap

/// A push that passed every check: what the service has answered 200 to and now owes an attempt to deliver.
package struct AcceptedPush: Hashable, Sendable {
    /// The `apns-id` of the answer, in the sender's spelling.
    package var id: String
    package var token: DeviceToken
    package var environment: PushEnvironment
    /// The topic as addressed, with the suffix of its push type.
    package var topic: String
    /// The topic without that suffix: the app that the push is for. One push is stored per device and bundle.
    package var bundle: String
    /// Nil when the sender said none, which older senders do.
    package var type: PushType?
    package var priority: PushPriority
    package var expiration: PushExpiration
    package var collapseID: String?
    package var payload: [UInt8]
    /// What the payload is by its bytes; it may contradict `type`, which the service lets pass.
    package var kind: PayloadKind
    /// Whether a sender outside the simulation sent it, over a connection of its own.
    package var isFromOutside = false

    package init(
        id: String, token: DeviceToken, environment: PushEnvironment = .production, topic: String,
        bundle: String? = nil, type: PushType? = nil, priority: PushPriority = .immediate,
        expiration: PushExpiration = .none, collapseID: String? = nil, payload: [UInt8], kind: PayloadKind
    ) {
        self.id = id
        self.token = token
        self.environment = environment
        self.topic = topic
        self.bundle = bundle ?? topic
        self.type = type
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.payload = payload
        self.kind = kind
    }

    /// Whether a push with this collapse id takes the place of this one. Byte by byte: what Unicode takes for the same
    /// text may be two ids on the wire.
    func hasCollapseID(_ id: String?) -> Bool {
        guard let id, let own = self.collapseID else { return false }
        return own.utf8.elementsEqual(id.utf8)
    }
}

/// The two worlds of the push service; keys, certificates and tokens belong to one of them.
package enum PushEnvironment: UInt8, Hashable, Sendable, CaseIterable {
    case production
    case sandbox
}

/// What a sender says a push is, in the spelling of `apns-push-type`.
package enum PushType: String, Hashable, Sendable, CaseIterable {
    case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk, voip
    case widgets
}

/// How urgent a push is, in the numbers of `apns-priority`.
package enum PushPriority: UInt8, Hashable, Sendable, CaseIterable {
    /// Never wakes the device.
    case passive = 1
    /// May wait and be grouped, to spare the battery.
    case powerAware = 5
    case immediate = 10
}

/// Until when the service may keep a push that it cannot deliver at once.
package enum PushExpiration: Hashable, Sendable {
    /// Nothing was asked: the service's own limit holds.
    case none
    /// One attempt, never stored.
    case once
    case at(Instant)

    /// The same on a clock that is so far ahead.
    func moved(by interval: Interval) -> PushExpiration {
        if case .at(let moment) = self { .at(moment + interval) } else { self }
    }
}
