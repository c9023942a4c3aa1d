/// The former spelling of `Lab.explore`.
///
/// It needed a type in `PushLabTesting`. That type hid this module, so code could not write `PushLab.Lab`. This
/// function cannot run, because it has no environment and no files. It exists so that the compiler names the new
/// spelling.
@available(*, unavailable, renamed: "Lab.explore", message: "import PushLabTesting")
public func explore(
    seeds: Int = 100, app: ((AppLaunch) -> any LabApp)? = nil, backend: ((BackendStart) -> any LabBackend)? = nil,
    keepingIn bugs: String? = nil, function: String = #function, _ test: @escaping (Lab) throws -> Void
) throws {}

/// The former spelling for an app that is created without its `AppLaunch`.
@available(*, unavailable, renamed: "Lab.explore", message: "import PushLabTesting")
public func explore(
    seeds: Int = 100, app: @escaping () -> any LabApp, keepingIn bugs: String? = nil, function: String = #function,
    _ test: @escaping (Lab) throws -> Void
) throws {}
