import ConnectedDevices
import PushLab

/// A lab in which the device called phone runs the app under test, and every other one does what the guides mean.
final class GuideStage<App: GuideApp> {
    let lab: Lab
    let alice: LabUser
    let phone: LabDevice
    private let apps: Apps

    /// The code of the processes that run now, by the names of their devices.
    private final class Apps {
        weak var phone: App?
    }

    init(seed: UInt64 = 1, _ make: @escaping (PlatformPhone) -> App) {
        let apps = Apps()
        self.apps = apps
        self.lab = Lab(
            seed: seed, host: GuideApp.host,
            app: { launch in
                PlatformApp(launch, appId: GuideApp.appId) { phone in
                    guard launch.device == "phone" else { return GuideApp(phone) }
                    let app = make(phone)
                    apps.phone = app
                    return app
                }
            })
        self.alice = self.lab.user("alice")
        self.phone = self.alice.device("phone")
    }

    /// The app on the phone; nil while it does not run.
    var app: App? { self.apps.phone }

    func publish(_ id: String) throws { try self.lab.publish(.raw("content of \(id)", id: id), to: self.alice) }

    /// Lets time pass in which nobody looks at any device anew.
    func wait(_ time: Duration = .seconds(3)) throws { try self.lab.advance(by: time) }

    /// Has a step of the app run on the phone.
    func run(_ step: @escaping (App) -> Void) {
        self.phone.run { [apps] in if let app = apps.phone { step(app) } }
    }

    /// How often something stands in the history of the phone.
    func count(_ words: String) -> Int {
        self.lab.trace.count { $0.contains("alice.phone ") && $0.contains(words) }
    }
}

/// Whose names a sample is written in.
enum Age: CaseIterable, Sendable {
    /// Those of the how-to guide, before 1.0.
    case former
    /// Those of the guide for 1.x.
    case current
}
