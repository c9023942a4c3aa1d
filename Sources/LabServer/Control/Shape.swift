/// The shape of a JSON object in answers: a name for the description of the API, and the members.
struct Shape: Sendable {
    /// The type of a member.
    indirect enum Kind: Sendable {
        case text
        case integer
        case flag
        case optionalText
        case optionalInteger
        case object(Shape)
        case objects(Shape)
        case optionalObject(Shape)
        case texts
    }

    let name: String
    let members: [(name: String, kind: Kind)]
    /// The members that may be missing.
    var optional: Set<String> = []

    init(_ name: String, _ members: [(String, Kind)], optional: Set<String> = []) {
        self.name = name
        self.members = members.map { ($0.0, $0.1) }
        self.optional = optional
    }
}
