import Basics
package import PushLab

/// A function that creates a factory for the apps of one lab.
///
/// It is called once for each lab.
package typealias AppFactory = () -> (AppLaunch) -> any LabApp

/// One app of a world: a lab in which every device runs the app, with the app's own service.
final class ServedApp {
    let bundle: String
    let lab: Lab
    /// The world's time when the lab was opened.
    let opened: Interval
    /// For each device of the lab, its index in the world.
    var places: [Int] = []
    /// The number of kept events that the world has read.
    private var read = 0
    private var court: Court
    private let silent: SilentDevices

    /// Whether the lab still keeps all events, so that the judges can read them.
    private(set) var isJudged = true

    /// The maximum number of events that are judged.
    static let mostJudged = 250_000

    /// The devices that run no app under test, by user and name.
    private final class SilentDevices {
        var names: Set<[String]> = []
    }

    init(bundle: String, host: String, seed: UInt64, opened: Interval, _ factory: AppFactory?) {
        let silent = SilentDevices()
        let makeApp = factory?()
        let lab = Lab(seed: seed, host: host, bundle: bundle) { launch in
            if silent.names.contains([launch.user, launch.device]) { return RecordingApp() }
            return makeApp?(launch) ?? ReferenceApp(appId: bundle)
        }
        (self.bundle, self.lab, self.opened, self.silent) = (bundle, lab, opened, silent)
        self.court = Court(lab.view)
    }

    /// Makes a device run no app: its pushes are only recorded.
    ///
    /// Call it before the device is created.
    func silence(_ device: String, of user: String) { self.silent.names.insert([user, device]) }

    /// Returns the events since the last call.
    func takeNews() -> ArraySlice<HistoryEvent> {
        guard self.isJudged else { return self.lab.takeHistory()[...] }
        let news = self.lab.events(from: self.read)
        self.read += news.count
        if self.read > Self.mostJudged {
            // The history is judged and dropped, because a longer one would take more and more memory.
            self.court.read(self.lab.view)
            self.isJudged = false
            _ = self.lab.takeHistory()
        }
        return news
    }

    /// Returns the verdict so far.
    func verdict() -> Court { self.isJudged ? self.lab.judgement(by: &self.court) : self.court }
}
