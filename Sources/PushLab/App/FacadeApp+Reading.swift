import ConnectedDevices

/// Reads changes, and handles the actions of the user.
extension FacadeApp {
    func receive(_ push: AppPush) {
        let parsed: ConnectedDevicesNotification? =
            switch push.content {
            case .apns(let payload): .tryParse(payload)
            case .dataMap(let map): .tryParse(dataMap: map)
            case .raw(let text): .tryParse(rawNotification: text)
            }
        guard let parsed else { return self.phone.finish(push, .noData) }
        self.platform.processNotification(parsed) { [phone] error in
            phone.finish(push, error == nil ? .newData : .failed)
        }
    }

    func read() {
        guard let reader = self.reader else { return }
        reader.readBatch(maxSize: 100) { [weak self] batch, error in
            guard let self, self.reader === reader else { return }
            if error != nil { return self.readingFailed() }
            guard let batch, !batch.isEmpty else { return self.allIsRead() }
            for notification in batch { self.take(notification) }
            self.keep()
            self.read()
        }
    }

    private func allIsRead() {
        self.updateBadge()
        guard self.isTidyDue else { return }
        self.isTidyDue = false
        self.tidyTray()
    }

    /// Handles a failed read by creating another reader. The old reader may be closed: this happens when its user signs
    /// out.
    private func readingFailed() {
        self.reader = nil
        if self.feed != nil { self.makeReader() }
    }

    private func take(_ notification: UserNotification) {
        let id = notification.notificationId
        self.shown.removeAll { $0.notificationId == id }
        guard notification.status == .active else {
            self.ended[id] = max(self.ended[id] ?? 0, notification.generation)
            if !self.isOutdated(notification) { self.phone.hide(id) }
            return
        }
        self.shown.append(notification)
        self.phone.show(notification)
        if self.isOutdated(notification) { return self.sync() }
        guard notification.userActionState == .noInteraction, notification.readState == .unread else {
            return self.phone.withdrawAlert(id)
        }
        guard !self.isForSystemToAlert(notification),
            self.alerted.insert("\(notification.generation) \(id)").inserted
        else { return }
        self.phone.alert(id)
    }

    private func isOutdated(_ notification: UserNotification) -> Bool {
        self.phone.delivered(notification.notificationId).map { $0.generation > notification.generation } ?? false
    }

    /// Whether the system alerts the user to the notification, now or later. On iOS, the system does this for each
    /// notification without raw content.
    private func isForSystemToAlert(_ notification: UserNotification) -> Bool {
        if self.phone.launch.platform == .ios, notification.content.isEmpty { return true }
        let alert = self.phone.delivered(notification.notificationId)
        return alert.map { $0.generation == notification.generation } ?? false
    }

    func updateBadge() {
        let count = self.shown.count { $0.userActionState == .noInteraction && $0.readState == .unread }
        guard count != self.badge else { return }
        self.badge = count
        self.phone.setBadge(count)
    }

    // MARK: The user's actions

    func userActed(_ act: UserAct, _ id: String) {
        guard let notification = self.shown.first(where: { $0.notificationId == id }),
            !self.isOutdated(notification)
        else {
            guard self.feed != nil else { return }
            self.acts.append((act, id, self.phone.delivered(id)?.generation ?? 0))
            // Syncs again, because a pending read may be older than the alert.
            return self.sync()
        }
        self.carryOut(act, on: notification)
    }

    private func carryOut(_ act: UserAct, on notification: UserNotification) {
        switch act {
        case .open: (notification.userActionState, notification.readState) = (.activated, .read)
        case .dismiss: notification.userActionState = .dismissed
        case .snooze: notification.userActionState = .snoozed
        case .read: notification.readState = .read
        case .delete: return self.delete(notification)
        }
        // Saves the action before the notification is shown.
        notification.save()
        self.phone.show(notification)
        if notification.userActionState != .noInteraction { self.phone.withdrawAlert(notification.notificationId) }
        self.updateBadge()
    }

    private func delete(_ notification: UserNotification) {
        let id = notification.notificationId
        self.channel?.deleteUserNotification(id) { _, _ in }
        self.shown.removeAll { $0.notificationId == id }
        self.phone.hide(id)
        self.updateBadge()
    }

    // MARK: The tray

    func clearTray() {
        for alert in self.phone.deliveredAlerts { self.phone.hide(alert.id) }
    }

    /// Handles an alert that came while the app was in the foreground. The app may already know that the notification
    /// has ended.
    func alertCame() {
        guard self.isSignedIn else { return self.clearTray() }
        guard self.feed?.syncStatus == .synchronized else { return }
        self.isTidyDue = true
        self.read()
    }

    /// Performs remembered actions of the user after a complete read, and removes alerts of ended notifications.
    func tidyTray() {
        guard self.feed != nil else { return }
        let acts = self.acts
        self.acts = []
        for (act, id, generation) in acts {
            guard let notification = self.shown.first(where: { $0.notificationId == id }),
                generation == 0 || generation == notification.generation
            else { continue }
            self.carryOut(act, on: notification)
        }
        let before = self.doubted
        self.doubted = []
        for alert in self.phone.deliveredAlerts {
            let known = self.shown.first { $0.notificationId == alert.id }
            if let known, known.generation >= alert.generation {
                if known.userActionState != .noInteraction { self.phone.withdrawAlert(alert.id) }
            } else if self.ended[alert.id] ?? 0 >= alert.generation {
                self.phone.withdrawAlert(alert.id)
            } else if before.contains(alert) {
                if known == nil { self.phone.hide(alert.id) } else { self.phone.withdrawAlert(alert.id) }
            } else {
                self.doubted.append(alert)
            }
        }
        if !self.doubted.isEmpty { self.sync() }
    }
}
