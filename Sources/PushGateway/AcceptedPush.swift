package import Basics
package import ShoulderTap

/// A push that passed every check: the service has answered 200 and now has to attempt delivery.
package struct AcceptedPush: Hashable, Sendable {
    /// The `apns-id` of the answer, in the sender's spelling.
    package var id: String
    package var token: DeviceToken
    package var environment: PushEnvironment
    /// The topic as sent, with the suffix of its push type.
    package var topic: String
    /// The topic without the suffix of the push type. It identifies the app that gets the push. At most one push is
    /// stored per device and bundle.
    package var bundle: String
    /// The push type. It is nil when the sender set no type, as older senders do.
    package var type: PushType?
    package var priority: PushPriority
    package var expiration: PushExpiration
    package var collapseID: String?
    package var payload: [UInt8]
    /// The kind of the payload, determined from its bytes. It may differ from `type`, because the service allows that.
    package var kind: PayloadKind
    /// Whether a sender outside the simulation sent the push, over its own connection.
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

    /// Whether a push with this collapse id replaces this push.
    ///
    /// Compares byte by byte, because texts that Unicode treats as equal may be two different ids on the wire.
    func hasCollapseID(_ id: String?) -> Bool {
        guard let id, let own = self.collapseID else { return false }
        return own.utf8.elementsEqual(id.utf8)
    }
}

/// The environments of the push service. Each key, certificate and token belongs to one of them.
package enum PushEnvironment: UInt8, Hashable, Sendable, CaseIterable {
    case production
    case sandbox
}

/// The push type that the sender declares, in the spelling of `apns-push-type`.
package enum PushType: String, Hashable, Sendable, CaseIterable {
    case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk, voip
    case widgets
}

/// The urgency of a push, in the numbers of `apns-priority`.
package enum PushPriority: UInt8, Hashable, Sendable, CaseIterable {
    /// Never wakes the device.
    case passive = 1
    /// The push may be delayed and grouped with others to save battery.
    case powerAware = 5
    case immediate = 10
}

/// The time up to which the service may store a push that it cannot deliver at once.
package enum PushExpiration: Hashable, Sendable {
    /// The sender set no expiration, so the service's own limit applies.
    case none
    /// The service makes one attempt and never stores the push.
    case once
    case at(Instant)

    /// Returns the same expiration on a clock that is ahead by `interval`.
    func moved(by interval: Interval) -> PushExpiration {
        if case .at(let moment) = self { .at(moment + interval) } else { self }
    }
}
