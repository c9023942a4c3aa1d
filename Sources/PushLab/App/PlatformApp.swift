package import ConnectedDevices

/// The code of an app that is written against the SDK: one object for each process.
package protocol PlatformCode: AnyObject {
    /// Takes in what the system tells the app. What the SDK tells it comes through the SDK's own events.
    func handle(_ event: AppEvent)
}

/// An app that is built on ``ConnectedDevicesPlatform``, as its developers write it.
///
///     let lab = Lab(app: { launch in
///         PlatformApp(launch, appId: "com.contoso.app") { phone in MyApp(phone) }
///     })
///
/// The lab is the host of every platform that the code makes. The process ends with this object: then the platforms
/// are abandoned, and what the code holds in circles through its listeners is let go.
package final class PlatformApp: SDKApp {
    private let phone: PlatformPhone
    private let code: any PlatformCode

    /// Starts a process. The code may make its platform at once, and start it when it is told of its launch.
    package init(_ launch: AppLaunch, appId: String, code: (PlatformPhone) -> any PlatformCode) {
        self.phone = PlatformPhone(launch, appId: appId)
        self.code = code(self.phone)
    }

    deinit { self.phone.end() }

    package func handle(_ event: AppEvent, _ system: inout AppSystem) {
        self.phone.work(&system) { if !self.phone.takes(event) { self.code.handle(event) } }
    }

    package func receive(_ event: PlatformEvent, _ system: inout AppSystem) {
        self.phone.work(&system) { self.phone.pass(on: event) }
    }
}

extension LabDevice {
    /// Has code of the app run now, as if something in the app had called it; later, if the app is asleep.
    ///
    /// For apps that are built on the SDK; of any other nothing runs.
    package func run(_ errand: @escaping () -> Void) {
        guard let app = self.lab.world.apps.other(self.number) as? PlatformApp else { return }
        app.add(errand)
        self.lab.journal?.note(gap: "the test ran code of the app by itself")
        self.lab.world.beginStep()
        self.lab.world.tell(self.number, .timer(PlatformPhone.errandTimer))
    }
}

extension PlatformApp {
    fileprivate func add(_ errand: @escaping () -> Void) { self.phone.errands.append(errand) }
}
