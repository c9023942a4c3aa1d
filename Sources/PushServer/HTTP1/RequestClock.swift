import Basics

/// Follows the requests of one HTTP/1.1 connection from outside: which part of one the client owes, and since when.
struct RequestClock {
    enum Phase: Hashable {
        /// Nothing of a request has come.
        case idle
        case headers(since: Interval)
        case body(since: Interval)
        /// The request is here; its answer is made.
        case busy
    }

    private(set) var phase = Phase.idle
    /// The last bytes of the headers so far: whether a line ended, and what followed.
    private var lineIsEmpty = true
    private var hasLine = false
    /// Whether bytes of the next request came while one was answered.
    private var hasMore = false

    /// Takes bytes of the client.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: Interval) {
        switch self.phase {
        case .busy: self.hasMore = true
        case .body: break
        case .idle:
            (self.lineIsEmpty, self.hasLine) = (true, false)
            self.phase = .headers(since: now)
            self.look(bytes, now)
        case .headers: self.look(bytes, now)
        }
    }

    /// Headers end with a line that has nothing but its end. Empty lines in front of them do not count.
    private mutating func look(_ bytes: UnsafeRawBufferPointer, _ now: Interval) {
        for byte in bytes {
            switch byte {
            case 0x0D: continue
            case 0x0A:
                if self.lineIsEmpty, self.hasLine { return self.phase = .body(since: now) }
                self.lineIsEmpty = true
            default: (self.lineIsEmpty, self.hasLine) = (false, true)
            }
        }
    }

    /// The whole request is here.
    mutating func requestArrived() {
        self.phase = .busy
        self.hasMore = false
    }

    /// The answer is made; the next request may come.
    mutating func answered(at now: Interval) {
        (self.lineIsEmpty, self.hasLine) = (true, false)
        self.phase = self.hasMore ? .headers(since: now) : .idle
    }

    /// The deadline that was missed, if any.
    func fault(at now: Interval, _ limits: ServerLimits) -> String? {
        switch self.phase {
        case .headers(let since): now - since > limits.headers ? "headers came too slowly" : nil
        case .body(let since): now - since > limits.upload ? "the body came too slowly" : nil
        case .idle, .busy: nil
        }
    }
}
