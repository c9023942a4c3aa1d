/// The text of what was taken for a dictionary and is none: hands out the whole dictionaries within it, and finds
/// fault with the rest.
struct LogRemains {
    /// What a whole dictionary was found to be.
    enum Reading {
        /// Its payloads were used, or it is about no push.
        case done
        /// It is none, or none with a payload, though one may stand within it; and what can be said of it.
        case toBeLookedInto(CaptureFinding?)
    }

    /// What becomes of a dictionary that is open where the text ends.
    enum Open {
        /// More of it may come.
        case isFollowed
        /// Nothing more belongs to it.
        case isTorn
    }

    /// How often the whole of a text may be gone through, so that brackets without end cost no time without end.
    static let mostRounds = 128

    private(set) var findings: [CaptureFinding] = []
    /// The first dictionary that is open where the text ends, unless it is torn.
    private(set) var followed: LogCandidate?
    /// How many bytes may still be looked through.
    private(set) var budget: Int
    private let open: Open
    private let reason: String
    private var rest: ArraySlice<UInt8>
    private(set) var line: Int
    /// Where brackets stand that are known to be closed nowhere.
    private var strays: Set<Int>
    /// Where the dictionary ends that was handed out.
    private var end: Int?
    /// What is wrong with the last that is none.
    private var fault: CaptureFinding?
    /// Its text, but for the dictionaries within it.
    private var loose: [UInt8] = []

    /// - Parameter strays: Brackets of it that are given up, of which the first is its own.
    init(of candidate: LogCandidate, _ strays: ArraySlice<Int>, _ open: Open, _ budget: Int, _ reason: String) {
        (self.rest, self.line) = (candidate.text[...], candidate.line)
        (self.strays, self.open, self.budget, self.reason) = (Set(strays), open, budget, reason)
        self.begin(self.torn(reason))
    }

    /// What may stand in a dictionary that is whole, and behind it.
    init(within candidate: LogCandidate, _ fault: CaptureFinding?, _ budget: Int) {
        (self.rest, self.line) = (candidate.text[...], candidate.line)
        (self.strays, self.open, self.budget, self.reason) = ([], .isFollowed, budget, "its brackets do not match")
        self.begin(fault)
    }

    /// The next dictionary that is whole, about which `take` is to be told.
    mutating func next() -> LogCandidate? {
        while self.budget > 0, let start = LogCandidate.start(in: self.rest) {
            self.pass(start)
            if self.strays.contains(start) {
                self.begin(self.torn(self.reason))
                continue
            }
            var candidate = LogCandidate(line: self.line)
            // The text ends its last line, and so does a candidate.
            let step = candidate.take(self.rest.dropLast())
            self.budget -= candidate.text.count
            switch step {
            case .ended(let end):
                self.end = end
                return candidate
            case .broken, .tooDeep:
                self.begin(self.torn("its brackets do not match"))
            case .open where self.open == .isFollowed:
                self.followed = candidate
                self.flush()
                return nil
            case .open:
                self.strays.formUnion(candidate.openers.map { start + $0 })
                self.begin(self.torn(self.reason))
            }
        }
        if self.budget <= 0 {
            self.flush()
            self.fault = self.torn("too many brackets are open to look for payloads behind them")
        }
        self.pass(self.rest.endIndex)
        self.flush()
        return nil
    }

    /// Goes on behind the dictionary that was handed out, or within it when it is none either.
    mutating func take(_ reading: Reading) {
        guard let end else { preconditionFailure("no dictionary was handed out") }
        self.end = nil
        switch reading {
        case .done:
            self.advance(to: end)
            self.loose.append(UInt8(ascii: " "))
        case .toBeLookedInto(let fault):
            self.begin(fault ?? self.fault)
        }
    }

    private func torn(_ reason: String) -> CaptureFinding {
        CaptureFinding(.torn, line: self.line, "the dictionary is cut off: \(reason)")
    }

    /// What stands here is no dictionary: its first bracket is passed over.
    private mutating func begin(_ fault: CaptureFinding?) {
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
        if let fault, fault != self.findings.last, LogCandidate.hasKeyOfPush(self.loose) { self.findings.append(fault) }
        self.loose = []
    }
}
