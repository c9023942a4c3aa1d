import PushLab

/// A list with a number beside its icon, read from the beginning at each tap.
///
/// The naive one counts taps. The other counts what waits for its user, and is right.
struct BadgeApp: LabApp {
    enum Count { case taps, whatWaits }

    private let my: AppLaunch
    private let count: Count
    /// A registration ends after thirty days, and an app that sleeps so long has to have asked again before.
    private static let renewal = Duration.seconds(7 * 24 * 3_600)

    private var (badge, reading, pushToken) = (0, 0, "")
    private var renewal: Int?
    /// Who it is to the service, which wakes the others when it changes something.
    private var name: String?
    private struct Item: Equatable {
        var (generation, version) = (0, 0)
    }
    /// What is in the list; what the pages so far had of it.
    private var (listed, found) = ([String: Item](), [String: AppChange]())
    /// Pushes to finish when it has been read what they are about.
    private var (owed, isReading, isStale) = ([AppPush](), false, false)

    init(_ launch: AppLaunch, counting count: Count) {
        (self.my, self.count) = (launch, count)
        let words = String(decoding: launch.stored ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        self.badge = words.first.flatMap { Int($0) } ?? 0
        for place in stride(from: 1, to: words.count - 2, by: 3) {
            let (generation, version) = (Int(words[place + 1]) ?? 0, Int(words[place + 2]) ?? 0)
            self.listed[words[place]] = Item(generation: generation, version: version)
        }
    }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        let (host, device) = (self.my.host, self.my.installation)
        switch event {
        case .pushToken(let token):
            self.pushToken = token
            self.register(&system)
        case .timer where !self.pushToken.isEmpty: self.register(&system)
        case .answer(_, .registered):
            system.request(.subscribe(host: host, installation: device, appId: host))
            if let renewal { system.cancelTimer(renewal) }
            self.renewal = system.startTimer(after: Self.renewal, isIdle: true)
        case .answer(_, .subscribed(let id)):
            self.name = id
            system.tellServer(subscription: id)
            self.read(&system)
        case .answer(_, .saved):
            // What is being read is older than the user's own word.
            self.isReading = false
            self.read(&system)
        case .launched: self.read(&system)
        case .foreground:
            // Whatever kept it from being registered may be over.
            if !self.pushToken.isEmpty { self.register(&system) }
            self.read(&system)
        case .push(let push):
            guard push.tap != nil else { return system.finish(push, .noData) }
            self.owed.append(push)
            if self.count == .taps { self.set(badge: self.badge + 1, &system) }
            self.read(&system)
        case .answer(self.reading, .page(let page)): self.take(page, &system)
        case .answer(let number, .lost), .answer(let number, .refused):
            system.startTimer(after: .seconds(5))
            guard number == self.reading else { return }
            self.isReading = false
            self.finish(.failed, &system)
        case .user(let act, let id):
            // What has left the list meanwhile is none of its user's business any more.
            guard let generation = self.listed[id]?.generation else { break }
            guard act != .delete else {
                system.request(.delete(host: host, subscription: self.name, id: id, generation: generation))
                break
            }
            let action: AppChange.Action? = [.open: .activated, .dismiss: .dismissed, .snooze: .snoozed][act]
            let isRead = act == .open || act == .read ? true : nil
            system.request(
                .save(
                    host: host, subscription: self.name, id: id, generation: generation, isRead: isRead, action: action)
            )
        case .timer: self.read(&system)
        case .answer, .background, .accessToken, .signedIn, .signedOut: break
        }
    }

    private func register(_ system: inout AppSystem) {
        let (device, platform) = (self.my.installation, self.my.platform)
        let token = self.pushToken
        system.request(
            .register(installation: device, platform: platform, pushToken: token, appId: self.my.host))
    }

    /// One reading at a time; whoever asks while it is under way gets another one.
    private mutating func read(_ system: inout AppSystem, from cursor: String? = nil) {
        self.isStale = cursor == nil && self.isReading
        guard !self.isStale else { return }
        if cursor == nil { self.found = [:] }
        self.isReading = true
        self.reading = system.request(.fetch(host: self.my.host, cursor: cursor))
    }

    private mutating func take(_ page: AppPage, _ system: inout AppSystem) {
        for change in page.changes {
            self.found[change.id] = change.kind == .new || change.kind == .updated ? change : nil
        }
        guard page.isLast else { return self.read(&system, from: page.cursor) }
        self.isReading = false
        for id in self.listed.keys.sorted() where self.found[id] == nil { system.hide(id) }
        for (id, item) in self.found.sorted(by: { $0.key < $1.key }) where self.listed[id]?.version != item.version {
            system.show(
                id, generation: item.generation, version: item.version, isRead: item.isRead, action: item.action)
        }
        self.listed = self.found.mapValues { Item(generation: $0.generation, version: $0.version) }
        let waiting = self.found.values.count { !$0.isRead && $0.action == .none }
        self.set(badge: self.count == .taps ? self.badge : waiting, &system)
        if self.isStale { return self.read(&system) }
        self.finish(.newData, &system)
    }

    private mutating func set(badge: Int, _ system: inout AppSystem) {
        self.badge = badge
        system.setBadge(badge)
        let items = self.listed.sorted { $0.key < $1.key }.flatMap { id, item in
            [id, String(item.generation), String(item.version)]
        }
        system.store(Array(([String(badge)] + items).joined(separator: "\n").utf8))
    }

    private mutating func finish(_ result: PushResult, _ system: inout AppSystem) {
        while let push = self.owed.popLast() { system.finish(push, result) }
    }
}
