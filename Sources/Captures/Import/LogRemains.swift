/// The text of a candidate that is not a dictionary.
///
/// It returns the complete dictionaries in the text, and reports the rest.
struct LogRemains {
    /// The result of reading a complete dictionary.
    enum Reading {
        /// The payloads of the dictionary were used, or the dictionary is not about a push.
        case done
        /// The dictionary is invalid, or no payload was found in it. A payload may still be inside it. The value is the
        /// finding about the dictionary, if any.
        case toBeLookedInto(CaptureFinding?)
    }

    /// The way to treat a dictionary that is still open at the end of the text.
    enum Open {
        /// The rest of the dictionary may follow.
        case isFollowed
        /// The rest of the dictionary is missing.
        case isTorn
    }

    /// The maximum number of passes over a text. It limits the time that unclosed brackets can cost.
    static let mostRounds = 128

    private(set) var findings: [CaptureFinding] = []
    /// The first dictionary that is open at the end of the text. Nil if the text is torn.
    private(set) var followed: LogCandidate?
    /// The number of bytes that may still be scanned.
    private(set) var budget: Int
    private let open: Open
    private let reason: String
    private var rest: ArraySlice<UInt8>
    private(set) var line: Int
    /// The places of brackets that are known to have no closing bracket.
    private var strays: Set<Int>
    /// The end of the dictionary that was returned last.
    private var end: Int?
    /// The finding about the last invalid dictionary.
    private var fault: CaptureFinding?
    /// The text of the invalid dictionary, without the dictionaries in it.
    private var loose: [UInt8] = []

    /// - Parameter strays: The places of the ignored brackets in the candidate. The first place is the first bracket of
    ///   the candidate.
    init(of candidate: LogCandidate, _ strays: ArraySlice<Int>, _ open: Open, _ budget: Int, _ reason: String) {
        (self.rest, self.line) = (candidate.text[...], candidate.line)
        (self.strays, self.open, self.budget, self.reason) = (Set(strays), open, budget, reason)
        self.begin(self.torn(reason))
    }

    /// Creates the remains of a complete candidate, to read the dictionaries inside and after it.
    init(within candidate: LogCandidate, _ fault: CaptureFinding?, _ budget: Int) {
        (self.rest, self.line) = (candidate.text[...], candidate.line)
        (self.strays, self.open, self.budget, self.reason) = ([], .isFollowed, budget, "its brackets do not match")
        self.begin(fault)
    }

    /// Returns the next complete dictionary. After reading it, report the result with ``take(_:)``.
    mutating func next() -> LogCandidate? {
        while self.budget > 0, let start = LogCandidate.start(in: self.rest) {
            self.pass(start)
            if self.strays.contains(start) {
                self.begin(self.torn(self.reason))
                continue
            }
            var candidate = LogCandidate(line: self.line)
            // The text includes the line feed of its last line, but a candidate adds a line feed of its own.
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
            self.fault = self.torn("too many open brackets; payloads after them are not found")
        }
        self.pass(self.rest.endIndex)
        self.flush()
        return nil
    }

    /// Continues after the dictionary that was returned, or inside it if it is invalid too.
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

    /// Skips the first bracket of a text that is not a dictionary.
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
