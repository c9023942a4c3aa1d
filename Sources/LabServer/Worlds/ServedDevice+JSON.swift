import PushGateway
import PushLab
import ShoulderTap

extension ServedDevice {
    func write(into writer: inout JSONWriter, world: String) {
        let (device, tray) = (self.device, self.device.tray)
        writer.member("id", self.id)
        writer.member("world", world)
        writer.member("user", device.userName)
        writer.member("name", device.name)
        writer.member("platform", device.platform.spelling)
        writer.member("bundle", self.app.bundle)
        writer.member("token", device.pushToken)
        writer.member("subscription", orNull: device.subscription)
        writer.member("app", self.isSilent ? "none" : "installed")
        writer.member("ready", flag: self.isReady)
        writer.member("state", device.appState.word)
        writer.member("running", flag: device.isRunning)
        writer.member("online", flag: device.isOnline)
        writer.member("lowPower", flag: device.isLowPower)
        writer.member("locked", flag: device.isLocked)
        writer.member("signedIn", flag: device.hasAccount)
        writer.member("tray", texts: tray)
        writer.member("notifications", objects: device.list) { id, writer in
            writer.member("id", id)
            writer.member("state", device.state(of: id)?.rawValue ?? "none")
            writer.member("read", flag: device.isRead(id))
            writer.member("inTray", flag: tray.contains { $0.utf8.elementsEqual(id.utf8) })
        }
        writer.member("taps", number: self.counters.taps)
        writer.member("fetches", number: self.counters.fetches)
        writer.member("callbacks", number: self.counters.callbacks)
        writer.object("counters") { writer in
            writer.member("pushes", number: self.counters.pushes)
            writer.member("taps", number: self.counters.taps)
            writer.member("fetches", number: self.counters.fetches)
            writer.member("callbacks", number: self.counters.callbacks)
            writer.member("alerts", number: self.counters.alerts)
        }
    }
}

extension LabPlatform {
    /// The platform in the spelling of the control API.
    var spelling: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        case .windows: "Windows"
        }
    }
}

extension AppState {
    /// The state in the spelling of the control API.
    var word: String {
        switch self {
        case .foreground: "foreground"
        case .background: "background"
        case .suspended: "suspended"
        case .forceQuit: "force-quit"
        }
    }
}
