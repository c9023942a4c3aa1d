import PushLab

/// The apps that are compiled into the tool, by name.
struct Apps: Sendable {
    /// The name of the reference app, which is always available.
    static let reference = "reference"

    typealias Maker = @Sendable (AppLaunch) -> any LabApp

    private let makers: [String: Maker]

    init(_ makers: [String: Maker] = [:]) { self.makers = makers }

    var names: [String] { self.makers.keys.sorted() }

    /// Returns the factory for the app of this name.
    subscript(name: String) -> Maker? { self.makers[name] }
}
