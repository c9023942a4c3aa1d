/// Finds the files of a directory, and reports the files that it skips.
struct InputTree {
    /// The endings of file names that are read from a directory.
    static let endings = PayloadFiles.endings + [".log", ".txt"]

    let desk: InputDesk

    /// Passes each file of the directory `input` to `take`, in the order of their names. If `input` is not a directory,
    /// passes `input` itself.
    func files(of input: RawText, _ take: (RawText) throws(RunEnd) -> Void) throws(RunEnd) {
        if input == "-" { return try take(input) }
        let kind: PathKind
        do throws(SystemFailure) {
            kind = try Platform.kind(of: input)
        } catch {
            return try self.desk.failToRead(input, error)
        }
        guard kind == .directory else { return try take(input) }
        var others = 0
        let endings = Self.endings.joined(separator: " ")
        if try !self.directory(input, &others, take) {
            try self.desk.fail(
                .missingInput,
                "nothing to import in \(InputDesk.quoted(input)): no file ends in "
                    + endings + " (hidden files and folders are skipped)")
        } else if others > 0 {
            // A folder may contain a thousand pictures, so skipped files are not listed one by one.
            let reason = others == 1 ? "its name does not end in" : "their names do not end in"
            try self.desk.console.complain(
                "skipping \(counted(others, "file")) in the folder \(InputDesk.quoted(input)); \(reason) \(endings)")
        }
    }

    /// Returns whether the directory contains any file that could be imported, even if that file cannot be read.
    ///
    /// Counts the files whose names have other endings in `others`.
    private func directory(
        _ directory: RawText, _ others: inout Int, _ take: (RawText) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        let names: [RawText]
        do throws(SystemFailure) {
            names = try Platform.names(in: directory)
        } catch {
            try self.desk.failToRead(directory, error)
            return true
        }
        var foundAny = false
        for name in names {
            try self.desk.stopIfAsked()
            if try self.entry(directory.appending(name), &others, take) { foundAny = true }
        }
        return foundAny
    }

    private func entry(
        _ path: RawText, _ others: inout Int, _ take: (RawText) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        let (own, target): (PathKind, PathKind)
        do throws(SystemFailure) {
            own = try Platform.kind(of: path, followingLinks: false)
            target = try Platform.kind(of: path)
        } catch {
            try self.desk.failToRead(path, error)
            return true
        }
        if own == .directory { return try self.directory(path, &others, take) }
        if target == .directory {
            // A link to a folder may lead back to a parent folder.
            try self.desk.console.complain("skipping \(InputDesk.quoted(path)): links to folders are not followed")
            return false
        }
        let isWanted = Self.endings.contains(where: path.hasSuffix)
        guard case .file = target else {
            let sentence = "skipping \(InputDesk.quoted(path)): it is not a regular file"
            guard isWanted else {
                try self.desk.console.complain(sentence)
                return false
            }
            try self.desk.fail(.missingInput, sentence)
            return true
        }
        guard isWanted else {
            others += 1
            return false
        }
        try take(path)
        return true
    }
}
