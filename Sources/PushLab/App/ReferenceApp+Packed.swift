import Basics
import ConnectedDevices

/// The correct app while it waits for nothing, in as few bytes as it takes.
extension ReferenceApp {
    var isAtRest: Bool { self.machine.isAtRest && self.calls.isEmpty && self.mistakes.isEmpty }

    func pack(into packer: inout Packer) {
        precondition(self.isAtRest, "an app that waits for something is not packed")
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

    init(from unpacker: inout Unpacker, appId: String) {
        self.init(appId: appId)
        self.machine = DeviceMachine(from: &unpacker)
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
    /// Mostly it is what the app would keep now.
    func pack(into packer: inout Packer, beside app: ReferenceApp?) {
        let isCurrent = app.map { $0.place == self.place && $0.machine.isKept(as: self.machine) } ?? false
        packer.write(isCurrent)
        guard !isCurrent else { return }
        self.machine.pack(into: &packer)
        packer.write(self.place)
    }

    init(from unpacker: inout Unpacker, beside app: ReferenceApp?) {
        if unpacker.flag(), let app {
            self.init(machine: app.machine.restarted(), place: app.place)
        } else {
            self.init(machine: DeviceMachine(from: &unpacker), place: unpacker.number())
        }
    }
}
