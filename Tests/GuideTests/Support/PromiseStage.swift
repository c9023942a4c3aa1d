import ConnectedDevices
import PushLab
import Testing

/// A user with a phone, a tablet and a laptop whose apps do what the guides mean, and what of the history came behind
/// a mark.
final class PromiseStage {
    typealias Kind = HistoryEvent.Kind

    /// What reached the apps, and the processes that run now, by device.
    final class Notes {
        var pushes: [String: [AppPush]] = [:]
        var apps: [String: GuideApp] = [:]
        /// For apps that are set up from now on.
        var daysToSync: Int?
    }

    /// Notes each push before it does what the guide says.
    final class NotingApp: GuideApp {
        var notes: Notes?

        override func received(_ push: AppPush) {
            self.notes?.pushes[self.phone.launch.device, default: []].append(push)
            super.received(push)
        }

        override func setUp() {
            super.setUp()
            if let days = self.notes?.daysToSync { self.feed?.daysToSync = days }
        }

        override func subscribe() {
            self.feed?.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { [weak self] result, _ in
                guard let subscription = result?.subscription else { return self?.later { $0.subscribe() } ?? () }
                self?.phone.tellServer(subscription.userNotificationSubscriptionId)
                self?.sync()
            }
        }
    }

    let lab: Lab
    let alice: LabUser
    let devices: [LabDevice]
    let notes = Notes()
    let bodies = PostingBackend.Bodies()
    private var begin = 0

    var phone: LabDevice { self.devices[0] }
    var tablet: LabDevice { self.devices[1] }
    var laptop: LabDevice { self.devices[2] }

    init(seed: UInt64 = 1, ownServer: Bool = false) throws {
        let (notes, bodies) = (self.notes, self.bodies)
        self.lab = Lab(
            seed: seed, host: GuideApp.host,
            app: { launch in
                PlatformApp(launch, appId: GuideApp.appId) { phone in
                    let app = NotingApp(phone)
                    app.notes = notes
                    notes.apps[launch.device] = app
                    return app
                }
            },
            backend: ownServer ? { _ in PostingBackend(bodies) } : nil)
        let alice = self.lab.user("alice")
        self.alice = alice
        self.devices = zip(["phone", "tablet", "laptop"], LabPlatform.allCases).map { alice.device($0, on: $1) }
        try self.wait(.seconds(10))
        for device in self.devices { device.suspend() }
        self.mark()
    }

    /// From here on events count.
    func mark() { self.begin = self.lab.view.events.count }

    func wait(_ time: Duration = .seconds(5)) throws { try self.lab.advance(by: time) }

    /// Publishes, and waits until whoever is woken is done.
    func publish(_ id: String, lifetime: Duration? = nil, isVisual: Bool = false) throws {
        self.mark()
        let content = "content of \(id)"
        try self.lab.publish(
            isVisual ? .visual(content, id: id, lifetime: lifetime) : .raw(content, id: id, lifetime: lifetime),
            to: self.alice)
        try self.wait()
    }

    /// Has a step of the app run on a device.
    func run(_ device: LabDevice, _ step: @escaping (GuideApp) -> Void) {
        let name = device.name
        device.run { [notes] in if let app = notes.apps[name] { step(app) } }
    }

    /// What happened since the mark, in order.
    var events: ArraySlice<HistoryEvent> { self.lab.view.events[self.begin...] }

    func events(_ device: LabDevice) -> [HistoryEvent] {
        let names = self.lab.view.devices.map(\.name)
        return self.events.filter { $0.actor.device.map { names[$0] == device.name } ?? false }
    }

    func count(_ kind: Kind, _ device: LabDevice) -> Int { self.events(device).count { $0.kind == kind } }

    /// The kinds of events of a device since the mark, those alone that are asked for.
    func kinds(_ device: LabDevice, among kinds: Set<Kind>) -> [Kind] {
        self.events(device).map(\.kind).filter(kinds.contains)
    }

    /// The taps sent since the mark, by device.
    var taps: [Int] { self.devices.map { self.count(.tapSent, $0) } }
}
