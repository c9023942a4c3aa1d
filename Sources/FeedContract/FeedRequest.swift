/// What a client asks of the service. Who asks is not said here: the access token says it.
///
/// It is handed on many times before somebody looks into it, so that it is a reference to its parts.
package indirect enum FeedRequest: Hashable, Sendable {
    case fetch(FetchRequest)
    case save(SaveRequest)
    case delete(DeleteRequest)
    case subscribe(SubscribeRequest)
    case unsubscribe(UnsubscribeRequest)
    case register(RegisterRequest)
    case unregister(UnregisterRequest)
}

/// Asks for what changed.
package struct FetchRequest: Hashable, Sendable {
    package var host: String
    /// Who reads; its fetch is the acknowledgement that makes a fallback needless.
    package var subscription: String?
    /// From the last page before; without one everything is read.
    package var cursor: Cursor?
    /// The most changes wanted in one page; nil or zero leaves it to the service.
    package var limit: Int?
    /// How far back a full read reaches, for a client that wants no long history.
    package var days: Int?

    package init(
        host: String, subscription: String? = nil, cursor: Cursor? = nil, limit: Int? = nil, days: Int? = nil
    ) {
        self.host = host
        self.subscription = subscription
        self.cursor = cursor
        self.limit = limit
        self.days = days
    }
}

/// Changes the states of one notification; what is nil stays.
package struct SaveRequest: Hashable, Sendable {
    package var host: String
    package var subscription: String?
    package var id: String
    /// The generation that the user saw; nil means whatever stands there now.
    package var generation: UInt64?
    package var readState: ReadState?
    package var userActionState: UserActionState?

    package init(
        host: String, subscription: String? = nil, id: String, generation: UInt64? = nil,
        readState: ReadState? = nil, userActionState: UserActionState? = nil
    ) {
        self.host = host
        self.subscription = subscription
        self.id = id
        self.generation = generation
        self.readState = readState
        self.userActionState = userActionState
    }
}

/// Deletes one notification on all devices.
package struct DeleteRequest: Hashable, Sendable {
    package var host: String
    package var subscription: String?
    package var id: String
    /// The generation that the user saw; nil means whatever stands there now.
    package var generation: UInt64?

    package init(host: String, subscription: String? = nil, id: String, generation: UInt64? = nil) {
        self.host = host
        self.subscription = subscription
        self.id = id
        self.generation = generation
    }
}

/// Asks to be woken when the user's feed changes; asking again renews.
package struct SubscribeRequest: Hashable, Sendable {
    package var host: String
    /// The installation of the app, a name of the client's own making.
    package var device: String
    /// The app as its platform knows it.
    package var appId: String
    package var serial: UInt64?
    /// Whether no push is wanted: the device looks for what is new when it pleases.
    package var isQuiet: Bool

    package init(host: String, device: String, appId: String, serial: UInt64? = nil, isQuiet: Bool = false) {
        self.host = host
        self.device = device
        self.appId = appId
        self.serial = serial
        self.isQuiet = isQuiet
    }
}

/// Asks not to be woken any more.
package struct UnsubscribeRequest: Hashable, Sendable {
    package var host: String
    package var subscription: String
    package var serial: UInt64?

    package init(host: String, subscription: String, serial: UInt64? = nil) {
        self.host = host
        self.subscription = subscription
        self.serial = serial
    }
}

/// Tells how an installation of the app can be woken; telling again renews.
///
/// Requests may overtake each other, above all when a connection breaks. An installation may number those for its
/// registration and its subscription, each above the last: then no earlier one undoes a later one, but is refused with
/// the number that stands. A restored backup takes the count back, so whoever is refused counts on from there: for that
/// the upper half of all numbers stays free.
package struct RegisterRequest: Hashable, Sendable {
    package static let mostSerial = UInt64.max / 2

    package var device: String
    package var channel: PushChannel
    package var appId: String
    package var appDisplayName: String
    package var serial: UInt64?

    package init(
        device: String, channel: PushChannel, appId: String, appDisplayName: String = "", serial: UInt64? = nil
    ) {
        self.device = device
        self.channel = channel
        self.appId = appId
        self.appDisplayName = appDisplayName
        self.serial = serial
    }
}

/// Takes the way to wake an installation back.
package struct UnregisterRequest: Hashable, Sendable {
    package var device: String
    package var serial: UInt64?

    package init(device: String, serial: UInt64? = nil) {
        self.device = device
        self.serial = serial
    }
}
