import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Changes of accounts, addresses and subscriptions in a storm, and the passing of weeks.
extension DeviceStorm {
    mutating func live(_ device: Int) {
        switch self.dice.below(9) {
        case 0, 1: self.changeAddress(device)
        case 2: self.leave(device)
        case 3, 4: self.enter(device)
        case 5: self.yard.wait(.hours(Int64(self.dice.below(24 * 32))))
        case 6: self.yard.subscribe(device, isQuiet: self.dice.coin())
        case 7:
            let isBusy = self.dice.coin()
            self.yard.busyTime = self.dice.pick([nil, 1, 40])
            self.yard.isTooBusy = { _ in isBusy }
        default:
            self.yard.devices[device].user = self.dice.coin() ? nil : "alice"
            self.yard.send(.tokenUnavailable(self.yard.account), to: device)
        }
    }

    /// Registers another address.
    private mutating func changeAddress(_ device: Int) {
        self.addresses += 1
        self.address[device] = "address-\(self.addresses)"
        self.yard.register(device, token: self.address[device])
    }

    /// Removes the account. The app forgets the notifications that it showed.
    private mutating func leave(_ device: Int) {
        self.yard.send(.removeAccount(self.yard.devices[device].call(), self.yard.account), to: device)
        self.yard.devices[device].feed = nil
        self.yard.devices[device].reader = nil
        self.yard.devices[device].filtered = nil
        self.yard.devices[device].place = nil
        self.yard.devices[device].view = [:]
    }

    /// Adds the account, and does everything that an app does at a sign-in, without waiting for an answer.
    private mutating func enter(_ device: Int) {
        self.yard.send(.addAccount(self.yard.devices[device].call(), self.yard.account), to: device)
        self.yard.register(device, token: self.address[device])
        guard self.yard.devices[device].feed == nil else { return }
        self.yard.open(device)
        self.addReader(device)
        self.yard.subscribe(device)
    }

    /// Lets every app sign in, register and subscribe several times, so that in the end the service knows each app.
    mutating func settleDown() {
        self.yard.isTooBusy = { _ in false }
        for device in self.yard.devices.indices {
            self.yard.devices[device].user = "alice"
            self.yard.devices[device].fault = nil
            for _ in 0..<3 {
                self.enter(device)
                self.yard.drain()
                self.yard.wait(.minutes(2))
            }
            self.yard.subscribe(device)
            self.yard.drain()
            if self.hasTwins { self.yard.enterOther(device, token: self.address[device]) }
        }
    }

    /// Publishes one more notification. Returns a problem if a device gets no tap at its address; nil when there is
    /// none.
    mutating func unreached() -> String? {
        self.yard.publish("last")
        let taps = self.yard.service.lastTaps
        for device in self.yard.devices.indices {
            let name = self.yard.devices[device].name
            guard let tap = taps.last(where: { $0.device == name }) else { return "no tap is sent to \(name)" }
            let address = self.address[device] ?? "t-\(name)"
            guard tap.address == address else { return "a tap to \(name) goes to \(tap.address), not to \(address)" }
        }
        self.yard.drain()
        for device in self.yard.devices.indices
        where !self.yard.ids(self.yard.shown(device)).contains("last") {
            return "\(self.yard.devices[device].name) does not show what a tap announced"
        }
        return nil
    }
}
