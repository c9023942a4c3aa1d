public import ConnectedDevices

/// Requests that the app makes to its device.
extension PlatformPhone {
    /// The type of the push service that wakes the app on this device. The app passes this type when it registers.
    public var notificationType: ConnectedDevicesNotificationType {
        switch self.launch.platform {
        case .ios: .apn
        case .android: .fcm
        case .windows: .wns
        }
    }

    /// Requests an access token from the user's identity provider. Passes nil if the provider returns no token.
    public func requestAccessToken(_ completion: @escaping (String?) -> Void) {
        self.tokenWishes.append(completion)
        self.system.requestAccessToken()
    }

    /// Calls back after a delay, unless the process ends first.
    public func after(_ delay: Duration, _ action: @escaping () -> Void) {
        self.timers.append((self.system.startTimer(after: delay), action))
    }

    /// Stores bytes of the app under a name, across restarts of the process.
    public func store(_ bytes: [UInt8], as name: String) {
        self.disk["\(Self.folder)\(name)"] = bytes
        self.system.store(self.disk.bytes)
    }

    /// The bytes that were last stored under a name, in this process or an earlier one.
    public func stored(_ name: String) -> [UInt8]? { self.disk["\(Self.folder)\(name)"] }

    /// The folder of the app's own bytes; all other paths belong to its platforms.
    private static var folder: String { "app/" }

    /// Adds a notification to the app's list, or changes it there.
    public func show(_ notification: UserNotification) {
        self.system.show(
            notification.notificationId, generation: Int(clamping: notification.generation),
            version: Int(clamping: notification.version), isRead: notification.readState == .read,
            action: AppChange.Action(notification.userActionState.inner))
    }

    /// Removes a notification from the list, and its alert from the screen.
    public func hide(_ id: String) { self.system.hide(id) }

    /// Draws the user's attention to a notification.
    public func alert(_ id: String) { self.system.alert(id) }

    /// Removes the alert of a notification from the tray.
    public func withdrawAlert(_ id: String) { self.system.withdrawAlert(id) }

    /// Reports that a push has been handled.
    ///
    /// The system may then suspend the app.
    public func finish(_ push: AppPush, _ result: PushResult) { self.system.finish(push, result) }

    /// Sends the app's own server the subscription id that it needs to publish for the user.
    public func tellServer(_ subscription: String) { self.system.tellServer(subscription: subscription) }

    /// Writes a sentence to the history.
    public func log(_ text: String) { self.system.log(text) }
}
