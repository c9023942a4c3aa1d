/// The former spelling of `Lab.explore`.
///
/// As a type in `PushLabTesting` it hid this module, so that `PushLab.Lab` could not be written. It cannot run from
/// here, without an environment or files, so the compiler names the new spelling.
@available(*, unavailable, renamed: "Lab.explore", message: "import PushLabTesting")
public func explore(
    seeds: Int = 100, app: ((AppLaunch) -> any LabApp)? = nil, backend: ((BackendStart) -> any LabBackend)? = nil,
    keepingIn bugs: String? = nil, function: String = #function, _ test: @escaping (Lab) throws -> Void
) throws {}

/// The former spelling for an app that is made without its launch.
@available(*, unavailable, renamed: "Lab.explore", message: "import PushLabTesting")
public func explore(
    seeds: Int = 100, app: @escaping () -> any LabApp, keepingIn bugs: String? = nil, function: String = #function,
    _ test: @escaping (Lab) throws -> Void
) throws {}
