/// The inputs of `parse`: files, directories and standard input.
extension ParseRun {
    func takeInput(_ input: RawText) throws(RunEnd) {
        try self.desk.stopIfAsked()
        if input == "-" { return try self.takeFile(input) }
        let kind: PathKind
        do throws(SystemFailure) {
            kind = try Platform.kind(of: input)
        } catch {
            return try self.desk.failToRead(input, error)
        }
        guard kind == .directory else { return try self.takeFile(input) }
        if try !self.takeDirectory(input) {
            let endings = PayloadFiles.endings.joined(separator: " ")
            try self.desk.fail(
                .missingInput,
                "no payloads in '\(TerminalText.escaped(input))': no file ends in \(endings)"
                    + " (hidden files and folders are skipped)")
        }
    }

    /// Returns whether the directory had any payload file, readable or not.
    private func takeDirectory(_ directory: RawText) throws(RunEnd) -> Bool {
        let names: [RawText]
        do throws(SystemFailure) {
            names = try Platform.names(in: directory)
        } catch {
            try self.desk.failToRead(directory, error)
            return true
        }
        let paths = names.map(directory.appending)
        for path in paths where PayloadFiles.isPayload(path) { self.makeRoom(for: path) }
        var foundAny = false
        for path in paths {
            try self.desk.stopIfAsked()
            if try self.takeEntry(path) { foundAny = true }
        }
        return foundAny
    }

    private func takeEntry(_ path: RawText) throws(RunEnd) -> Bool {
        // Links to directories are not followed, because they may lead back up.
        let own: PathKind
        do throws(SystemFailure) {
            own = try Platform.kind(of: path, followingLinks: false)
        } catch {
            // The path may be a folder full of payloads, so silence would look like success.
            try self.desk.failToRead(path, error)
            return true
        }
        if own == .directory { return try self.takeDirectory(path) }
        guard PayloadFiles.isPayload(path) else { return false }
        do throws(SystemFailure) {
            guard case .file = try Platform.kind(of: path) else { return false }
        } catch {
            try self.desk.failToRead(path, error)
            return true
        }
        if self.options.usesVerdictFiles, self.options.holdsLines(path) {
            try self.desk.console.complain(
                "skipping '\(TerminalText.escaped(path))': a verdict is for a file with one payload")
            return true
        }
        try self.takeFile(path)
        return true
    }

    private func takeFile(_ source: RawText) throws(RunEnd) {
        if self.options.holdsLines(source) {
            let before = self.payloadCount
            var splitter = LineSplitter()
            let isWhole = try self.desk.read(source) { chunk throws(RunEnd) in
                try splitter.feed(chunk) { line throws(RunEnd) in try self.take(line, from: source) }
            }
            guard isWhole else { return }
            try splitter.finish { line throws(RunEnd) in try self.take(line, from: source) }
            if self.payloadCount == before {
                try self.desk.fail(.missingInput, "no payloads in \(InputDesk.quoted(source)): every line is empty")
            }
        } else {
            var text = PayloadText()
            let isWhole = try self.desk.read(source) { chunk throws(RunEnd) in text.append(chunk) }
            if isWhole { try self.take(text, from: source) }
        }
    }
}
