import Basics
public import PushLab

/// Explorations: a test's own operations in the storms of many seeds.
extension Lab {
    /// Runs a test's own operations in the storms of many seeds, and throws when one of them reveals a mistake.
    ///
    ///     @Test func myAppSurvivesAnyPushSchedule() throws {
    ///         try Lab.explore(seeds: 200, app: MyApp.init) { lab in
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
    /// While time passes in the lab, taps are lost, duplicated and delayed, answers are lost, connections fail, and
    /// devices are suspended, crash and go offline. `Lab.settle()` pauses these faults. After each seed the judges
    /// check the history, in addition to the test's own expectations.
    ///
    /// With `SHOULDERTAP_SEED` in the environment, only that seed is run.
    ///
    /// A crash ends the whole test process. The current seed is in `.shouldertap/running`, in a file with the name of
    /// the test, and the next run of the test reports it.
    ///
    /// - Parameters:
    ///   - seeds: The number of seeds, counted from one.
    ///   - app: Makes the app under test, once for each process that starts; nil runs the reference app.
    ///   - backend: Makes the server under test; nil makes the lab itself publish.
    ///   - bugs: The folder in which the plan of a failure is saved; nil saves none.
    ///   - function: The name of the test, for the line that reproduces it.
    ///   - fileID: The file that a broken promise is reported for.
    ///   - line: The line that a broken promise is reported for.
    ///   - test: The operations, the same for each seed. An error that they throw fails the seed.
    /// - Throws: ``ExplorationFailed`` with the first mistake, shrunk. Another error says why nothing can be concluded:
    ///   a seed gave two histories, or `SHOULDERTAP_SEED` is not a seed.
    public static func explore(
        seeds: Int = 100, app: ((AppLaunch) -> any LabApp)? = nil,
        backend: ((BackendStart) -> any LabBackend)? = nil, keepingIn bugs: String? = ".shouldertap/bugs",
        function: String = #function, fileID: String = #fileID, line: Int = #line,
        _ test: @escaping (Lab) throws -> Void
    ) throws {
        let exploration = StormExploration({ Lab(seed: $0, app: app, backend: backend) }, test)
        let chosen = try ChosenSeeds.range(of: seeds, environment: Platform.environment("SHOULDERTAP_SEED"))
        let running = bugs.map { RunningSeed(of: "\(function.prefix { $0 != "(" })", besides: $0) }
        if let warning = running?.warning { Platform.warn(warning) }
        let seeds = chosen.lazy.map { seed in
            running?.note(seed)
            return seed
        }
        switch try exploration.run(seeds) {
        case .passed: return
        case .wavered(let seed): throw Wavering(seed: seed)
        case .found(let finding):
            let call = SourcePlace(fileID: fileID, line: line)
            let isOwn = (app: app != nil, backend: backend != nil)
            throw ExplorationFailed(finding, in: function, at: call, keepingIn: bugs, isOwn: isOwn)
        }
    }

    /// Runs an exploration of an app whose initializer does not take an `AppLaunch`.
    public static func explore(
        seeds: Int = 100, app: @escaping () -> any LabApp, keepingIn bugs: String? = ".shouldertap/bugs",
        function: String = #function, fileID: String = #fileID, line: Int = #line,
        _ test: @escaping (Lab) throws -> Void
    ) throws {
        try Self.explore(
            seeds: seeds, app: { _ in app() }, keepingIn: bugs, function: function, fileID: fileID, line: line, test)
    }
}
