import Basics
import ConnectedDevices

/// The packed form of the correct app while it has no pending work. It uses as few bytes as possible.
///
/// The getters are `mutating` although they change nothing: a nonmutating getter would copy the app at each call.
extension ReferenceApp {
    var isAtRest: Bool {
        mutating get { self.machine.isAtRest && self.calls.isEmpty && self.tray.isEmpty && self.mistakes.isEmpty }
    }

    mutating func pack(into packer: inout Packer) {
        self.machine.pack(into: &packer)
        self.account.pack(into: &packer)
        packer.write(
            flags: self.isSignedIn, self.leaving != nil, self.feed != nil, self.reader != nil, self.badge != nil)
        if let leaving = self.leaving { packer.write(count: leaving.rawValue) }
        packer.write(self.host.number)
        packer.write(count: self.platform.index)
        if let feed = self.feed { packer.write(feed.number) }
        if let reader = self.reader { packer.write(reader.number) }
        packer.write(self.place)
        packer.write(self.pushToken.number)
        packer.write(self.lastCall)
        packer.write(count: self.idleTimer)
        packer.write(count: self.retryTimer)
        packer.write(count: self.retries)
        if let badge = self.badge { packer.write(UInt32(bitPattern: badge)) }
    }

    /// Whether the current state equals a stored one.
    mutating func keeps(_ kept: Kept) -> Bool { self.place == kept.place && self.machine.isKept(as: kept.machine) }

    /// The push address of the app's device, as a `Name`.
    var lentPushToken: Name { mutating get { self.pushToken } }

    /// The state that the app would store now.
    var whatItKeeps: StoredState {
        mutating get { .state([Kept(machine: self.machine.restarted(), place: self.place)]) }
    }

    /// Restores the packed state in place.
    mutating func unpack(from unpacker: inout Unpacker) {
        self.machine.unpack(from: &unpacker)
        self.account = AccountKey(from: &unpacker)
        let flags = unpacker.flags()
        self.isSignedIn = flags[0]
        if flags[1] { self.leaving = ConnectedDevicesAccountType(rawValue: unpacker.count()) }
        self.host = Name(unpacker.short())
        self.platform = LabPlatform.allCases[unpacker.count()]
        if flags[2] { self.feed = FeedNumber(unpacker.short()) }
        if flags[3] { self.reader = ReaderNumber(unpacker.short()) }
        self.place = unpacker.number()
        self.pushToken = Name(unpacker.short())
        self.lastCall = unpacker.short()
        self.idleTimer = unpacker.count()
        self.retryTimer = unpacker.count()
        self.retries = unpacker.count()
        if flags[4] { self.badge = Int32(bitPattern: unpacker.short()) }
    }
}

extension ReferenceApp.Kept {
    func pack(into packer: inout Packer) {
        self.machine.pack(into: &packer)
        packer.write(self.place)
    }

    init(from unpacker: inout Unpacker) {
        self.init(machine: DeviceMachine(from: &unpacker), place: unpacker.number())
    }
}
