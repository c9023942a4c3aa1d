import Basics
import ConnectedDevices
import FeedContract
import PushGateway

/// The packed form of a device that has nothing pending. It uses as few bytes as possible.
///
/// The alarm and timers of the device are in the agenda.
///
/// The getters are `mutating` although they change nothing: a nonmutating getter would copy the device at each call.
extension Device {
    var isAtRest: Bool {
        mutating get {
            !self.isConnecting && self.outstanding.isEmpty && self.owed.isEmpty && self.inbox.isEmpty
                && !self.hasFaults && self.accessToken == nil && self.randoms.isEmpty && self.screen.delivered.isEmpty
                && self.keepsWhatRests
        }
    }

    /// Whether the stored state can be packed.
    ///
    /// It cannot be packed if a closed app keeps a write that the service does not know yet.
    private var keepsWhatRests: Bool {
        mutating get {
            switch self.stored {
            case nil: true
            case .bytes: false
            case .state(let kept): kept[0].machine.isAtRest
            }
        }
    }

    /// - Parameter pushToken: The app's name for the address of its device.
    mutating func pack(into packer: inout Packer, pushToken: Name) {
        packer.write(count: self.user)
        packer.write(self.name)
        packer.write(count: self.platform.index)
        packer.write(noise: self.entity)
        packer.write(self.endpoint)
        var known = LastText(pushToken)
        packer.write(self.pushToken, orAgain: &known)
        packer.write(self.pushTokens)
        packer.write(count: self.installations)
        packer.write(self.state.rawValue)
        packer.write(self.lock.rawValue)
        packer.write(
            flags: self.isOnline, self.isLowPower, self.isRunning, self.isConnected, self.account != nil,
            self.account == .work, self.lacksBackgroundMode, self.isQuiet)
        packer.write(self.incarnation)
        packer.write(self.connection)
        packer.write(count: self.lastNumber)
        self.screen.pack(into: &packer)
    }

    /// Creates a device in its initial state; ``unpack(from:)`` reads the rest.
    init(from unpacker: inout Unpacker, pushToken: Name, stored: StoredState?) {
        var known = LastText(pushToken)
        let user = unpacker.count()
        let name = unpacker.text()
        self.init(
            user: user, name: name, platform: LabPlatform.allCases[unpacker.count()], entity: unpacker.noise(),
            endpoint: unpacker.short(), pushToken: unpacker.text(orAgain: &known), stored: stored)
    }

    /// Restores the packed state in place, because passing the device on would copy it.
    mutating func unpack(from unpacker: inout Unpacker) {
        self.pushTokens = unpacker.number()
        self.installations = unpacker.count()
        self.state = .init(rawValue: unpacker.byte())!
        self.lock = .init(rawValue: unpacker.byte())!
        let flags = unpacker.flags()
        (self.isOnline, self.isLowPower, self.isRunning, self.isConnected) = (flags[0], flags[1], flags[2], flags[3])
        self.account = flags[4] ? (flags[5] ? .work : .personal) : nil
        (self.lacksBackgroundMode, self.isQuiet) = (flags[6], flags[7])
        self.incarnation = unpacker.short()
        self.connection = unpacker.short()
        self.lastNumber = unpacker.count()
        self.screen = Screen(from: &unpacker)
    }
}

extension Screen {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(count: self.items.count)
        for item in self.items {
            packer.write(item.id.number)
            packer.write(item.showing.generation)
            packer.write(item.showing.version)
            packer.write(item.showing.isRead)
            packer.write(UserActionState(item.showing.action).rawValue)
        }
        packer.write(count: self.alerts.count)
        for alert in self.alerts { packer.write(alert.number) }
        packer.write(UInt32(bitPattern: self.alertCount))
        packer.write(UInt32(bitPattern: self.badge))
    }

    fileprivate init(from unpacker: inout Unpacker) {
        for _ in 0..<unpacker.count() {
            let id = HistoryEvent.TextNumber(unpacker.short())
            let showing = Showing(
                unpacker.number(), unpacker.number(), isRead: unpacker.flag(),
                AppChange.Action(UserActionState(rawValue: unpacker.byte())!))
            self.items.append(Item(id: id, showing: showing))
        }
        for _ in 0..<unpacker.count() { self.alerts.append(HistoryEvent.TextNumber(unpacker.short())) }
        self.alertCount = Int32(bitPattern: unpacker.short())
        self.badge = Int32(bitPattern: unpacker.short())
    }
}
