public import ConnectedDevices

/// The code of an app that is written against the SDK `ConnectedDevices`: one object for each process.
public protocol PlatformCode: AnyObject {
    /// Handles an event of the system. The SDK reports through its own events and completions.
    func handle(_ event: AppEvent)
}

/// An app that is built on `ConnectedDevicesPlatform`, as its developers write it.
///
///     let lab = Lab(app: { launch in
///         PlatformApp(launch, appId: "com.contoso.app") { phone in MyApp(phone) }
///     })
///
/// The lab is the host of every platform that the code creates. The process ends with this object: then the platforms
/// are abandoned, and retain cycles through the code's listeners are broken.
///
/// Neither this object nor the SDK is `Sendable`: all of their code runs where the lab runs.
public final class PlatformApp: LabApp, SDKApp {
    private let phone: PlatformPhone
    private let code: any PlatformCode

    /// Starts a process.
    ///
    /// The code may create its platform at once, and start the platform at the launch event.
    public init(_ launch: AppLaunch, appId: String, code: (PlatformPhone) -> any PlatformCode) {
        self.phone = PlatformPhone(launch, appId: appId)
        self.code = code(self.phone)
    }

    deinit { self.phone.end() }

    /// Passes an event to the code, unless it is for the SDK only.
    public func handle(_ event: AppEvent, _ system: inout AppSystem) {
        self.phone.work(&system) { if !self.phone.takes(event) { self.code.handle(event) } }
    }

    package func receive(_ event: PlatformEvent, _ system: inout AppSystem) {
        self.phone.work(&system) { self.phone.pass(on: event) }
    }
}

extension PlatformApp {
    /// Handles an alert that comes while the lab's own app is in the foreground.
    func alertCame(_ system: inout AppSystem) {
        guard let code = self.code as? FacadeApp else { return }
        self.phone.work(&system) { code.alertCame() }
    }

    func add(_ errand: @escaping () -> Void) { self.phone.errands.append(errand) }
}

extension ConnectedDevicesPlatform {
    /// Creates a platform of an app in the lab, with the device as its host.
    public convenience init(
        host: PlatformPhone, settings: ConnectedDevicesPlatformSettings = ConnectedDevicesPlatformSettings()
    ) {
        let host: any ConnectedDevicesHost = host
        self.init(host: host, settings: settings)
    }
}
