public import PushLab

/// The tool `shouldertap`, with apps of your own inside.
///
/// The whole of `main.swift` for a tool that has every verb of `shouldertap`:
///
///     import LabCommand
///     import PushLab
///
///     ShoulderTapTool.main(apps: ["notes": Notes.init])
///
/// `--app notes` then runs that app in the lab. A verb that runs an app takes the only one there is, or the one that
/// `--app` names: one of these, `reference`, or a command.
public enum ShoulderTapTool {
    /// Runs the command line, and ends the process.
    ///
    /// - Parameter apps: Makes each app under test from its launch, once for each process that starts, and on several
    ///   threads at once.
    public static func main(apps: [String: @Sendable (AppLaunch) -> any LabApp] = [:]) -> Never {
        ShoulderTapCommand.main(Apps(apps))
    }

    /// The same for apps that are made without their launch.
    public static func main(apps: [String: @Sendable () -> any LabApp]) -> Never {
        ShoulderTapCommand.main(Apps(apps.mapValues { make in { _ in make() } }))
    }
}
