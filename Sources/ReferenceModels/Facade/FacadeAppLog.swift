import ConnectedDevices

extension FacadePhone {
    static var account: ConnectedDevicesAccount { ConnectedDevicesAccount(accountId: user, type: .msa) }
}

/// An app on a phone, with what its callbacks reported.
final class FacadeAppLog {
    let phone: FacadePhone
    let platform: ConnectedDevicesPlatform
    /// The tokens that the app provides, one for each request. After the last one, it provides the right token.
    var tokens: [String?] = []
    /// The names of the callbacks in the order in which they came.
    private(set) var calls: [String] = []
    /// The first mistake of the SDK in a callback; nil if there was none.
    private(set) var problem: String?
    private var expected: [String: Int] = [:]

    /// Starts a process of the app. With `listens`, it listens to requests for tokens.
    init(_ phone: FacadePhone, listens: Bool = true) {
        self.phone = phone
        self.platform = ConnectedDevicesPlatform(host: phone as any ConnectedDevicesHost)
        guard listens else { return }
        self.platform.accountManager.accessTokenRequested.subscribe { [weak self] _, args in
            guard let self else { return }
            self.note("token \(args.request.account.accountId) \(args.request.scopes.count)")
            let token = self.tokens.isEmpty ? phone.token : self.tokens.removeFirst()
            if let token {
                args.request.complete(withAccessToken: token)
            } else {
                args.request.complete(withErrorMessage: "The user is signed out.")
            }
            // Only the first completion counts.
            args.request.complete(withAccessToken: "late")
        }
    }

    /// Records a callback. It must come while the host makes callbacks.
    func note(_ name: String) {
        self.calls.append(name)
        if !self.phone.isCallingBack { self.blame("'\(name)' is called back during a call of the app") }
    }

    /// Records a problem, if it is the first one.
    func blame(_ text: @autoclosure () -> String, unless isRight: Bool = false) {
        if !isRight, self.problem == nil { self.problem = text() }
    }

    /// Records a problem unless both values are equal.
    func compare<Value: Equatable>(_ subject: String, _ value: Value, _ correct: Value) {
        self.blame("\(subject) is \(value), not \(correct)", unless: value == correct)
    }

    /// Returns a completion that must come exactly once.
    func once<First, Second>(
        _ name: String, _ then: @escaping (First, Second) -> Void = { _, _ in }
    ) -> (First, Second) -> Void {
        self.expected[name, default: 0] += 1
        return { [weak self] first, second in
            self?.expected[name, default: 0] -= 1
            self?.note(name)
            then(first, second)
        }
    }

    /// Carries out everything that waits. Then every completion must have come once.
    func settle() {
        self.blame("the platform never comes to an end", unless: self.phone.drain())
        let open = self.expected.filter { $0.value != 0 }.keys.min()
        self.blame("'\(open ?? "")' comes \(open.map { 1 - (self.expected[$0] ?? 0) } ?? 0) times", unless: open == nil)
    }

    /// Forgets the callbacks so far.
    func forget() { self.calls = [] }
}

extension FacadeAppLog {
    /// Returns the feed of an account. If there is none, this is a problem.
    func feed(of account: ConnectedDevicesAccount = FacadePhone.account) -> UserDataFeed? {
        do throws(ConnectedDevicesError) {
            let host = FacadePhone.feedHost
            return try UserDataFeed.getForAccount(account, platform: self.platform, activitySourceHost: host)
        } catch {
            self.blame("a feed cannot be opened: \(error.code)")
            return nil
        }
    }

    /// Returns the code of the error with which the feed of the user cannot be opened; nil if it can.
    func codeOfFeed() -> ConnectedDevicesError.Code? {
        do throws(ConnectedDevicesError) {
            let host = FacadePhone.feedHost
            _ = try UserDataFeed.getForAccount(FacadePhone.account, platform: self.platform, activitySourceHost: host)
            return nil
        } catch { return error.code }
    }

    /// Starts the platform, adds the account of the user and opens its feed.
    func open() -> UserDataFeed? {
        self.platform.start()
        return self.enter(FacadePhone.account)
    }

    /// Adds an account and opens its feed.
    func enter(_ account: ConnectedDevicesAccount) -> UserDataFeed? {
        self.platform.accountManager.addAccount(
            account,
            callback: self.once("added") { result, error in
                self.compare("the result of adding an account", result.status, .success)
                self.compare("the error of adding an account", error, nil)
            })
        self.settle()
        return self.feed(of: account)
    }

    /// Subscribes to notifications and fetches them.
    func follow(_ feed: UserDataFeed) {
        feed.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope], callback: self.once("subscribed"))
        self.settle()
        do { try feed.startSync() } catch { self.blame("a sync cannot be started: \(error)") }
        self.settle()
    }

    /// Returns the next batch of a reader.
    func batch(_ reader: UserNotificationReader, most: Int = 0) -> [UserNotification] {
        var batch: [UserNotification] = []
        reader.readBatch(maxSize: most, completion: self.once("batch") { read, _ in batch = read ?? [] })
        self.settle()
        return batch
    }
}
