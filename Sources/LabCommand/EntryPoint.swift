public import PushLab

/// Does what the command line asks for, and ends the process.
///
/// The whole of `main.swift` for a tool that has every verb of `shouldertap`, with an app of your own inside:
///
///     import LabCommand
///     import PushLab
///
///     LabCommand.main(apps: ["mine": { launch in MyApp(launch) }])
///
/// - Parameter apps: Makes the apps under test, once for each process that starts, and on several threads at once.
///   A verb that runs an app takes the only one there is, or what `--app` names: one of them, `reference`, or a
///   command.
public func main(apps: [String: @Sendable (AppLaunch) -> any LabApp] = [:]) -> Never {
    ShoulderTapCommand.main(Apps(apps))
}
