internal import Foundation

/// The files that tests read: the project's own fixtures, and public corpora that may lie beside the project.
package enum ProjectFiles {
    /// The folder of Package.swift.
    package static let root: String = {
        // Root/Tests/TestSupport/ProjectFiles.swift
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return parts.joined(separator: "/")
    }()

    /// A folder of test data from elsewhere; tests of it say so when it is absent.
    package static func shared(_ folder: String) -> String { Self.root + "/../shared/" + folder }

    /// A folder of the project's own test data.
    package static func fixtures(_ folder: String) -> String { Self.root + "/Fixtures/" + folder }

    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The bytes of a file, or nil when it cannot be read.
    package static func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// The names in one folder in the order of their bytes, or none when there is no such folder.
    package static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// The paths of all plain files under a folder, relative to it, sorted.
    package static func tree(under folder: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return paths.sorted().filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }
}
