import Basics
public import PushLab

/// The lab in the hands of a test, with a storm around it.
public enum PushLab {
    /// Runs a test's own operations in the storms of many seeds, and throws when one of them shows a mistake.
    ///
    ///     @Test func myAppSurvivesAnyPushSchedule() throws {
    ///         try PushLab.explore(seeds: 200, app: MyApp.init) { lab in
    ///             let alice = lab.user("alice")
    ///             let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
    ///             try lab.publish(.raw("lunch?", id: "n1"), to: alice)
    ///             try lab.settle()
    ///             try phone.dismiss("n1")
    ///             try lab.settle()
    ///             try lab.expect(!tablet.shows("n1"))
    ///         }
    ///     }
    ///
    /// While time passes in the lab, taps are lost, doubled and late, answers are lost, connections fail, and devices
    /// sleep, crash and lose their network; `Lab.settle()` pauses all that. After each seed the judges look
    /// at what happened, whatever the test expects.
    ///
    /// With `SHOULDERTAP_SEED` in the environment that seed alone is run.
    ///
    /// - Parameters:
    ///   - seeds: How many seeds, counted from one.
    ///   - app: Makes the app under test, once for each process that starts; nil runs the reference app.
    ///   - backend: Makes the server under test; nil has the lab publish by itself.
    ///   - bugs: The folder in which the plan of a failure is kept; nil keeps none.
    ///   - function: The name of the test, for the line that repeats it.
    ///   - test: What is done, with the same operations for each seed. What it throws fails the seed.
    /// - Throws: ``ExplorationFailed`` with what was found first, made small; another error that says why nothing can
    ///   be concluded, where a seed gave two histories or `SHOULDERTAP_SEED` is no seed.
    public static func explore(
        seeds: Int = 100, app: ((AppLaunch) -> any LabApp)? = nil,
        backend: ((BackendStart) -> any LabBackend)? = nil, keepingIn bugs: String? = ".shouldertap/bugs",
        function: String = #function, _ test: @escaping (Lab) throws -> Void
    ) throws {
        let exploration = StormExploration({ Lab(seed: $0, app: app, backend: backend) }, test)
        let chosen = try Self.chosen(of: seeds, environment: Platform.environment("SHOULDERTAP_SEED"))
        switch try exploration.run(chosen) {
        case .passed: return
        case .wavered(let seed): throw Wavering(seed: seed)
        case .found(let finding): throw ExplorationFailed(finding, in: function, keepingIn: bugs)
        }
    }

    /// The same for an app that is made without being told why.
    public static func explore(
        seeds: Int = 100, app: @escaping () -> any LabApp, keepingIn bugs: String? = ".shouldertap/bugs",
        function: String = #function, _ test: @escaping (Lab) throws -> Void
    ) throws {
        try Self.explore(seeds: seeds, app: { _ in app() }, keepingIn: bugs, function: function, test)
    }

    static func chosen(of seeds: Int, environment word: String?) throws -> ClosedRange<UInt64> {
        guard let word else {
            guard seeds > 0 else { throw SeedRefusal("seeds: \(seeds) runs nothing; run at least one") }
            return 1...UInt64(seeds)
        }
        guard let seed = SeedWord.seed(word) else {
            throw SeedRefusal(
                "SHOULDERTAP_SEED is '\(word)'; it is a number, in digits or as 0x and hex digits, or a commit id")
        }
        return seed...seed
    }
}

/// A seed that nobody can run.
struct SeedRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Something in the app or the test is not decided by the lab.
struct Wavering: Error, CustomStringConvertible {
    let seed: UInt64

    var description: String {
        "seed \(self.seed) gave two histories; an app and a test take time and chance from the lab alone"
    }
}
