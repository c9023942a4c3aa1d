/// Recorded verdicts in files next to the payloads.
extension ParseRun {
    /// Returns the difference between a payload and its recorded verdict. Returns nil if there is no difference.
    func missOfRecorded(_ report: PayloadReport) throws(RunEnd) -> Miss? {
        let path = self.verdictPath(of: report)
        let name = TerminalText.escaped(path)
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try Platform.contents(of: path)
        } catch {
            try self.desk.stopIfAsked()
            if error.isMissing {
                return Miss(place: report.place, text: "the file '\(name)' is missing; write it with --record")
            }
            try self.desk.failToRead(path, error)
            return Miss(place: report.place, text: "cannot read its verdict")
        }
        do throws(VerdictReader.Complaint) {
            let difference = try VerdictReader.read(bytes).difference(from: report.payload)
            return difference.map { Miss(place: report.place, text: $0) }
        } catch {
            try self.desk.fail(.badData, "\(name):\(error.line): \(error.message)")
            return Miss(place: report.place, text: "its verdict is not valid; write it again with --record")
        }
    }

    func record(_ report: PayloadReport) throws(RunEnd) {
        let path = self.verdictPath(of: report)
        let old: [UInt8]?
        do throws(SystemFailure) {
            old = try Platform.contents(of: path)
        } catch {
            try self.desk.stopIfAsked()
            // An existing file that cannot be read is not replaced, because its comments would be lost.
            guard error.isMissing else { return try self.desk.failToRead(path, error) }
            old = nil
        }
        let comments = old.map(VerdictReader.leadingComments) ?? []
        let new = Array(VerdictFile(of: report.payload, comments: comments).text.utf8)
        if new == old { return }
        do throws(RunEnd) {
            try OutputFile.write(new, to: path)
        } catch {
            try self.desk.stopIfAsked()
            guard case .fileFailed(_, let failure) = error else { throw error }
            try self.desk.fail(.outputFailed, "cannot write '\(TerminalText.escaped(path))': \(failure.message)")
        }
    }

    private func verdictPath(of report: PayloadReport) -> RawText {
        RawText(bytes: report.source.bytes + Array(VerdictFile.ending.utf8))
    }
}
