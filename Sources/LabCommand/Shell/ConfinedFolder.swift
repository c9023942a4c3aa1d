/// A folder with confined access. Files in it and in its subfolders are opened one path component at a time, without
/// following links.
struct ConfinedFolder {
    /// The reason why a file cannot be read.
    enum Refusal: Error, Equatable {
        case missing
        case folder
        case link
        /// A pipe, a device or a socket.
        case noFile
        case failed(SystemFailure)

        fileprivate init(_ failure: SystemFailure) { self = failure.isMissing ? .missing : .failed(failure) }

        /// Creates the reason why a part of a path cannot be used. Returns nil if it can be used: the last part must be
        /// a file, and all other parts must be folders.
        fileprivate init?(_ kind: PathKind, isLast: Bool) {
            switch kind {
            case .file where isLast, .directory where !isLast: return nil
            case .link: self = .link
            case .directory: self = .folder
            case .file, .other: self = isLast ? .noFile : .missing
            }
        }
    }

    let path: RawText

    /// Returns the bytes of a regular file, up to 1 MB.
    ///
    /// `names` contains the folders on the path, followed by the name of the file.
    func contents(of names: [RawText]) throws(Refusal) -> [UInt8] {
        precondition(!names.isEmpty && names.allSatisfy(Self.isEntry), "a name that leads elsewhere")
        var descriptor = try Self.ask { () throws(SystemFailure) in try Platform.openForReading(self.path) }
        defer { Platform.close(descriptor) }
        for (depth, name) in names.enumerated() {
            let next = try Self.open(name, in: descriptor, isLast: depth == names.count - 1)
            Platform.close(descriptor)
            descriptor = next
        }
        return try Self.ask { [descriptor] () throws(SystemFailure) in try Platform.contents(of: descriptor) }
    }

    /// Whether a name refers to an entry in the folder, rather than to the folder itself or to a parent.
    private static func isEntry(_ name: RawText) -> Bool {
        name != "" && name != "." && name != ".." && !name.bytes.contains { $0 == 0x2F || $0 == 0 }
    }

    private static func open(_ name: RawText, in folder: Int32, isLast: Bool) throws(Refusal) -> Int32 {
        // Opening a device may have side effects, so the kind is checked before the entry is opened.
        let before = try Self.ask { () throws(SystemFailure) in try Platform.kind(of: name, in: folder) }
        if let refusal = Refusal(before, isLast: isLast) { throw refusal }
        let descriptor = try Self.ask { () throws(SystemFailure) in try Platform.openEntry(name, in: folder) }
        do throws(Refusal) {
            // The file may have been replaced since the first check, so the opened file is checked too.
            let kind = try Self.ask { () throws(SystemFailure) in try Platform.kind(of: descriptor) }
            if let refusal = Refusal(kind, isLast: isLast) { throw refusal }
            return descriptor
        } catch {
            Platform.close(descriptor)
            throw error
        }
    }

    private static func ask<Answer>(_ question: () throws(SystemFailure) -> Answer) throws(Refusal) -> Answer {
        do throws(SystemFailure) { return try question() } catch { throw Refusal(error) }
    }
}
