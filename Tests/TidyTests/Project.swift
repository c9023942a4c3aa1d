import Foundation

/// The package's own files, found from where this one stands.
enum Project {
    static let root: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file of the package, read once.
    static let swiftFiles: [SourceFile] = {
        let paths = Self.paths(under: "Sources") + Self.paths(under: "Tests") + ["Package.swift"]
        return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
            Self.text(of: path).map { SourceFile(path: path, text: $0) }
        }
    }()

    /// The Swift files under `Sources`.
    static var sources: [SourceFile] { Self.swiftFiles.filter { $0.module != nil } }

    /// The folders under `Sources`: one for each module.
    static var moduleFolders: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.url("Sources").path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    static func url(_ path: String) -> URL { Self.root.appendingPathComponent(path) }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: Self.url(path).path) }

    /// The text of a file, or nil where there is none or it is not UTF-8.
    static func text(of path: String) -> String? { try? String(contentsOf: Self.url(path), encoding: .utf8) }

    /// The files below a folder, relative to the root, in a fixed order.
    static func paths(under folder: String) -> [String] {
        let top = Self.url(folder).path
        guard let walk = FileManager.default.enumerator(atPath: top) else { return [] }
        return walk.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: top + "/" + path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }
        .map { folder + "/" + $0 }.sorted()
    }
}
