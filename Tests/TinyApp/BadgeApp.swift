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
    /// A push is finished in time, also where a reading takes longer.
    private static let limit = Duration.seconds(25)

    private var account: LabAccount?
    /// The latest request that an account before made.
    private var (lastForeign, last) = (0, 0)
    private var (badge, reading, pushToken) = (0, 0, "")
    private var renewal: Int?
    private var limits: [Int: AppPush] = [:]
    /// Who it is to the service, which wakes the others when it changes something.
    private var name: String?
    private struct Item: Equatable {
        var (generation, version) = (0, 0)
    }
    /// What is in the list; what this process has drawn of it; what the pages so far had of it.
    private var (listed, drawn, found) = ([String: Item](), [String: Item](), [String: AppChange]())
    /// Alerts of the system when the reading began.
    private var delivered: Set<String> = []
    /// Pushes to finish when it has been read what they are about.
    private var (owed, isReading, isStale) = ([AppPush](), false, false)

    init(_ launch: AppLaunch, counting count: Count) {
        (self.my, self.count) = (launch, count)
        self.account = launch.account
        let words = String(decoding: launch.stored ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        guard let account = self.account, words.first == account.rawValue else { return }
        self.badge = words.dropFirst().first.flatMap { Int($0) } ?? 0
        for place in stride(from: 2, to: words.count - 2, by: 3) {
            let (generation, version) = (Int(words[place + 1]) ?? 0, Int(words[place + 2]) ?? 0)
            self.listed[words[place]] = Item(generation: generation, version: version)
        }
    }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch event {
        case .signedIn(let account):
            self.account = account
            self.lastForeign = self.last
            self.register(&system)
            self.read(&system)
        case .signedOut: self.signOut(&system)
        case .pushToken(let token):
            self.pushToken = token
            self.register(&system)
        case .push(let push):
            guard push.tap != nil, self.account != nil else { return system.finish(push, .noData) }
            self.owed.append(push)
            self.limits[system.startTimer(after: Self.limit, isIdle: true)] = push
            if self.count == .taps { self.set(badge: self.badge + 1, &system) }
            self.read(&system)
        case .timer(let number):
            if let push = self.limits.removeValue(forKey: number) { return self.finish(push, &system) }
            self.register(&system)
            self.read(&system)
        case .launched: self.read(&system)
        case .foreground:
            // Whatever kept it from being registered may be over.
            self.register(&system)
            self.read(&system)
        case .answer(let number, let answer):
            if number > self.lastForeign, self.account != nil { self.take(answer, to: number, &system) }
        case .user(let act, let id): self.act(act, id, &system)
        case .background, .accessToken: break
        }
    }

    private mutating func take(_ answer: AppAnswer, to number: Int, _ system: inout AppSystem) {
        switch answer {
        case .registered:
            self.ask(.subscribe(host: self.my.host, installation: self.my.installation, appId: self.my.host), &system)
            if let renewal { system.cancelTimer(renewal) }
            self.renewal = system.startTimer(after: Self.renewal, isIdle: true)
        case .subscribed(let id):
            self.name = id
            system.tellServer(subscription: id)
            self.read(&system)
        case .saved:
            // What is being read is older than the user's own word.
            self.isReading = false
            self.read(&system)
        case .page(let page) where number == self.reading: self.take(page, &system)
        case .lost, .refused:
            system.startTimer(after: .seconds(5))
            guard number == self.reading else { return }
            self.isReading = false
            self.finish(.failed, &system)
        default: break
        }
    }

    private mutating func act(_ act: UserAct, _ id: String, _ system: inout AppSystem) {
        // What has left the list meanwhile is none of its user's business any more.
        guard let generation = self.listed[id]?.generation else { return }
        let host = self.my.host
        guard act != .delete else {
            return self.ask(.delete(host: host, subscription: self.name, id: id, generation: generation), &system)
        }
        let action: AppChange.Action? = [.open: .activated, .dismiss: .dismissed, .snooze: .snoozed][act]
        let isRead = act == .open || act == .read ? true : nil
        self.ask(
            .save(host: host, subscription: self.name, id: id, generation: generation, isRead: isRead, action: action),
            &system)
    }

    private mutating func signOut(_ system: inout AppSystem) {
        for id in Set(self.listed.keys).union(system.delivered).sorted() { system.hide(id) }
        self.finish(.noData, &system)
        (self.account, self.isReading, self.isStale) = (nil, false, false)
        (self.listed, self.drawn) = ([:], [:])
        self.badge = 0
        system.setBadge(0)
        system.store([])
    }

    private mutating func ask(_ request: AppRequest, _ system: inout AppSystem) { self.last = system.request(request) }

    private mutating func register(_ system: inout AppSystem) {
        guard self.account != nil, !self.pushToken.isEmpty else { return }
        let (device, platform) = (self.my.installation, self.my.platform)
        self.ask(
            .register(installation: device, platform: platform, pushToken: self.pushToken, appId: self.my.host),
            &system)
    }

    /// One reading at a time; whoever asks while it is under way gets another one.
    private mutating func read(_ system: inout AppSystem, from cursor: String? = nil) {
        guard self.account != nil else { return }
        self.isStale = cursor == nil && self.isReading
        guard !self.isStale else { return }
        if cursor == nil { (self.found, self.delivered) = ([:], Set(system.delivered)) }
        self.isReading = true
        self.ask(.fetch(host: self.my.host, cursor: cursor), &system)
        self.reading = self.last
    }

    private mutating func take(_ page: AppPage, _ system: inout AppSystem) {
        for change in page.changes {
            self.found[change.id] = change.kind == .new || change.kind == .updated ? change : nil
        }
        guard page.isLast else { return self.read(&system, from: page.cursor) }
        self.isReading = false
        for id in self.listed.keys.sorted() where self.found[id] == nil { system.hide(id) }
        let items = self.found.mapValues { Item(generation: $0.generation, version: $0.version) }
        // A process draws everything once: after a reinstallation nothing is on the screen.
        for (id, item) in self.found.sorted(by: { $0.key < $1.key }) where self.drawn[id] != items[id] {
            system.show(
                id, generation: item.generation, version: item.version, isRead: item.isRead, action: item.action)
        }
        for id in self.delivered.sorted() where self.found[id].map({ $0.isRead || $0.action != .none }) ?? true {
            system.withdrawAlert(id)
        }
        (self.listed, self.drawn) = (items, items)
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
        system.store(Array(([self.account?.rawValue ?? "", String(badge)] + items).joined(separator: "\n").utf8))
    }

    /// Finishes a push whose reading takes too long.
    private mutating func finish(_ push: AppPush, _ system: inout AppSystem) {
        guard let place = self.owed.firstIndex(where: { $0.number == push.number }) else { return }
        system.finish(self.owed.remove(at: place), .failed)
    }

    private mutating func finish(_ result: PushResult, _ system: inout AppSystem) {
        while let push = self.owed.popLast() { system.finish(push, result) }
    }
}
