import ConnectedDevices
import FeedContract

/// Reading changes, and carrying out the user's actions.
extension ReferenceApp {
    mutating func pushCame(_ push: AppPush, _ system: inout AppSystem) {
        guard let tap = push.tap else {
            system.actions.append(.sdk(.parsed(push: push.number, isTap: false)))
            return system.finish(push, .noData)
        }
        system.actions.append(.sdk(.parsed(push: push.number, isTap: true)))
        let arrival = system.names.arrival(of: tap)
        let isFirst = self.takesFirstPush()
        if isFirst, self.has(.t11), self.platform == .windows { return }
        if self.has(.t14) { return self.processElsewhere(push.number, arrival, &system) }
        if isFirst, self.has(.t5) { self.run(.process(.nobody, arrival), &system) }
        self.begin(.push(push.number), &system) { .process($0, arrival) }
    }

    /// Reads all changes, batch by batch.
    mutating func read(_ system: inout AppSystem) {
        guard let reader = self.reader else { return }
        defer { self.updateBadge(&system) }
        guard self.read(from: reader, &system) else { return self.readingFailed(&system) }
        let place = self.machine.place(of: reader) ?? self.place
        guard place != self.place else { return }
        self.place = place
        self.store(&system)
    }

    /// Reads from a reader.
    ///
    /// Returns false when the reader no longer exists.
    @discardableResult
    mutating func read(from reader: ReaderNumber, _ system: inout AppSystem) -> Bool {
        while let batch = self.machine.readBatch(reader, most: 100) {
            if batch.isEmpty { return true }
            for item in self.worthTaking(batch) { self.take(item, &system) }
            if self.has(.t4) { return true }
        }
        return false
    }

    /// Replaces a reader that no longer exists.
    ///
    /// When the user signs out, the feed and its readers end.
    private mutating func readingFailed(_ system: inout AppSystem) {
        if self.has(.s5) { return }
        self.reader = nil
        guard let feed = self.feed else { return }
        self.makeReader(feed)
        self.read(&system)
    }

    private mutating func take(_ item: ReadNotification, _ system: inout AppSystem) {
        self.show(item, &system)
        // The tray has a newer publication, so there is more to read.
        if self.isOutdated(item, system) { return self.sync(&system) }
        guard !item.isDeleted else { return }
        if item.userActionState == .noInteraction, item.readState == .unread {
            if !self.isForSystemToAlert(item, system) { system.actions.append(.sdk(.alert(item.id))) }
        } else {
            system.withdrawAlert(item.id)
        }
    }

    /// Updates the number on the icon.
    ///
    /// It is counted again each time: incremental counting drifts.
    mutating func updateBadge(_ system: inout AppSystem) {
        let count = self.feed.map { self.machine.unreadCount(in: $0) } ?? 0
        guard self.badge != Int32(clamping: count) else { return }
        self.badge = Int32(clamping: count)
        system.setBadge(count)
    }

    mutating func show(_ item: ReadNotification, _ system: inout AppSystem) {
        let isOutdated = self.isOutdated(item, system)
        if item.isDeleted {
            // Hiding a notification also removes its alert.
            if !isOutdated { system.actions.append(.sdk(.hide(item.id))) }
            return
        }
        let showing = Showing(
            item.generation, item.version, isRead: item.readState == .read, AppChange.Action(item.userActionState))
        system.actions.append(.sdk(.show(item.id, showing)))
        if showing.isHandled, !isOutdated { system.withdrawAlert(item.id) }
    }

    mutating func userActed(_ act: UserAct, _ id: String, _ system: inout AppSystem) {
        guard let feed = self.feed else { return }
        let name = system.names.intern(id)
        guard let item = self.machine.notification(name, in: feed), !self.isOutdated(item, system) else {
            return self.remember(act, on: id, &system)
        }
        self.carryOut(act, on: item, in: feed, &system)
    }

    /// Carries out the user's action on a notification that the app knows.
    mutating func carryOut(
        _ act: UserAct, on item: ReadNotification, in feed: FeedNumber, _ system: inout AppSystem
    ) {
        let name = item.id
        guard !item.isDeleted else { return system.withdrawAlert(name) }
        let generation = item.generation
        func save(_ read: ReadState?, _ action: UserActionState?) -> (CallNumber) -> DeviceEvent {
            { .save($0, feed, id: name, generation: generation, read, action) }
        }
        if self.has(.s4), act == .dismiss { system.withdrawAlert(name) }
        switch act {
        case .open: self.begin(.save, &system, save(.read, .activated))
        case .dismiss: self.begin(.save, &system, save(nil, .dismissed))
        case .snooze: self.begin(.save, &system, save(nil, .snoozed))
        case .read: self.begin(.save, &system, save(.read, nil))
        case .delete: self.begin(.delete, &system) { .delete($0, feed, id: name, generation: generation) }
        }
        // The app shows the action at once. If the service refuses the action, the app shows the old state again.
        if let item = self.machine.notification(name, in: feed) { self.show(item, &system) }
        if act == .delete { system.actions.append(.sdk(.hide(name))) }
        self.updateBadge(&system)
    }
}
