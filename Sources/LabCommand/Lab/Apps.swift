import PushLab

/// The apps that somebody compiled into the tool, by name.
struct Apps: Sendable {
    /// The name of the app that is always there.
    static let reference = "reference"

    typealias Maker = @Sendable (AppLaunch) -> any LabApp

    private let makers: [String: Maker]

    init(_ makers: [String: Maker] = [:]) { self.makers = makers }

    var names: [String] { self.makers.keys.sorted() }

    /// Makes the apps of this name.
    subscript(name: String) -> Maker? { self.makers[name] }
}
