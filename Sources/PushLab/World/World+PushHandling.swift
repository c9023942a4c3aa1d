import Basics
import NotificationFeed
import PushGateway

/// The arrival of a push at a device, and the time limit for the app to finish it.
extension World {
    mutating func pushArrives(
        _ device: Int, _ push: UInt64, _ payload: [UInt8], isStrange: Bool = false, isCarried: Bool = true
    ) {
        let platform = self.people.devices[device].platform
        // Apple's service knows the device's state. A device may still refuse pushes of the other services.
        guard self.people.devices[device].state != .forceQuit else {
            return self.note(.tapDroppedByDevice(push), .device(device))
        }
        let number = Int(truncatingIfNeeded: push)
        self.note(.pushArrived(push, isStrange: isStrange), .device(device))
        self.people.devices[device].owed.append(number)
        if self.people.devices[device].isRunning { self.emptyInbox(device) } else { self.launch(device, .push) }
        // An app that crashed at launch has nothing to finish.
        if platform != .ios || !isCarried, self.people.devices[device].owed.contains(number) {
            let limit = Occurrence.handlingLimit(device: UInt32(device), push: UInt32(number))
            self.people.devices[device].handlingLimits.append((number, self.clock.plan(limit, in: .seconds(30))))
        }
        self.tell(device, .push(AppPush(number: number, AppPush.Content(payload, on: platform))))
    }

    /// Notes that the app has handled a push.
    ///
    /// Only the first completion of each push counts.
    mutating func finish(_ push: Int, _ result: PushResult, of device: Int) {
        guard let index = self.people.devices[device].owed.firstIndex(of: push) else {
            let title = self.people.title(device)
            return self.violate("the app on \(title) finished push \(push), which it did not have to finish")
        }
        self.people.devices[device].owed.remove(at: index)
        self.people.devices[device].owed.letGoWhenEmpty()
        if let limit = self.people.devices[device].handlingLimits.firstIndex(where: { $0.push == push }) {
            self.clock.callOff(self.people.devices[device].handlingLimits.remove(at: limit).handle)
        }
        self.note(.finished(UInt64(push), result), .device(device))
        guard self.people.devices[device].platform == .ios, push < Post.firstStrangePush else { return }
        let app = self.people.appleApp(on: device)
        self.atApple { $0.appFinished(app, PushNumber(UInt64(push)), HandlingResult(result), at: $1, into: &$2) }
    }

    mutating func handlingLimitPasses(_ device: Int, _ push: Int) {
        self.people.devices[device].handlingLimits.removeAll { $0.push == push }
        guard self.people.devices[device].owed.contains(push) else { return }
        self.overdue(device, UInt64(push))
        guard self.people.devices[device].state != .foreground else { return }
        self.end(device, .killed(bySystem: true))
        self.appleHearsOfEnd(device)
    }

    /// Tells Apple's system that a process has ended, so that it no longer tracks the deadlines of that process.
    mutating func appleHearsOfEnd(_ device: Int) {
        guard self.people.devices[device].platform == .ios else { return }
        let app = self.people.appleApp(on: device)
        self.atApple { delivery, _, actions in delivery.appEnded(app, into: &actions) }
    }

    /// Notes that a push was not finished in time.
    ///
    /// An app on the screen keeps running, but the delay is a violation.
    mutating func overdue(_ device: Int, _ push: UInt64) {
        self.people.devices[device].owed.removeAll { $0 == Int(truncatingIfNeeded: push) }
        guard self.people.devices[device].state == .foreground else { return }
        self.violate("the app on \(self.people.title(device)) did not finish a push within 30 s")
    }
}

extension HandlingResult {
    init(_ result: PushResult) {
        switch result {
        case .newData: self = .newData
        case .noData: self = .noData
        case .failed: self = .failed
        }
    }
}
