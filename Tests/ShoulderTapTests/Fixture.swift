import ShoulderTap
import TestSupport

/// A payload of the project's own, and the verdict that lies beside it.
struct Fixture: Sendable, CustomStringConvertible {
    /// What a payload's folder says about it.
    enum Folder: String, CaseIterable {
        /// Not malformed, however it is read.
        case accept
        /// Malformed, however it is read.
        case refuse
        /// Judged differently by a strict and by a lenient reader.
        case lenient
    }

    static let root = ProjectFiles.fixtures("Payloads")
    private static let ending = ".verdict"

    /// Every file below the folder of the fixtures.
    static let files = ProjectFiles.tree(under: root)

    static let all: [Fixture] = files.filter { !$0.hasSuffix(ending) }.map(Fixture.init)

    /// Verdicts whose payload is missing.
    static let strayVerdicts: [String] = {
        let payloads = Set(all.map(\.path))
        return files.filter { $0.hasSuffix(ending) && !payloads.contains(String($0.dropLast(ending.count))) }
    }()

    let path: String
    let bytes: [UInt8]
    /// The text of the verdict file, or nil when there is none.
    let verdict: String?

    private init(_ path: String) {
        self.path = path
        self.bytes = ProjectFiles.bytes(Self.root + "/" + path) ?? []
        self.verdict = ProjectFiles.bytes(Self.root + "/" + path + Self.ending).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    var description: String { self.path }

    var folder: Folder? { self.path.split(separator: "/").first.flatMap { Folder(rawValue: String($0)) } }

    /// The offsets worth cutting at: all of a small payload, and those near the ends of a large one.
    var cuts: [Int] {
        let count = self.bytes.count
        let isSmall = count <= 1000
        return (0...count).filter { isSmall || $0 < 150 || $0 > count - 50 || $0 % 211 == 0 }
    }
}
