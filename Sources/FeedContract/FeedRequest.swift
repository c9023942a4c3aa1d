/// A client's request to the service. It does not identify the client, because the access token does.
///
/// The enum is indirect, because a request is passed on many times before it is read.
package indirect enum FeedRequest: Hashable, Sendable {
    case fetch(FetchRequest)
    case save(SaveRequest)
    case delete(DeleteRequest)
    case subscribe(SubscribeRequest)
    case unsubscribe(UnsubscribeRequest)
    case register(RegisterRequest)
    case unregister(UnregisterRequest)
}

/// Fetches the changes since a cursor.
package struct FetchRequest: Hashable, Sendable {
    package var host: String
    /// The subscription of the reading device. When a device fetches with its subscription, the service records that
    /// the subscription received the notifications. They then no longer need a fallback.
    package var subscription: String?
    /// The cursor of the last page; nil reads everything.
    package var cursor: Cursor?
    /// The maximum number of changes in one page; nil or zero uses the service's default.
    package var limit: Int?
    /// The number of days that a full read goes back. Clients that do not want a long history set it.
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

/// Changes the states of one notification; a nil state is left unchanged.
package struct SaveRequest: Hashable, Sendable {
    package var host: String
    package var subscription: String?
    package var id: String
    /// The generation that the user saw; nil means the current one.
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
    /// The generation that the user saw; nil means the current one.
    package var generation: UInt64?

    package init(host: String, subscription: String? = nil, id: String, generation: UInt64? = nil) {
        self.host = host
        self.subscription = subscription
        self.id = id
        self.generation = generation
    }
}

/// Subscribes a device, so that the service wakes it when the user's feed changes. Another request renews the
/// subscription.
package struct SubscribeRequest: Hashable, Sendable {
    package var host: String
    /// The installation of the app, named by the client.
    package var device: String
    /// The app's id on its platform.
    package var appId: String
    package var serial: UInt64?
    /// Whether the device polls and wants no pushes.
    package var isQuiet: Bool

    package init(host: String, device: String, appId: String, serial: UInt64? = nil, isQuiet: Bool = false) {
        self.host = host
        self.device = device
        self.appId = appId
        self.serial = serial
        self.isQuiet = isQuiet
    }
}

/// Ends a subscription.
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

/// Registers the channel by which an installation of the app is woken. Another request renews the registration.
///
/// Requests may arrive out of order, especially when a connection breaks. So an installation may number the requests
/// for its registration and its subscription. Each number must be higher than the previous one. If a request arrives
/// after a request with a higher number, the service refuses it, so that it cannot undo the newer request. The refusal
/// contains the highest number that the service has seen. A restored backup resets the client's count. A client that is
/// refused for this reason continues from the number in the refusal. The upper half of the range is reserved: the
/// service refuses numbers above ``mostSerial``.
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

/// Removes the registration of an installation.
package struct UnregisterRequest: Hashable, Sendable {
    package var device: String
    package var serial: UInt64?

    package init(device: String, serial: UInt64? = nil) {
        self.device = device
        self.serial = serial
    }
}
