import PushLab

/// A list without the SDK: it reads when it is tapped or looked at, shows what changed, and sends what its user does.
struct ListApp: LabApp {
    let my: AppLaunch
    var (cursor, pushToken, reading, due, next) = (String?.none, "", 0, [AppPush?](), [AppPush?]())
    var (known, unnamed) = ([String: Int](), [String: Int]())  // ids with generations; what a full read has not named
    init(_ launch: AppLaunch) {
        self.my = launch
        let lines = String(decoding: launch.stored ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        self.cursor = lines.first
        for place in stride(from: 1, to: lines.count - 1, by: 2) { self.known[lines[place]] = Int(lines[place + 1]) }
    }
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        if case .pushToken(let token) = event { self.pushToken = token }
        let (host, device, platform, token) = (self.my.host, self.my.installation, self.my.platform, self.pushToken)
        if case .answer(_, .subscribed(let id)) = event { system.tellServer(subscription: id) }
        switch event {
        case .push(let push): push.tap == nil ? system.finish(push, .noData) : self.next.append(push)
        case .answer(_, .saved) where !self.due.isEmpty: self.read(&system, self.cursor)  // what comes is older
        case .launched, .foreground, .answer(_, .subscribed), .answer(_, .saved): self.next.append(nil)
        case .pushToken, .timer:
            system.request(.register(installation: device, platform: platform, pushToken: token, appId: host))
        case .answer(_, .registered): system.request(.subscribe(host: host, installation: device, appId: host))
        case .answer(self.reading, .page(let page)): self.take(page, &system)
        case .answer(self.reading, .refused(410, _)): self.read(&system, nil)
        case .answer(let number, .lost), .answer(let number, .refused):
            system.startTimer(after: .seconds(5))
            while number == self.reading, let push = self.due.popLast() { push.map { system.finish($0, .failed) } }
        case .user(.delete, let id): system.request(.delete(host: host, id: id, generation: self.known[id]))
        case .user(let act, let id):
            let action: AppChange.Action? = [.open: .activated, .dismiss: .dismissed, .snooze: .snoozed][act]
            let isRead = act == .open || act == .read ? true : nil
            system.request(.save(host: host, id: id, generation: self.known[id], isRead: isRead, action: action))
        case .answer, .background, .accessToken, .signedIn, .signedOut: break
        }
        if self.due.isEmpty, !self.next.isEmpty { self.read(&system, self.cursor) }  // for all that came meanwhile
    }
    private mutating func read(_ system: inout AppSystem, _ cursor: String?) {  // a page has all that stood by then
        (self.due, self.next, self.unnamed) = (self.due + self.next, [], cursor == nil ? self.known : self.unnamed)
        self.reading = system.request(.fetch(host: self.my.host, cursor: cursor))
    }
    private mutating func take(_ page: AppPage, _ system: inout AppSystem) {
        for change in page.changes { self.show(change, change.id, &system) }
        guard page.isLast else { return self.read(&system, page.cursor) }
        for id in page.isFull ? self.unnamed.keys.sorted() : [] { system.hide(id) }
        if page.isFull { self.known = self.known.filter { self.unnamed[$0.key] == nil } }
        self.cursor = page.cursor
        let items = self.known.sorted { $0.key < $1.key }.flatMap { [$0.key, String($0.value)] }
        system.store(Array(([page.cursor] + items).joined(separator: "\n").utf8))
        while let push = self.due.popLast() { push.map { system.finish($0, .newData) } }
    }
    private mutating func show(_ item: AppChange, _ id: String, _ system: inout AppSystem) {
        let (isGone, isNews) = (item.kind == .deleted || item.kind == .expired, self.known[id] != item.generation)
        (self.known[id], self.unnamed[id]) = (isGone ? nil : item.generation, nil)
        guard !isGone else { return system.hide(id) }
        system.show(id, generation: item.generation, version: item.version, isRead: item.isRead, action: item.action)
        if item.isRead || item.action != .none { system.withdrawAlert(id) } else if isNews { system.alert(id) }
    }
}
