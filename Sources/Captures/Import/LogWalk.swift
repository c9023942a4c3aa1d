internal import Basics
internal import ShoulderTap

/// Reads the lines of a log. Matches brackets from the first bracket of a possible dictionary to its last.
///
/// If a dictionary was cut off, the next line that begins with a date ends it. If a candidate is not a dictionary, the
/// text after its first bracket is scanned again. In this text, the first dictionary that is still open becomes the
/// next candidate.
struct LogWalk: Sendable {
    struct Found: Sendable {
        let item: CaptureReader.Item
        let line: Int
    }

    private let channel: CaptureEntry.Channel
    private let source: String
    private(set) var tally = LogImporter.Tally()
    private var found: [Found] = []
    private var saysWhatIsWrong = false
    /// Whether the log is not text. This was already reported.
    private var isForeign = false
    private var candidate: LogCandidate?
    /// The number of bytes that may still be scanned again for the candidate.
    private var budget = 0
    /// The time of the current line, or of the line on which the candidate began.
    private var moment: Instant?
    /// The time from which the times of entries are counted. Nil before the first time is known.
    private var started: Instant?

    init(channel: CaptureEntry.Channel, source: String) {
        self.channel = channel
        self.source = source
    }

    /// Returns the items found since the last call.
    mutating func collect() -> [Found] {
        defer { self.found = [] }
        return self.found
    }

    mutating func take(_ line: LineCutter.Line) {
        var bytes = line.bytes
        if line.number == 1, let text = ForeignBytes.withoutMark(bytes) { bytes = text }
        if line.number == 1, let reason = ForeignBytes.reason(line.bytes) {
            self.isForeign = true
            self.report(CaptureFinding(.notPayload, line: 1, reason))
        }
        if self.isForeign { return }
        if line.isTooLong {
            self.abandon("a line longer than \(LogImporter.mostBytes) bytes follows")
            let reason = "the line is longer than the limit of \(LogImporter.mostBytes) bytes"
            return self.report(CaptureFinding(.tooLong, line: line.number, reason))
        }
        if let moment = LogTime.instant(at: bytes) {
            self.abandon("another line of the log follows")
            self.moment = moment
        } else if self.candidate == nil {
            self.moment = nil
        }
        self.budget += LogRemains.mostRounds * bytes.count
        self.follow(bytes[...], line.number)
    }

    mutating func finish() {
        self.abandon("the log ends")
        guard self.tally.payloads == 0, !self.saysWhatIsWrong else { return }
        self.report(CaptureFinding(.empty, line: 1, "the log contains no payload"))
    }

    /// Scans the rest of a line.
    private mutating func follow(_ text: ArraySlice<UInt8>, _ number: Int) {
        var rest = text
        while true {
            if self.candidate == nil {
                let start = LogCandidate.start(in: rest) ?? rest.endIndex
                if let finding = LogCandidate.lostKey(in: rest, before: start, number) { self.report(finding) }
                guard start < rest.endIndex else { return }
                self.candidate = LogCandidate(line: number)
                rest = rest[start...]
                self.budget = LogRemains.mostRounds * rest.count
            }
            switch self.candidate?.take(rest) {
            case .ended(let end):
                if var candidate = self.candidate, case .toBeLookedInto(let fault) = self.read(candidate) {
                    candidate.takeAlong(rest[end...])
                    return self.lookThrough(LogRemains(within: candidate, fault, self.budget))
                }
                // The rest of the line follows a candidate from an earlier line, so it has no date.
                if self.candidate?.line != number { self.moment = nil }
                self.candidate = nil
                rest = rest[end...]
            case .broken(let end):
                self.candidate?.takeAlong(rest[end...])
                return self.giveUp(1, "its brackets do not match")
            case .tooDeep(let end):
                self.candidate?.takeAlong(rest[end...])
                // Ignores many brackets at once. Otherwise a log with a stray bracket on every line would be scanned
                // again for every line.
                return self.giveUp(LogCandidate.mostDeep / 2, "its brackets do not match")
            case .open, nil:
                if let candidate = self.candidate, candidate.text.count > LogImporter.mostBytes {
                    self.giveUp(1, "it is longer than the limit of \(LogImporter.mostBytes) bytes")
                }
                return
            }
        }
    }

    /// Ignores this number of outermost open brackets, and continues with the next candidate.
    private mutating func giveUp(_ brackets: Int, _ reason: String) {
        guard let candidate = self.candidate else { return }
        let strays = candidate.openers.prefix(brackets)
        self.lookThrough(LogRemains(of: candidate, strays, .isFollowed, self.budget, reason))
    }

    /// Ends the open candidate, since nothing more belongs to it.
    private mutating func abandon(_ reason: String) {
        guard let candidate = self.candidate else { return }
        self.candidate = nil
        guard LogCandidate.speaksOfPush(candidate.text) else { return }
        self.lookThrough(LogRemains(of: candidate, candidate.openers[...], .isTorn, self.budget, reason))
    }

    /// Uses the payloads inside an invalid candidate. They may be valid, because a log can have a stray bracket
    /// anywhere.
    private mutating func lookThrough(_ text: LogRemains) {
        var remains = text
        let (moment, line) = (self.moment, text.line)
        while let part = remains.next() {
            // The following lines have no date, otherwise they would have ended the candidate.
            self.moment = part.line == line ? moment : nil
            remains.take(self.read(part))
        }
        remains.findings.forEach { self.report($0) }
        self.candidate = remains.followed
        self.moment = self.candidate?.line == line ? moment : nil
        self.budget = remains.budget
    }

    /// Uses a complete dictionary.
    private mutating func read(_ candidate: LogCandidate) -> LogRemains.Reading {
        let text = candidate.text
        guard LogCandidate.speaksOfPush(text) else { return .done }
        if let root = try? JSONDocument(text, limit: text.count).root {
            let payloads = LogPayload.all(in: root, over: self.channel)
            payloads.forEach { self.add($0.bytes, over: $0.channel, at: candidate.line) }
            return payloads.isEmpty
                ? .toBeLookedInto(
                    LogCandidate.lostKey(in: text, candidate.line) ?? LogPayload.lostEnvelope(in: root, candidate.line))
                : .done
        }
        do throws(TextFault) {
            guard let payload = try Description.payload(of: text) else {
                return .toBeLookedInto(
                    LogCandidate.lostKey(in: text, candidate.line) ?? LogPayload.lostEnvelope(in: text, candidate.line))
            }
            self.tally.rebuilt += 1
            self.add(payload, over: self.channel, at: candidate.line)
            return .done
        } catch {
            let line = candidate.line + text[..<min(error.offset, text.count)].count { $0 == 0x0A }
            let reason = "the dictionary cannot be read: \(error.reason)"
            return .toBeLookedInto(CaptureFinding(.notPayload, line: line, reason))
        }
    }

    private mutating func add(_ payload: [UInt8], over channel: CaptureEntry.Channel, at line: Int) {
        var time: Int64?
        if let moment = self.moment {
            if self.started == nil {
                self.started = moment
                self.found.append(Found(item: .header(CaptureHeader(started: moment)), line: line))
            }
            let (nanoseconds, isTooFar) = (moment - (self.started ?? moment)).microseconds
                .multipliedReportingOverflow(by: 1_000)
            time = isTooFar ? nil : nanoseconds
        }
        self.tally.payloads += 1
        let entry = CaptureEntry(
            time: time, channel: channel, source: "\(self.source):\(line)", payload: payload)
        self.found.append(Found(item: .entry(entry), line: line))
    }

    private mutating func report(_ finding: CaptureFinding) {
        self.saysWhatIsWrong = true
        self.found.append(Found(item: .finding(finding), line: finding.line))
    }
}
