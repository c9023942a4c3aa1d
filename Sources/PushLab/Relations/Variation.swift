/// The change of a second run, and the conditions under which it can reveal a mistake.
protocol Variation: Deviation {
    /// The description of the variation, in words that follow "a second run": "in which every tap is lost and the
    /// devices sync at the end".
    var words: String { get }

    /// Acts after the run has settled and before all devices sync once more.
    func end(_ lab: Lab) throws
    /// Whether a notification with this history could reveal a mistake on a device that the change affects.
    func endangers(_ tale: Ending.Tale) -> Bool
}

extension Variation {
    func end(_ lab: Lab) throws {}
    func endangers(_ tale: Ending.Tale) -> Bool { true }
}
