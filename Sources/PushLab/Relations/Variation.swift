/// The change of a second run, and the conditions under which it can reveal a mistake.
protocol Variation: Deviation {
    /// The description that follows "in a second run".
    var words: String { get }

    /// Acts after the run has settled and before all devices sync once more.
    func end(_ lab: Lab) throws
    /// Whether this notification could reveal a mistake on a device that the change affects.
    func endangers(_ tale: Ending.Tale) -> Bool
}

extension Variation {
    func end(_ lab: Lab) throws {}
    func endangers(_ tale: Ending.Tale) -> Bool { true }
}
