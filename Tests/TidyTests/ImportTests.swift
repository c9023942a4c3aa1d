import Testing

@Suite("The dependencies between modules")
struct ImportTests {
    @Test("Every module under Sources is in the table")
    func strangers() { expectNone(ImportRules.strangers(Project.moduleFolders)) }

    @Test("Every import is an arrow of the table, and pure modules import pure modules only")
    func arrows() { expectNone(ImportRules.arrows(Project.sources)) }

    @Test("A module imports the C library in one file")
    func oneDoor() { expectNone(ImportRules.oneDoorToLibc(Project.sources)) }

    @Test("There are sources to look at")
    func something() { #expect(Project.sources.count >= 8) }
}

@Suite("The rules about imports report")
struct ImportRuleTests {
    @Test(
        "imports in every spelling",
        arguments: [
            ("import Foundation", ["Foundation"]), ("internal import Glibc", ["Glibc"]),
            ("@testable import ShoulderTap", ["ShoulderTap"]), ("@_spi(Lab) public import PushLab", ["PushLab"]),
            ("import struct Foundation.Date", ["Foundation"]), ("    import Dispatch", ["Dispatch"]),
            ("#if canImport(Glibc)", ["Glibc"]), ("#elseif canImport(Musl) || canImport(Darwin)", ["Musl", "Darwin"]),
            ("// import Foundation", []), ("let text = \"import Foundation\"", []), ("let important = 1", []),
        ])
    func spellings(_ line: String, _ modules: [String]) {
        #expect(Import.all(in: .sample(line)).map(\.module) == modules)
    }

    @Test(
        "an import that is not in the table",
        arguments: [
            ("ShoulderTap", "Foundation"), ("ShoulderTap", "FoundationEssentials"), ("ShoulderTap", "Dispatch"),
            ("PushLab", "Synchronization"), ("Basics", "ShoulderTap"), ("ConnectedDevices", "NotificationFeed"),
            ("ConnectedDevices", "PushGateway"), ("PushServer", "PushLab"), ("LabReports", "CZlib"),
            ("ShoulderTapFoundation", "Glibc"), ("LabCommand", "Foundation"), ("LabCommand", "COpenSSL"),
            ("ShoulderTapMain", "Glibc"), ("shouldertap-bench", "Foundation"),
        ])
    func bentArrow(_ module: String, _ imported: String) {
        let file = SourceFile.sample("\nimport \(imported)", path: "Sources/\(module)/A.swift")
        let findings = ImportRules.arrows([file])
        #expect(findings.map(\.line) == [2])
        #expect(findings.first?.what == "\(module) must not know \(imported)")
    }

    @Test(
        "nothing for an import that is in the table",
        arguments: [
            ("PushLab", "Basics"), ("LabReports", "PushLab"), ("ShoulderTapFoundation", "Foundation"),
            ("LabCommand", "ShoulderTap"), ("LabCommand", "Glibc"), ("PushServer", "CNGHTTP2"), ("Basics", "Swift"),
        ])
    func straightArrow(_ module: String, _ imported: String) {
        let file = SourceFile.sample("import \(imported)", path: "Sources/\(module)/A.swift")
        #expect(ImportRules.arrows([file]) == [])
    }

    @Test("a module that is not in the table")
    func stranger() {
        let findings = ImportRules.strangers(["ShoulderTap", "Surprise"])
        #expect(findings.map(\.path) == ["Sources/Surprise"])
        #expect(findings.first?.remedy.hasPrefix("Add it to the table") == true)
    }

    @Test("a second file that imports the C library")
    func secondDoor() {
        let door = SourceFile.sample("import Glibc\nimport Musl", path: "Sources/LabCommand/A.swift")
        let other = SourceFile.sample("import Glibc", path: "Sources/LabCommand/B.swift")
        #expect(ImportRules.oneDoorToLibc([door]) == [])
        #expect(ImportRules.oneDoorToLibc([door, other]).map(\.path) == ["Sources/LabCommand/B.swift"])
    }

    @Test("a table that contradicts itself", arguments: Module.all.map(\.name))
    func table(_ name: String) throws {
        let module = try #require(Module.byName[name])
        #expect(module.knows.allSatisfy { Module.byName[$0] != nil }, "\(name) knows a module without a row")
        #expect(!module.allowed.contains(name), "\(name) knows itself in the end")
        guard module.nature == .pure else { return }
        #expect(module.outside.isEmpty && module.allowed.allSatisfy(Module.isPure), "\(name) would not be pure")
    }
}
