import Foundation
import Testing

@Suite("Dependencies of targets")
struct DependencyTests {
    @Test("every module of the package that a file imports is a declared dependency, and every dependency is imported")
    func dependencies() throws {
        expectNone(DependencyRules.findings(try Manifest.ofThisPackage(), Project.swiftFiles))
    }

    @Test("every file under Sources and Tests belongs to a target, except fuzz targets")
    func folders() throws {
        let folders = try Manifest.ofThisPackage().targets.map { $0.folder + "/" }
        let strays = Project.swiftFiles.map(\.path).filter { path in
            path.contains("/") && !path.hasPrefix("Tests/Fuzz/") && !folders.contains { path.hasPrefix($0) }
        }
        #expect(strays == [])
    }
}

@Suite("The rules about dependencies report")
struct DependencyRuleTests {
    /// Two modules, an executable, and a test target with a folder of another name.
    private static func manifest() throws -> Manifest {
        let json = """
            {"products":[],"dependencies":[],"targets":[
            {"name":"Basics","type":"regular","dependencies":[]},
            {"name":"PushLab","type":"regular","dependencies":[{"byName":["Basics",null]}]},
            {"name":"Tool","type":"executable","dependencies":[]},
            {"name":"Helpers","type":"regular","path":"Tests/Shared/","dependencies":[{"byName":["PushLab",null]}]},
            {"name":"LabTests","type":"test","dependencies":[{"byName":["PushLab",null]},{"byName":["Tool",null]}]}
            ]}
            """
        return try Manifest(json: Data(json.utf8))
    }

    private static let package = SourceFile.sample(
        """
        let products = [.library(name: "PushLab")]
        let targets = [
            .target(name: "PushLab"),
            .testTarget(name: "LabTests"),
        ]
        """, path: "Package.swift")

    private func findings(_ files: [(path: String, text: String)]) throws -> [Finding] {
        let files = files.map { SourceFile.sample($0.text, path: $0.path) }
        return DependencyRules.findings(try Self.manifest(), files + [Self.package])
    }

    @Test("nothing if each import is declared and each dependency is imported")
    func inOrder() throws {
        let files = [
            ("Sources/PushLab/A.swift", "import Basics\nimport Foundation\nimport PushLab"),
            ("Sources/PushLab/B.swift", "// import Helpers"),
            ("Tests/Shared/A.swift", "package import PushLab"),
            ("Tests/LabTests/A.swift", "@testable import PushLab\nimport Testing"),
        ]
        #expect(try self.findings(files) == [])
    }

    @Test(
        "an import of a module that the target does not declare",
        arguments: [
            ("Sources/Basics/A.swift", "Basics", "PushLab"), ("Tests/Shared/Deep/A.swift", "Helpers", "Basics"),
            ("Tests/LabTests/A.swift", "LabTests", "Helpers"),
        ])
    func undeclared(_ path: String, _ target: String, _ module: String) throws {
        let found = try self.findings([(path, "import PushLab\n@testable import \(module)")]).filter { $0.line == 2 }
        #expect(
            found.map(\.description) == [
                "\(path):2: \(target) imports \(module), which is not among its dependencies. "
                    + "Add \"\(module)\" to the dependencies of \(target) in Package.swift."
            ])
    }

    @Test("a dependency that no file imports, at the line of its target")
    func unused() throws {
        let found = try self.findings([
            ("Sources/PushLab/A.swift", "import Foundation"), ("Tests/LabTests/A.swift", "import Testing"),
        ])
        #expect(
            found.map(\.description) == [
                "Package.swift:3: PushLab depends on Basics, which no file imports. "
                    + "Remove \"Basics\" from the dependencies of PushLab.",
                "Package.swift:4: LabTests depends on PushLab, which no file imports. "
                    + "Remove \"PushLab\" from the dependencies of LabTests.",
            ])
    }
}
