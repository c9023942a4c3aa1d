extension VerbTable {
    static let new = Verb(
        name: "new",
        summary: "write a first scenario file",
        details: [
            "Writes a scenario that you can run and edit. Comments explain it. Save it with",
            "shouldertap new > my-app.yaml",
        ],
        operands: .nothing,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap new"
    )
}
