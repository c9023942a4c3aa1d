import Basics
import PushGateway

/// Who is signed in where.
extension World {
    /// The user of a device signs in. Whoever does is looking at the app.
    mutating func signIn(_ device: Int, with account: LabAccount) {
        self.set(device, to: .foreground)
        guard self.people.devices[device].account != account else { return }
        if self.people.devices[device].account != nil { self.signOut(device) }
        self.people.devices[device].account = account
        // The one that the lab has given an app without SDK is somebody else's.
        self.people.devices[device].accessToken = nil
        self.note(.signedIn(account), .device(device))
        self.tell(device, .signedIn(account))
    }

    mutating func signOut(_ device: Int) {
        self.set(device, to: .foreground)
        guard self.people.devices[device].account.take() != nil else { return }
        self.note(.signedOut, .device(device))
        self.tell(device, .signedOut)
    }

    /// An app dies of a mistake of its own, which nobody is to overlook.
    mutating func crash(_ device: Int, because reason: String) {
        self.crash(device, self.record.history.number(of: reason))
        self.violate("the app on \(self.people.title(device)) crashed: \(reason)")
    }
}
