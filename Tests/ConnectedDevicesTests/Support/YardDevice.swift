import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// One device of a yard, with an app that keeps what its reader tells it.
struct YardDevice {
    let name: String
    var machine: DeviceMachine
    /// What was last written to disk.
    var stored: [UInt8] = []
    var alarm: Instant?
    /// Whose token the app gives; nil refuses every token request.
    var user: String?
    var answersTokens = true
    /// Why it cannot connect, if it cannot.
    var fault: ConnectionFault?
    var log: [DeviceAction] = []
    var completions: [(call: CallNumber, outcome: DeviceOutcome)] = []
    var feed: FeedNumber?
    var reader: ReaderNumber?
    /// What the app made of its batches, and how far they went.
    var view: [String: ReadNotification] = [:]
    var place: UInt64?
    private var lastCall: UInt32 = 0

    init(_ name: String, _ machine: DeviceMachine, user: String?) {
        self.name = name
        self.machine = machine
        self.user = user
    }

    mutating func call() -> CallNumber {
        self.lastCall += 1
        return CallNumber(self.lastCall)
    }

    /// The app's answer to dataChanged: all batches of a few.
    mutating func read(_ reader: ReaderNumber, _ names: NameTable) {
        guard reader == self.reader else { return }
        while let batch = self.machine.readBatch(reader, most: 3), !batch.isEmpty {
            for item in batch { self.view[names.text(item.id)] = item.isDeleted ? nil : item }
            self.place = self.machine.place(of: reader)
        }
    }

    func outcome(of call: CallNumber) -> DeviceOutcome? {
        self.completions.first { $0.call == call }?.outcome
    }

    var requestCount: Int {
        self.log.count { if case .request = $0 { true } else { false } }
    }
}

extension Yard {
    static let app = "app.contoso"

    /// A phone that asks for the first of three pages, of which no tap told it.
    static func readingPages() -> Yard {
        var limits = FeedLimits()
        limits.pageSize = 2
        var yard = Yard(limits)
        yard.device("phone")
        for number in 1...5 {
            yard.publish("n\(number)")
            yard.queue.removeAll()
        }
        yard.sync(0)
        return yard
    }

    var account: AccountKey {
        mutating get { AccountKey(self.names.intern("account"), .msa) }
    }

    /// A device that was just installed.
    @discardableResult
    mutating func install(_ name: String, user: String? = "alice") -> Int {
        let machine = DeviceMachine(device: self.names.intern(name))
        self.devices.append(YardDevice(name, machine, user: user))
        self.send(.start, to: self.devices.count - 1)
        return self.devices.count - 1
    }

    /// A device whose app did all that the guide says.
    @discardableResult
    mutating func device(_ name: String, user: String = "alice") -> Int {
        let device = self.install(name, user: user)
        self.setUp(device)
        return device
    }

    mutating func setUp(_ device: Int) {
        self.send(.addAccount(self.devices[device].call(), self.account), to: device)
        self.drain()
        self.register(device)
        self.drain()
        self.open(device)
        self.subscribe(device)
        self.drain()
        self.sync(device)
        self.drain()
    }

    @discardableResult
    mutating func register(_ device: Int, token: String? = nil, by account: AccountKey? = nil) -> CallNumber {
        let call = self.devices[device].call()
        let channel = DeviceChannel(
            .apns, token: self.names.intern(token ?? "t-\(self.devices[device].name)"),
            appId: self.names.intern(Self.app))
        self.send(.register(call, account ?? self.account, channel), to: device)
        return call
    }

    /// Opens feed and reader, as at each start of the app.
    mutating func open(_ device: Int, host: String = Yard.host) {
        let (key, host) = (self.account, self.names.intern(host))
        self.devices[device].feed = self.devices[device].machine.openFeed(key, host: host)
        guard let feed = self.devices[device].feed else { return }
        let place = self.devices[device].place
        self.devices[device].reader = self.devices[device].machine.createReader(feed, at: place)
        if let reader = self.devices[device].reader { self.devices[device].read(reader, self.names) }
    }

    @discardableResult
    mutating func subscribe(_ device: Int, isQuiet: Bool = false) -> CallNumber {
        let call = self.devices[device].call()
        guard let feed = self.devices[device].feed else { return call }
        self.send(.subscribe(call, feed, appId: self.names.intern(Self.app), isQuiet: isQuiet), to: device)
        return call
    }

    mutating func sync(_ device: Int) {
        if let feed = self.devices[device].feed { self.send(.startSync(feed), to: device) }
    }

    @discardableResult
    mutating func save(
        _ id: String, on device: Int, read: ReadState? = nil, action: UserActionState? = nil
    ) -> CallNumber {
        let call = self.devices[device].call()
        guard let feed = self.devices[device].feed else { return call }
        let name = self.names.intern(id)
        let generation = self.devices[device].machine.notification(name, in: feed)?.generation
        self.send(.save(call, feed, id: name, generation: generation, read, action), to: device)
        return call
    }

    @discardableResult
    mutating func delete(_ id: String, on device: Int) -> CallNumber {
        let call = self.devices[device].call()
        guard let feed = self.devices[device].feed else { return call }
        self.send(.delete(call, feed, id: self.names.intern(id), generation: nil), to: device)
        return call
    }

    /// The process dies and comes again with what was stored.
    mutating func crash(_ device: Int) throws(DurableFault) {
        self.queue.removeAll { message in
            switch message {
            case .event(device, _), .request(device, _, _, _): true
            default: false
            }
        }
        self.devices[device].machine = try DeviceMachine(decoding: self.devices[device].stored, &self.names)
        self.devices[device].alarm = nil
        self.devices[device].feed = nil
        self.devices[device].reader = nil
        self.send(.start, to: device)
    }

    /// What a device shows of its feed.
    func shown(_ device: Int) -> [ReadNotification] {
        guard let feed = self.devices[device].feed else { return [] }
        return self.devices[device].machine.everything(in: feed)
    }

    func ids(_ items: [ReadNotification]) -> [String] { items.map { self.names.text($0.id) } }

    /// The requests of one kind that arrived from a device.
    func fetches(of device: Int) -> Int {
        self.requests.count { request in
            if request.device == device, case .fetch = request.1 { true } else { false }
        }
    }
}
