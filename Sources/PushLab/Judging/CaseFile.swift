import Basics

/// The state of a history so far, as judges see it.
struct CaseFile: Sendable {
    private(set) var view: HistoryView
    private(set) var feeds: [FeedRecord]
    var devices: [DeviceRecord]
    /// The request that the service is carrying out.
    private(set) var request: HistoryEvent?
    /// Whether the store has written the changes of that request.
    private var isWritten = false
    /// The requests that arrived and have no answer yet.
    ///
    /// There are several only when the store takes time.
    private var openRequests: [HistoryEvent] = []
    /// The time at which the latest calm began, in microseconds. During a calm, the lab settles without new faults.
    private var calmedAt: UInt64 = 0
    /// The devices that the service can wake.
    private(set) var reachability = Reachability()
    private var routes = TapRoutes()
    private var pages = PageReading()
    /// The page that the current event completes. Nil if the event completes no page.
    private(set) var wholePage: PageReading.Read?
    /// Whether the store of the service takes time. If it does, the service may have received requests that are not
    /// written yet.
    private(set) var isStoreSlow = false
    /// Whether the network has its usual latencies.
    var isNetworkUsual = true

    init(_ view: HistoryView) {
        self.view = view
        self.feeds = []
        self.devices = []
        self.update(view)
    }

    mutating func update(_ view: HistoryView) {
        self.view = view
        self.feeds.grow(to: view.users.count, with: FeedRecord())
        self.reachability.grow(to: view.devices.count)
        while self.devices.count < view.devices.count {
            let device = view.devices[self.devices.count]
            let user = view.users.firstIndex { $0.isExactly(device.user) }
            guard let user else { preconditionFailure("each device belongs to a user") }
            self.devices.append(DeviceRecord(user: user, platform: device.platform))
        }
    }

    /// Whether a device cannot know yet that a notification ended. This is so if the notification ended during the
    /// calm, and since then no page was made for the device and no push came to it.
    func isUntold(_ end: UInt64?, to device: Int) -> Bool {
        end.map { self.calmedAt <= $0 && self.devices[device].isUntold(since: $0) } ?? false
    }

    /// Whether the event at a place of the history was before the moment of another event.
    func isEarlier(_ index: Int, than event: HistoryEvent) -> Bool {
        self.view.events[index].moment < event.moment
    }

    /// Whether, before `event`, the app on a device has applied the changes that it read at the place `index` of the
    /// history.
    ///
    /// If `isReadOn` is true, these changes are not on the first page of their read. An app may keep the earlier pages
    /// until the read is complete, and then show the whole read, in order.
    func isTakenIn(_ index: Int, isReadOn: Bool, by device: Int, before event: HistoryEvent) -> Bool {
        !isReadOn
            || self.isEarlier(index, than: event) && !self.devices[device].takesIn(index, at: event.moment)
    }

    /// The device whose request the service is carrying out.
    var asker: Int? { self.request?.party.device }

    /// The device that sent the request that the service is carrying out. Nil if that request is not signed.
    var signer: Int? { self.request?.standing.isSigned == true ? self.asker : nil }

    /// The feed that a device reads.
    func feed(of device: Int) -> FeedRecord { self.feeds[self.devices[device].user] }

    /// Updates the file for an event that it does not contain yet. Called before the judges look at that event.
    mutating func turn(to event: HistoryEvent, at index: Int) {
        if self.wholePage != nil { self.wholePage = nil }
        switch event.kind {
        case .storeAnswered:
            self.isStoreSlow = true
            self.doubtUnanswered()
            self.request = self.openRequests.first {
                $0.party == event.party && $0.ticket == event.ticket && LabTime.number(of: $0.moment) == event.asked
            }
            self.request?.take(standingOf: event)
            self.isWritten = self.request != nil
        case .answered:
            if self.openRequests.count > 1,
                let other = self.openRequests.first(where: { $0.party == event.party && $0.ticket == event.ticket }),
                self.request.map({ $0.party != event.party || $0.ticket != event.ticket }) ?? true
            {
                self.request = other
            }
        case .pageServed, .answerArrived, .changeArrived:
            self.wholePage = self.pages.see(event, at: index, self.devices, self.feeds)
        default: break
        }
    }

    mutating func take(_ event: HistoryEvent, at index: Int) {
        switch event.kind {
        case .requestArrived:
            (self.request, self.isWritten) = (event, false)
            self.openRequests.append(event)
        case .answered:
            if let request {
                self.reachability.answer(event, to: request)
                self.openRequests.removeAll {
                    $0.party == request.party && $0.ticket == request.ticket && $0.moment == request.moment
                }
            }
            (self.request, self.isWritten) = (nil, false)
        case .serverDied where event.actor == .service:
            self.doubtUnanswered()
            self.request = nil
            self.openRequests = []
        case .committed:
            guard let user = event.party.user else { break }
            let isDeed = event.change != .expired
            self.feeds[user].commit(
                event, at: index, author: isDeed ? self.signer : nil, asker: isDeed ? self.asker : nil)
        case .expires:
            guard let user = event.party.user else { break }
            self.feeds[user].setEnd(of: event.subject, at: event.until)
        case .calmed:
            self.calmedAt = self.now(event)
            for device in self.devices.indices { self.devices[device].isOpened = self.devices[device].mayBeOpened }
        case .settled:
            guard !event.isUnwatched else { break }
            for device in self.devices.indices { self.devices[device].settle() }
        case .tapSent: self.routes.note(event, in: self.view)
        case .tapDropped:
            if let device = self.routes.device(ofDropped: event) { self.devices[device].troubles += 1 }
        case .tapRefused, .alertRefused, .installed: self.reachability.take(event)
        default: break
        }
        guard let device = event.actor.device ?? event.party.device else { return }
        self.devices[device].take(event, at: index)
    }

    /// Notes that the store wrote a request, but that the process died before it answered. The device does not know
    /// that the request was written.
    private mutating func doubtUnanswered() {
        if self.isWritten, let request { self.reachability.doubt(request) }
        self.isWritten = false
    }

    /// Resets the counts of faults and new entries after the world has settled.
    mutating func rested() {
        for device in self.devices.indices { self.devices[device].troubles = 0 }
        for feed in self.feeds.indices { self.feeds[feed].newEntries = 0 }
    }

    /// Returns the device that receives the push of an event.
    func receiver(of event: HistoryEvent) -> Int? {
        event.kind == .tapDropped ? self.routes.device(ofDropped: event) : event.actor.device
    }

    // MARK: Words

    func name(_ device: Int) -> String { self.view.title(device) }

    func name(_ id: HistoryEvent.TextNumber) -> String { self.view.text(id) }

    func moment(_ index: Int) -> String { self.view.time(of: self.view.events[index]).clockText }

    func now(_ event: HistoryEvent) -> UInt64 { LabTime.number(of: event.moment) }
}
