import Basics
import ConnectedDevices

/// The apps of all devices, while their processes run.
///
/// Most devices run the reference app. These apps are values in an array, and each changes in place.
struct RunningApps {
    private var references: [ReferenceApp?] = []
    // Used for lookup only: iteration order is not deterministic.
    private var others: [Int: any LabApp] = [:]

    /// Makes room for one more device, on which nothing runs yet.
    mutating func addDevice() { self.references.append(nil) }

    mutating func reserve(devices: Int) { self.references.reserveCapacity(devices) }

    /// The app of a device, if it is not the lab's own.
    func other(_ device: Int) -> (any LabApp)? { self.others.isEmpty ? nil : self.others[device] }

    /// Whether all apps are the lab's own and none waits for anything.
    var areAtRest: Bool {
        mutating get {
            for device in self.references.indices {
                guard self.references[device]?.isAtRest ?? true else { return false }
            }
            return self.others.isEmpty
        }
    }

    /// Whether the lab's own app runs on a device and waits for nothing.
    mutating func isAtRest(_ device: Int) -> Bool { self.references[device]?.isAtRest ?? false }

    /// Packs the lab's own app on a device, with its stored state.
    mutating func pack(_ device: Int, into packer: inout Packer, stored: StoredState?) {
        packer.write(self.references[device] != nil)
        self.references[device]?.pack(into: &packer)
        packer.write(stored != nil)
        switch stored {
        case nil: break
        case .state(let kept):
            // The stored state is usually the state that the app would store now.
            let isCurrent = self.references[device]?.keeps(kept[0]) ?? false
            packer.write(isCurrent)
            if !isCurrent { kept[0].pack(into: &packer) }
        case .bytes: preconditionFailure("the lab's own app keeps no bytes")
        }
    }

    /// Restores the lab's own app on a device, without its stored state.
    mutating func replace(_ device: Int, from unpacker: inout Unpacker) {
        guard unpacker.flag(), let appId = self.references[device]?.appId else { return }
        self.references[device] = ReferenceApp(appId: appId)
        self.references[device]!.unpack(from: &unpacker)
    }

    /// Restores an app, and returns its stored state.
    mutating func unpack(_ device: Int, from unpacker: inout Unpacker, appId: String) -> StoredState? {
        self.references.append(nil)
        if unpacker.flag() {
            self.references[device] = ReferenceApp(appId: appId)
            self.references[device]!.unpack(from: &unpacker)
        }
        guard unpacker.flag() else { return nil }
        guard unpacker.flag() else { return .state([ReferenceApp.Kept(from: &unpacker)]) }
        return self.references[device]!.whatItKeeps
    }

    /// The app's name for the last address that it received on a device.
    mutating func pushToken(_ device: Int) -> Name { self.references[device]?.lentPushToken ?? .none }

    mutating func start(_ app: any LabApp, on device: Int) {
        precondition(self.others[device] == nil, "another app runs on the device")
        if let app = app as? ReferenceApp { self.references[device] = app } else { self.others[device] = app }
    }

    mutating func start(reference app: ReferenceApp, on device: Int) { self.references[device] = app }

    mutating func end(_ device: Int) {
        self.references[device] = nil
        if !self.others.isEmpty { self.others[device] = nil }
    }

    mutating func handle(_ event: AppEvent, _ device: Int, _ system: inout AppSystem) {
        guard self.references[device] == nil else { return self.references[device]!.handle(event, &system) }
        self.others[device]?.handle(event, &system)
    }

    /// Informs the lab's own app of an alert that arrived while the app is in the foreground.
    mutating func alertCame(_ device: Int, _ system: inout AppSystem) {
        guard self.references[device] == nil else { return self.references[device]!.alertCame(&system) }
        (self.others[device] as? PlatformApp)?.alertCame(&system)
    }

    mutating func receive(_ event: PlatformEvent, _ device: Int, _ system: inout AppSystem) {
        guard self.references[device] == nil else { return self.references[device]!.receive(event, &system) }
        guard var app = self.others[device] as? any SDKApp else { return }
        self.others[device] = nil
        app.receive(event, &system)
        self.others[device] = app
    }
}
