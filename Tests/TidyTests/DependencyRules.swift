/// Compares the imports of a target's files with the dependencies that Package.swift declares for it.
///
/// SwiftPM builds a file that imports a module of another target as long as something else needs that module, so a
/// missing dependency shows only when the other user goes away.
enum DependencyRules {
    static func findings(_ manifest: Manifest, _ files: [SourceFile]) -> [Finding] {
        let package = files.first { $0.path == "Package.swift" }
        return manifest.targets.flatMap { target -> [Finding] in
            let own = files.filter { $0.path.hasPrefix(target.folder + "/") }
            return Self.undeclared(target, own, in: manifest) + Self.unused(target, own, in: manifest, package)
        }
    }

    /// The imports of this package's modules that the target does not declare.
    private static func undeclared(
        _ target: Manifest.Target, _ files: [SourceFile], in manifest: Manifest
    ) -> [Finding] {
        let modules = Set(manifest.targets.map(\.name))
        let known = Set(target.dependencies).union([target.name])
        return files.flatMap { file in
            Import.all(in: file).filter { modules.contains($0.module) && !known.contains($0.module) }.map {
                file.finding(
                    $0.index, "\(target.name) imports \($0.module), which is not among its dependencies",
                    "Add \"\($0.module)\" to the dependencies of \(target.name) in Package.swift.")
            }
        }
    }

    /// The declared dependencies that no file imports. A target may need an executable only for it to be built.
    private static func unused(
        _ target: Manifest.Target, _ files: [SourceFile], in manifest: Manifest, _ package: SourceFile?
    ) -> [Finding] {
        guard !files.isEmpty else { return [] }
        let imported = Set(files.flatMap { Import.all(in: $0).map(\.module) })
        let executables = Set(manifest.targets.filter { $0.type == "executable" }.map(\.name))
        // Products come first and can have the same name.
        let line = package?.lines.lastIndex { $0.contains("name: \"\(target.name)\"") } ?? 0
        return target.dependencies.filter { !imported.contains($0) && !executables.contains($0) }.map {
            Finding(
                path: "Package.swift", line: line + 1, what: "\(target.name) depends on \($0), which no file imports",
                remedy: "Remove \"\($0)\" from the dependencies of \(target.name).")
        }
    }
}
