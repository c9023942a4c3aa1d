/// The text of what was taken for a dictionary and is none: hands out the whole dictionaries within it, and finds
/// fault with the rest.
struct LogRemains {
    /// How often the whole of a long text may be gone through, so that brackets without end cost no time without end.
    private static let mostRounds = 64

    private(set) var findings: [CaptureFinding] = []
    private let reason: String
    private var rest: ArraySlice<UInt8>
    private var line: Int
    private var budget: Int
    /// Where brackets stand that are known to be closed nowhere.
    private var open: Set<Int> = []
    /// Where the dictionary ends that was handed out.
    private var end: Int?
    /// What is wrong with the last that is none.
    private var fault: CaptureFinding?
    /// Its text, but for the dictionaries within it.
    private var loose: [UInt8] = []

    init(of candidate: LogCandidate, _ reason: String) {
        (self.rest, self.line, self.reason) = (candidate.text[...], candidate.line, reason)
        self.budget = max(candidate.text.count, LogImporter.mostBytes) * Self.mostRounds
    }

    /// The next dictionary that is whole, about which `take` is to be told.
    mutating func next() -> LogCandidate? {
        while self.budget > 0, let start = LogCandidate.start(in: self.rest) {
            self.pass(start)
            if self.open.contains(start) {
                self.begin(self.torn(self.reason))
                continue
            }
            var candidate = LogCandidate(line: self.line)
            let step = candidate.take(self.rest)
            self.budget -= candidate.text.count
            switch step {
            case .ended(let end):
                self.end = end
                return candidate
            case .broken, .tooDeep:
                self.begin(self.torn("its brackets do not match"))
            case .open:
                self.open.formUnion(candidate.openers)
                self.begin(self.torn(self.reason))
            }
        }
        let isLeft = self.budget <= 0 && LogCandidate.speaksOfPush(Array(self.rest))
        if isLeft { self.findings.append(self.torn("too many brackets are open to look for payloads behind them")) }
        self.pass(self.rest.endIndex)
        self.flush()
        return nil
    }

    /// Goes on behind the dictionary that was handed out, or within it when it is none either.
    mutating func take(_ fault: CaptureFinding?) {
        guard let end else { preconditionFailure("no dictionary was handed out") }
        self.end = nil
        if let fault { return self.begin(fault) }
        self.advance(to: end)
        self.loose.append(UInt8(ascii: " "))
    }

    private func torn(_ reason: String) -> CaptureFinding {
        CaptureFinding(.torn, line: self.line, "the dictionary is cut off: \(reason)")
    }

    /// What stands here is no dictionary: its first bracket is passed over.
    private mutating func begin(_ fault: CaptureFinding) {
        self.flush()
        self.fault = fault
        self.pass(self.rest.startIndex + 1)
    }

    private mutating func pass(_ end: Int) {
        self.loose += self.rest[..<end]
        self.advance(to: end)
    }

    private mutating func advance(to end: Int) {
        self.line += self.rest[..<end].count { $0 == 0x0A }
        self.rest = self.rest[end...]
    }

    private mutating func flush() {
        if let fault, LogCandidate.speaksOfPush(self.loose) { self.findings.append(fault) }
        self.loose = []
    }
}
