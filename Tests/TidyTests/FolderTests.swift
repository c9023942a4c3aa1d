import Testing

@Suite("The dependencies between folders of PushLab")
struct FolderTests {
    @Test("Every folder is in the table")
    func strangers() { expectNone(FolderRules.strangers(Project.sources)) }

    @Test("A folder uses only types that it may use")
    func arrows() { expectNone(FolderRules.arrows(Project.sources)) }

    @Test("No file is too long to read at once")
    func lengths() { expectNone(FolderRules.lengths(Project.sources)) }
}

@Suite("The rules about folders report")
struct FolderRuleTests {
    private static let world = SourceFile.sample("struct World {}", path: "Sources/PushLab/World/World.swift")

    @Test("a judge that uses the world", arguments: ["let world: World", "extension World {", "World.start"])
    func judge(_ line: String) {
        let judge = SourceFile.sample("\n\(line)", path: "Sources/PushLab/Judging/P99.swift")
        let findings = FolderRules.arrows([Self.world, judge])
        #expect(findings.map(\.line) == [2])
        #expect(findings.first?.what == "Judging must not know World, where World lives")
    }

    @Test("a world that uses its scenario")
    func scenario() {
        let world = SourceFile.sample("let deed: Scenario.Deed", path: "Sources/PushLab/World/Mishap.swift")
        let scenario = SourceFile.sample("package struct Scenario {}", path: "Sources/PushLab/Scenario/Scenario.swift")
        #expect(FolderRules.arrows([world, scenario]).map(\.path) == ["Sources/PushLab/World/Mishap.swift"])
    }

    @Test("nothing for a name of the folder's own, in a comment, or after a dot")
    func innocent() {
        let judge = SourceFile.sample(
            "struct Judge {\n    struct World {}\n    let world: World // of all\n}\nlet other = Other.World()",
            path: "Sources/PushLab/Judging/P99.swift")
        let other = SourceFile.sample("// World", path: "Sources/PushLab/Relations/A.swift")
        #expect(FolderRules.arrows([Self.world, judge, other]) == [])
    }

    @Test("a folder that is not in the table, and a file that is too long")
    func others() {
        let stranger = SourceFile.sample("", path: "Sources/PushLab/Surprise/A.swift")
        #expect(FolderRules.strangers([stranger, Self.world]).map(\.path) == ["Sources/PushLab/Surprise/A.swift"])
        let text = String(repeating: "\n", count: FolderRules.mostLines)
        let long = SourceFile.sample(text + "\n", path: "Sources/PushLab/World/A.swift")
        #expect(
            FolderRules.lengths([long, .sample(text, path: "Sources/PushLab/World/B.swift")]).map(\.path) == [long.path]
        )
    }
}
