/// The differences of a second run from the first, and what they prove.
protocol Variation: Deviation {
    /// What it does, behind "in a second run".
    var words: String { get }

    /// What happens when all has come to rest, before everybody looks once more.
    func end(_ lab: Lab) throws
    /// Whether a device to which it made a difference would show that somebody minds.
    func endangers(_ tale: Ending.Tale) -> Bool
}

extension Variation {
    func end(_ lab: Lab) throws {}
    func endangers(_ tale: Ending.Tale) -> Bool { true }
}
