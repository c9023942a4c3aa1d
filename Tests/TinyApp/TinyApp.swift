import PushLab

/// The least app that does its duty: registers, subscribes, fetches when it is tapped, and shows a list. It knows
/// nothing of the SDK.
struct TinyApp: LabApp {
    private let launch: AppLaunch
    private let heedsDismissals: Bool
    private var cursor: String?
    private var known: [String: AppChange] = [:]
    /// Pushes to finish after the next complete read.
    private var pushes: [AppPush] = []

    init(_ launch: AppLaunch, heedsDismissals: Bool = true) {
        self.launch = launch
        self.heedsDismissals = heedsDismissals
    }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch event {
        case .pushToken(let token):
            let (installation, platform) = (self.launch.installation, self.launch.platform)
            system.request(
                .register(installation: installation, platform: platform, pushToken: token, appId: "com.contoso.app"))
        case .answer(_, .registered):
            let (host, installation) = (self.launch.host, self.launch.installation)
            system.request(.subscribe(host: host, installation: installation, appId: "com.contoso.app"))
        case .answer(_, .subscribed), .foreground: self.fetch(&system)
        case .answer(_, .page(let page)): self.take(page, &system)
        case .answer(_, .lost), .answer(_, .refused): self.finish(.failed, &system)
        case .push(let push):
            guard push.tap != nil else { return system.finish(push, .noData) }
            self.pushes.append(push)
            self.fetch(&system)
        case .user(let act, let id): self.act(act, id, &system)
        case .launched, .background, .timer, .accessToken, .answer, .signedIn, .signedOut: break
        }
    }

    private func fetch(_ system: inout AppSystem) {
        system.request(.fetch(host: self.launch.host, cursor: self.cursor))
    }

    private mutating func take(_ page: AppPage, _ system: inout AppSystem) {
        self.cursor = page.cursor
        for change in page.changes { self.take(change, &system) }
        if page.isLast { self.finish(.newData, &system) } else { self.fetch(&system) }
    }

    private mutating func take(_ change: AppChange, _ system: inout AppSystem) {
        guard change.kind == .new || change.kind == .updated else { return system.hide(change.id) }
        if change.action == .dismissed, !self.heedsDismissals { return }
        if self.known[change.id] == nil { system.alert(change.id) }
        self.show(change, &system)
    }

    private mutating func show(_ change: AppChange, _ system: inout AppSystem) {
        self.known[change.id] = change
        system.show(
            change.id, generation: change.generation, version: change.version, isRead: change.isRead,
            action: change.action)
        if change.action != .none { system.withdrawAlert(change.id) }
    }

    private mutating func finish(_ result: PushResult, _ system: inout AppSystem) {
        for push in self.pushes { system.finish(push, result) }
        self.pushes = []
    }

    private mutating func act(_ act: UserAct, _ id: String, _ system: inout AppSystem) {
        guard var change = self.known[id] else { return }
        if act == .delete {
            system.request(.delete(host: self.launch.host, id: id))
            return system.hide(id)
        }
        change.action = .dismissed
        system.request(.save(host: self.launch.host, id: id, action: .dismissed))
        self.show(change, &system)
    }
}

/// An app that never does anything, not even with a push.
struct IdleApp: LabApp {
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {}
}
