public import PushLab

/// The same as `ShoulderTapTool.main(apps:)`.
@available(*, deprecated, renamed: "ShoulderTapTool.main(apps:)")
public func main(apps: [String: @Sendable (AppLaunch) -> any LabApp] = [:]) -> Never {
    ShoulderTapTool.main(apps: apps)
}
