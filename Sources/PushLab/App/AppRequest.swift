package import FeedContract

/// A request of an app to the service.
///
/// The access token identifies the user.
public struct AppRequest: Hashable, Sendable {
    package var request: FeedRequest

    package init(_ request: FeedRequest) { self.request = request }

    /// Registers the installation, so that it can be woken.
    public static func register(installation: String, platform: LabPlatform, pushToken: String, appId: String)
        -> AppRequest
    {
        let channel = PushChannel(PushChannel.Kind(platform), token: pushToken)
        return AppRequest(.register(RegisterRequest(device: installation, channel: channel, appId: appId)))
    }

    /// Subscribes to the feed of a host, so that the installation is woken whenever the feed changes.
    public static func subscribe(host: String, installation: String, appId: String) -> AppRequest {
        AppRequest(.subscribe(SubscribeRequest(host: host, device: installation, appId: appId)))
    }

    /// Fetches the changes since the cursor of the last complete read. Fetches everything if there is no cursor.
    public static func fetch(
        host: String, subscription: String? = nil, cursor: String? = nil, limit: Int? = nil
    ) -> AppRequest {
        AppRequest(
            .fetch(
                FetchRequest(host: host, subscription: subscription, cursor: cursor.map(Cursor.init), limit: limit)))
    }

    /// Changes the states of a notification.
    ///
    /// A state that is nil does not change.
    public static func save(
        host: String, subscription: String? = nil, id: String, generation: Int? = nil, isRead: Bool? = nil,
        action: AppChange.Action? = nil
    ) -> AppRequest {
        AppRequest(
            .save(
                SaveRequest(
                    host: host, subscription: subscription, id: id, generation: generation.map(UInt64.init(clamping:)),
                    readState: isRead.map { $0 ? .read : .unread }, userActionState: action.map(UserActionState.init))))
    }

    /// Deletes a notification on all devices.
    public static func delete(
        host: String, subscription: String? = nil, id: String, generation: Int? = nil
    ) -> AppRequest {
        AppRequest(
            .delete(
                DeleteRequest(
                    host: host, subscription: subscription, id: id, generation: generation.map(UInt64.init(clamping:))))
        )
    }
}

extension PushChannel.Kind {
    package init(_ platform: LabPlatform) {
        switch platform {
        case .ios: self = .apns
        case .android: self = .fcm
        case .windows: self = .wns
        }
    }
}
