internal import Basics
internal import ShoulderTap

/// Goes through the lines of a log, and follows brackets from the first that may begin a dictionary to its last.
///
/// A line that begins with a date ends a dictionary that was cut off. What turns out to be none is looked through once
/// more behind its first bracket.
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
    private var candidate: LogCandidate?
    /// Where the line ahead has a dictionary that it does not end; nil before anybody asks.
    private var placeLeftOpen: Int?
    /// When the line was written that is being read, or that the candidate began on.
    private var moment: Instant?
    /// The moment from which times are counted, once there is one.
    private var started: Instant?

    init(channel: CaptureEntry.Channel, source: String) {
        self.channel = channel
        self.source = source
    }

    /// What was found since the last call.
    mutating func collect() -> [Found] {
        defer { self.found = [] }
        return self.found
    }

    mutating func take(_ line: LineCutter.Line) {
        if line.isTooLong {
            self.abandon("a line longer than \(LogImporter.mostBytes) bytes follows")
            let reason = "the line is longer than \(LogImporter.mostBytes) bytes"
            return self.report(CaptureFinding(.tooLong, line: line.number, reason))
        }
        if let moment = LogTime.instant(at: line.bytes) {
            self.abandon("another line of the log follows")
            self.moment = moment
        } else if self.candidate == nil {
            self.moment = nil
        }
        var rest = line.bytes[...]
        self.placeLeftOpen = nil
        let before = self.found.count
        while let end = self.follow(&rest, line.number) { rest = rest[end...] }
        guard self.candidate == nil, self.found.count == before else { return }
        if let finding = Self.foreignQuotes(in: line.bytes, line.number) { self.report(finding) }
    }

    private static func foreignQuotes(in text: [UInt8], _ line: Int) -> CaptureFinding? {
        guard let place = LogCandidate.foreignPlace(in: text) else { return nil }
        let reason = "aps stands in a text within a text, or in quotes that neither JSON nor Foundation have"
        return CaptureFinding(.notPayload, line: line + text[..<place].count { $0 == 0x0A }, reason)
    }

    mutating func finish() {
        self.abandon("the log ends")
        guard self.tally.payloads == 0, !self.saysWhatIsWrong else { return }
        self.report(CaptureFinding(.empty, line: 1, "there is no payload in this log"))
    }

    /// Returns where to look on; nil at the end of the line.
    private mutating func follow(_ rest: inout ArraySlice<UInt8>, _ number: Int) -> Int? {
        if self.candidate == nil {
            guard let start = LogCandidate.start(in: rest) else { return nil }
            self.candidate = LogCandidate(line: number)
            rest = rest[start...]
        }
        switch self.candidate?.take(rest) {
        case .ended(let end):
            if let candidate = self.candidate, self.fault(of: candidate) != nil {
                self.lookThrough(candidate, "its brackets do not match")
            }
            self.candidate = nil
            return end
        case .broken(let end), .tooDeep(let end):
            // A bracket that is wrong for this may be right for what begins within it.
            if self.placeLeftOpen.map({ $0 < end }) ?? true {
                self.placeLeftOpen = LogCandidate.placeLeftOpen(in: rest[end...])
            }
            if self.placeLeftOpen == nil { self.candidate?.takeAlong(rest[end...]) }
            self.abandon("its brackets do not match")
            return self.placeLeftOpen == nil ? nil : end
        case .open, nil:
            if let candidate = self.candidate, candidate.text.count > LogImporter.mostBytes {
                self.abandon("it is longer than \(LogImporter.mostBytes) bytes")
            }
            return nil
        }
    }

    private mutating func abandon(_ reason: String) {
        guard let candidate = self.candidate else { return }
        self.candidate = nil
        if LogCandidate.speaksOfPush(candidate.text) { self.lookThrough(candidate, reason) }
    }

    /// Looks for payloads within what was taken for a dictionary and is none: a bracket that nothing closes may stand
    /// anywhere in a log.
    private mutating func lookThrough(_ candidate: LogCandidate, _ reason: String) {
        var remains = LogRemains(of: candidate, reason)
        let moment = self.moment
        while let part = remains.next() {
            // The lines that follow have no date, or else they would have ended it.
            if part.line != candidate.line { self.moment = nil }
            remains.take(self.fault(of: part))
        }
        self.moment = moment
        remains.findings.forEach { self.report($0) }
    }

    /// Uses a dictionary that is whole. What is wrong with it; nil when nothing is, or when it is about no push.
    private mutating func fault(of candidate: LogCandidate) -> CaptureFinding? {
        let text = candidate.text
        guard LogCandidate.speaksOfPush(text) else { return nil }
        if let root = try? JSONDocument(text, limit: text.count).root {
            let payloads = Self.payloads(in: root)
            payloads.forEach { self.add($0, at: candidate.line) }
            return payloads.isEmpty ? Self.foreignQuotes(in: text, candidate.line) : nil
        }
        do throws(TextFault) {
            guard let payload = try Description.payload(of: text) else {
                return Self.foreignQuotes(in: text, candidate.line)
            }
            self.tally.rebuilt += 1
            self.add(payload, at: candidate.line)
            return nil
        } catch {
            let line = candidate.line + text[..<min(error.offset, text.count)].count { $0 == 0x0A }
            return CaptureFinding(.notPayload, line: line, "the dictionary cannot be read: \(error.reason)")
        }
    }

    /// The outermost objects with an `aps`, as they are written.
    private static func payloads(in root: PayloadElement) -> [[UInt8]] {
        if root["aps"] != nil { return [Array(root.rawBytes)] }
        return ((root.members ?? []).map(\.value) + (root.elements ?? [])).flatMap(Self.payloads)
    }

    private mutating func add(_ payload: [UInt8], at line: Int) {
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
            time: time, channel: self.channel, source: "\(self.source):\(line)", payload: payload)
        self.found.append(Found(item: .entry(entry), line: line))
    }

    private mutating func report(_ finding: CaptureFinding) {
        self.saysWhatIsWrong = true
        self.found.append(Found(item: .finding(finding), line: finding.line))
    }
}
