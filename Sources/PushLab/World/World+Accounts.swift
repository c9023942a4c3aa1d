import Basics
import PushGateway

/// Signing in and out.
extension World {
    /// The user of a device signs in, which brings the app to the front.
    mutating func signIn(_ device: Int, with account: LabAccount) {
        self.set(device, to: .foreground)
        guard self.people.devices[device].account != account else { return }
        if self.people.devices[device].account != nil { self.signOut(device) }
        self.people.devices[device].account = account
        // The lab gave this token to an app without SDK. The token belongs to the previous account.
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

    /// Records a crash that the app caused, which is a violation.
    mutating func crash(_ device: Int, because reason: String) {
        self.crash(device, self.record.history.number(of: reason))
        self.violate("the app on \(self.people.title(device)) crashed: \(reason)")
    }
}
