package import ConnectedDevices

/// Requests of an app to the device around it.
extension PlatformPhone {
    /// Asks the user's identity provider for an access token; nil when there is none to be had.
    package func requestAccessToken(_ completion: @escaping (String?) -> Void) {
        self.tokenWishes.append(completion)
        self.system.requestAccessToken()
    }

    /// Has something happen later, if the process lives so long.
    package func after(_ delay: Duration, _ action: @escaping () -> Void) {
        self.timers.append((self.system.startTimer(after: delay), action))
    }

    /// Puts a notification into the app's list, or changes it there.
    package func show(_ notification: UserNotification) {
        self.system.show(
            notification.notificationId, generation: Int(clamping: notification.generation),
            version: Int(clamping: notification.version), isRead: notification.readState == .read,
            action: AppChange.Action(notification.userActionState.inner))
    }

    /// Takes a notification out of the list and off the screen.
    package func hide(_ id: String) { self.system.hide(id) }

    /// Draws the user's attention to a notification.
    package func alert(_ id: String) { self.system.alert(id) }

    /// Takes the alert of a notification out of the tray.
    package func withdrawAlert(_ id: String) { self.system.withdrawAlert(id) }

    /// Says that a push has been handled; the system may put the app to sleep.
    package func finished(_ push: AppPush, _ result: PushResult) { self.system.finish(push, result) }

    /// Tells the app's own server by which id its user's notifications are published.
    package func tellServer(_ subscription: String) { self.system.tellServer(subscription: subscription) }

    /// Leaves a sentence in the history.
    package func log(_ text: String) { self.system.log(text) }
}
