extension DeviceMachine {
    /// Moves the machine to another table of names. The new table then contains only the names that are still used.
    package mutating func rename(from old: NameTable, to new: inout NameTable) {
        var table = new
        func moved(_ name: Name) -> Name {
            name == .unknown ? name : table.intern(old.text(name))
        }
        func moved(_ key: AccountKey) -> AccountKey { AccountKey(moved(key.id), key.type) }
        func moved(_ channel: DeviceChannel) -> DeviceChannel {
            DeviceChannel(
                channel.kind, token: moved(channel.token), appId: moved(channel.appId),
                displayName: moved(channel.displayName))
        }
        func moved(_ facts: FactsName) -> FactsName { old.facts(facts).map { table.intern($0) } ?? .none }
        func moved(_ change: DeviceChange) -> DeviceChange {
            var change = change
            change.id = moved(change.id)
            change.facts = moved(change.facts)
            return change
        }

        self.device = moved(self.device)
        self.accounts = self.accounts.map { account in
            var next = account
            next.key = moved(account.key)
            next.token = moved(account.token)
            if let channel = account.registration?.channel { next.registration?.channel = moved(channel) }
            return next
        }
        self.feeds = self.feeds.map { feed in
            var next = feed
            next.account = moved(feed.account)
            next.host = moved(feed.host)
            next.subscription = moved(feed.subscription)
            next.appId = moved(feed.appId)
            next.cache = feed.cache.map { item in
                var item = item
                item.id = moved(item.id)
                item.facts = moved(item.facts)
                return item
            }
            next.cache.sort { $0.id.number < $1.id.number }
            for index in next.pages.indices { next.pages[index].changes = next.pages[index].changes.map(moved) }
            return next
        }
        self.jobs = self.jobs.map { job in
            let kind: Job.Kind =
                switch job.kind {
                case .addAccount, .unregister, .sync: job.kind
                case .register(let channel): .register(moved(channel))
                case .subscribe(let appId, let isQuiet): .subscribe(appId: moved(appId), isQuiet: isQuiet)
                case .unsubscribe(let host, let subscription):
                    .unsubscribe(host: moved(host), moved(subscription))
                case .save(let id, let generation, let read, let action): .save(moved(id), generation, read, action)
                case .delete(let id, let generation): .delete(moved(id), generation)
                case .confirmation(let id, let generation, let read, let action):
                    .confirmation(moved(id), generation, read, action)
                }
            var next = job
            next.kind = kind
            next.account = moved(job.account)
            next.token = moved(job.token)
            return next
        }
        new = table
    }
}
