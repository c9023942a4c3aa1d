import Basics
import NotificationFeed
import PushGateway

/// The beginning and the end of an app's process.
extension World {
    /// Starts the app's process.
    mutating func launch(_ device: Int, _ reason: AppLaunch.Reason) {
        guard !self.people.devices[device].isRunning else { return }
        self.people.devices[device].isRunning = true
        self.people.devices[device].incarnation &+= 1
        self.varyClock(device)
        var launch = self.people.launch(device, reason)
        self.startApp(device, &launch)
        self.note(.launched(reason), .device(device))
        self.tell(device, .launched(launch))
        self.clock.plan(.pushToken(self.people.process(device)), in: .milliseconds(20))
    }

    /// Starts the app with its stored bytes; the lab's own app resumes from its state.
    private mutating func startApp(_ device: Int, _ launch: inout AppLaunch) {
        var app = ReferenceApp(appId: self.people.appId)
        switch self.people.devices[device].stored {
        case nil: break
        case .bytes(let bytes): launch.stored = bytes
        case .state(let kept):
            if self.plugs.makeApp == nil, !self.takesRoundTrips {
                app.resume(kept[0])
            } else {
                launch.stored = kept[0].bytes(self.people.system.names)
            }
        }
        if let make = self.plugs.makeApp {
            let app = make(launch)
            self.people.devices[device].isOnSDK = app is any SDKApp
            self.people.apps.start(app, on: device)
        } else {
            self.people.apps.start(reference: app, on: device)
        }
    }

    /// Hands the app its address.
    ///
    /// An expired Windows channel is replaced by a new one.
    mutating func givePushToken(_ device: Int) {
        guard !self.hasOutlivedChannel(device) else { return self.rotatePushToken(device, answerLag: .zero) }
        let token = self.people.devices[device].pushToken
        self.note(.pushTokenGiven, .device(device), self.record.history.number(of: token))
        self.tell(device, .pushToken(token))
    }

    func hasOutlivedChannel(_ device: Int) -> Bool {
        self.people.devices[device].platform == .windows
            && self.post.windows.isClosed(self.people.devices[device].endpoint, at: self.clock.now)
    }

    /// Ends the app's process.
    ///
    /// Everything that it did not store is lost.
    mutating func end(_ device: Int, _ end: HistoryEvent.Fact, _ subject: HistoryEvent.TextNumber = .none) {
        guard self.people.devices[device].isRunning else { return }
        self.note(end, .device(device), subject)
        self.people.devices[device].isRunning = false
        self.people.devices[device].isConnecting = false
        self.disconnect(device)
        self.people.devices[device].outstanding = []
        self.people.devices[device].inbox = []
        self.people.devices[device].owed = []
        for limit in self.people.devices[device].handlingLimits { self.clock.callOff(limit.handle) }
        self.people.devices[device].handlingLimits = []
        if let alarm = self.people.devices[device].alarm.take() { self.clock.callOff(alarm) }
        for timer in self.people.devices[device].timers { self.clock.callOff(timer.handle) }
        self.people.devices[device].timers = []
        self.people.apps.end(device)
        if self.people.devices[device].state != .forceQuit { self.people.devices[device].state = .suspended }
        if end == .killed(bySystem: true) {
            let app = "the app on \(self.people.title(device))"
            self.violate("\(app) did not finish a push within 30 s, so the system ended it")
        }
    }
}
