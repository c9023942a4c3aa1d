public import PushLab

/// The tool `shouldertap`, with your own apps compiled in.
///
/// This is the whole `main.swift` of a tool that has every verb of `shouldertap`:
///
///     import LabCommand
///     import PushLab
///
///     ShoulderTapTool.main(apps: ["notes": Notes.init])
///
/// `--app notes` then runs that app in the lab. A verb that runs an app uses the compiled-in app if there is only one.
/// `--app` chooses another: a compiled-in app, `reference`, or a command.
public enum ShoulderTapTool {
    /// Runs the command line, and ends the process.
    ///
    /// - Parameter apps: The functions that make the apps under test, by name. A function is called with the launch of
    ///   its app once for each process that starts. It may be called on several threads at once.
    public static func main(apps: [String: @Sendable (AppLaunch) -> any LabApp] = [:]) -> Never {
        ShoulderTapCommand.main(Apps(apps))
    }

    /// Runs the command line with apps that can be created without a launch.
    public static func main(apps: [String: @Sendable () -> any LabApp]) -> Never {
        ShoulderTapCommand.main(Apps(apps.mapValues { make in { _ in make() } }))
    }
}
