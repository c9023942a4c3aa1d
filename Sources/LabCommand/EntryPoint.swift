public import PushLab

/// The deprecated form of `ShoulderTapTool.main(apps:)`.
@available(*, deprecated, renamed: "ShoulderTapTool.main(apps:)")
public func main(apps: [String: @Sendable (AppLaunch) -> any LabApp] = [:]) -> Never {
    ShoulderTapTool.main(apps: apps)
}
