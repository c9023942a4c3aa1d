/// A folder out of which nothing leads: files in it and below it are found one name at a time, and through no link.
struct ConfinedFolder {
    /// Why there is no file.
    enum Refusal: Error, Equatable {
        case missing
        case folder
        case link
        /// A pipe, a device or a socket.
        case noFile
        case failed(SystemFailure)

        fileprivate init(_ failure: SystemFailure) { self = failure.isMissing ? .missing : .failed(failure) }

        /// Why something does not do where a file is wanted, or a folder on the way to it; nil if it does.
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

    /// The bytes of a plain file, 1 MB at most; `names` are those of the folders on the way and, last, its own.
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

    /// Whether a name is that of something in a folder, and not of the folder itself or of what is above it.
    private static func isEntry(_ name: RawText) -> Bool {
        name != "" && name != "." && name != ".." && !name.bytes.contains { $0 == 0x2F || $0 == 0 }
    }

    private static func open(_ name: RawText, in folder: Int32, isLast: Bool) throws(Refusal) -> Int32 {
        // To open a device may already do something; so it is looked at first.
        let before = try Self.ask { () throws(SystemFailure) in try Platform.kind(of: name, in: folder) }
        if let refusal = Refusal(before, isLast: isLast) { throw refusal }
        let descriptor = try Self.ask { () throws(SystemFailure) in try Platform.openEntry(name, in: folder) }
        do throws(Refusal) {
            // Somebody may have put something else in its place; what was opened counts.
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
