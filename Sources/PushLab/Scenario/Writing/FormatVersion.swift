extension Scenario {
    /// The version of the format of scenario files.
    package static let formatVersion = 1
}
