import Basics

/// What a history has come to so far, as judges look at it.
struct CaseFile: Sendable {
    private(set) var view: HistoryView
    private(set) var feeds: [FeedRecord]
    var devices: [DeviceRecord]
    /// Whose request the service is carrying out.
    private(set) var asker: Int?
    /// The device whose request that is, if the request says so.
    private(set) var signer: Int?
    /// To which device a push is on its way. Looked up, never walked through.
    private var routes: [UInt64: Int] = [:]

    init(_ view: HistoryView) {
        self.view = view
        self.feeds = []
        self.devices = []
        self.update(view)
    }

    mutating func update(_ view: HistoryView) {
        self.view = view
        while self.feeds.count < view.users.count { self.feeds.append(FeedRecord()) }
        while self.devices.count < view.devices.count {
            let device = view.devices[self.devices.count]
            let user = view.users.firstIndex { $0.isExactly(device.user) }
            guard let user else { preconditionFailure("each device belongs to a user") }
            self.devices.append(DeviceRecord(user: user, platform: device.platform))
        }
    }

    /// Whose feed a device reads.
    func feed(of device: Int) -> FeedRecord { self.feeds[self.devices[device].user] }

    mutating func take(_ event: HistoryEvent, at index: Int) {
        switch event.kind {
        case .requestArrived:
            self.asker = event.party.device
            self.signer = event.isSigned ? self.asker : nil
        case .answered: (self.asker, self.signer) = (nil, nil)
        case .committed:
            guard let user = event.party.user else { break }
            self.feeds[user].commit(event, at: index, author: event.change == .expired ? nil : self.signer)
        case .expires:
            guard let user = event.party.user else { break }
            self.feeds[user].setEnd(of: event.subject, at: event.first)
        case .calmed:
            for device in self.devices.indices { self.devices[device].isOpened = self.devices[device].mayBeOpened }
        case .tapSent:
            guard let device = event.actor.device else { break }
            self.routes[event.first << 2 | UInt64(self.devices[device].platform.index)] = device
        case .tapDropped:
            guard let device = event.actor.device ?? self.route(of: event) else { break }
            self.devices[device].troubles += 1
        default: break
        }
        guard let device = event.actor.device ?? event.party.device else { return }
        self.devices[device].take(event, at: index)
    }

    /// What troubled devices is over: from here on it counts anew.
    mutating func rested() {
        for device in self.devices.indices { self.devices[device].troubles = 0 }
        for feed in self.feeds.indices { self.feeds[feed].newEntries = 0 }
    }

    /// To which device a push was on its way of which a push service tells.
    func route(of event: HistoryEvent) -> Int? {
        event.kind == .tapDropped ? self.routes[event.first << 2 | event.second] : nil
    }

    // MARK: Words

    func name(_ device: Int) -> String {
        let record = self.view.devices[device]
        return self.view.users.count > 1 ? "\(record.user)/\(record.name)" : record.name
    }

    func name(_ id: HistoryEvent.TextNumber) -> String { self.view.text(id) }

    func moment(_ index: Int) -> String { HistoryView.clock(self.view.time(of: self.view.events[index])) }

    func now(_ event: HistoryEvent) -> UInt64 { UInt64(clamping: self.view.time(of: event).microseconds) }
}
