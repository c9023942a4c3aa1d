/// Where payloads come from: files, directories, standard input.
extension ParseRun {
    func takeInput(_ input: RawText) throws(RunEnd) {
        try self.stopIfAsked()
        if input == "-" { return try self.takeStream(Platform.standardInput, source: input) }
        let kind: PathKind
        do throws(SystemFailure) {
            kind = try Platform.kind(of: input)
        } catch {
            return try self.failToRead(input, error)
        }
        guard kind == .directory else { return try self.takeFile(input) }
        if try !self.takeDirectory(input) {
            let endings = PayloadFiles.endings.joined(separator: " ")
            try self.fail(
                .missingInput,
                "no payloads in '\(TerminalText.escaped(input))': no file ends in \(endings)"
                    + " (hidden files and folders are passed over)")
        }
    }

    private func takeFile(_ path: RawText) throws(RunEnd) {
        let descriptor: Int32
        do throws(SystemFailure) {
            descriptor = try Platform.openForReading(path)
        } catch {
            return try self.failToRead(path, error)
        }
        defer { Platform.close(descriptor) }
        try self.takeStream(descriptor, source: path)
    }

    /// Returns whether there was any payload file, readable or not.
    private func takeDirectory(_ directory: RawText) throws(RunEnd) -> Bool {
        let names: [RawText]
        do throws(SystemFailure) {
            names = try Platform.names(in: directory)
        } catch {
            try self.failToRead(directory, error)
            return true
        }
        let paths = names.map(directory.appending)
        for path in paths where PayloadFiles.isPayload(path) { self.makeRoom(for: path) }
        var foundAny = false
        for path in paths {
            try self.stopIfAsked()
            if try self.takeEntry(path) { foundAny = true }
        }
        return foundAny
    }

    private func takeEntry(_ path: RawText) throws(RunEnd) -> Bool {
        // Links to directories are not followed: they may lead back up.
        let own: PathKind
        do throws(SystemFailure) {
            own = try Platform.kind(of: path, followingLinks: false)
        } catch {
            // It may be a folder full of payloads, so silence would pass for success.
            try self.failToRead(path, error)
            return true
        }
        if own == .directory { return try self.takeDirectory(path) }
        guard PayloadFiles.isPayload(path) else { return false }
        do throws(SystemFailure) {
            guard case .file = try Platform.kind(of: path) else { return false }
        } catch {
            try self.failToRead(path, error)
            return true
        }
        if self.options.usesVerdictFiles, self.options.holdsLines(path) {
            try self.console.complain("passing over '\(TerminalText.escaped(path))': a verdict is for one payload")
            return true
        }
        try self.takeFile(path)
        return true
    }

    private func takeStream(_ descriptor: Int32, source: RawText) throws(RunEnd) {
        if self.options.holdsLines(source) {
            let before = self.payloadCount
            var splitter = LineSplitter()
            let isWhole = try self.read(descriptor, source) { chunk throws(RunEnd) in
                try splitter.feed(chunk) { line throws(RunEnd) in try self.take(line, from: source) }
            }
            guard isWhole else { return }
            try splitter.finish { line throws(RunEnd) in try self.take(line, from: source) }
            if self.payloadCount == before {
                try self.fail(.missingInput, "no payloads in \(self.quoted(source)): every line is empty")
            }
        } else {
            var text = PayloadText()
            let isWhole = try self.read(descriptor, source) { chunk throws(RunEnd) in text.append(chunk) }
            if isWhole { try self.take(text, from: source) }
        }
    }

    /// Returns whether all was read; if not, the reason has been told.
    private func read(
        _ descriptor: Int32, _ source: RawText, _ take: (UnsafeBufferPointer<UInt8>) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        let failure = try InputStream.read(
            descriptor, before: { () throws(RunEnd) in try self.stopIfAsked() },
            // The sender takes its time, so show what there is.
            waiting: { () throws(RunEnd) in try self.console.flush() }
        ) { chunk throws(RunEnd) in
            self.countBytes(chunk.count)
            try take(chunk)
        }
        guard let failure else { return true }
        try self.failToRead(source, failure)
        return false
    }

    private func failToRead(_ path: RawText, _ failure: SystemFailure) throws(RunEnd) {
        // A call that a signal cut short has not failed.
        try self.stopIfAsked()
        let guess = InputStream.guess(at: path, failure)
        try self.fail(.missingInput, "cannot read \(self.quoted(path)): \(failure.message)\(guess)")
    }

    private func quoted(_ source: RawText) -> String {
        source == "-" ? "standard input" : "'\(TerminalText.escaped(source))'"
    }
}
