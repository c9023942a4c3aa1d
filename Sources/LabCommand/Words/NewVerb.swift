extension VerbTable {
    static let new = Verb(
        name: "new",
        summary: "write a scenario file to begin with",
        details: [
            "Writes a scenario that runs, with every kind of line explained. Keep it with",
            "shouldertap new > my-app.yaml",
        ],
        operands: .nothing,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap new"
    )
}
