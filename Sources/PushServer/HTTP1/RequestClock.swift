import Basics

/// Tracks the requests of one HTTP/1.1 connection from outside: which part of a request is still missing, and since
/// when.
struct RequestClock {
    enum Phase: Hashable {
        /// The client has sent no byte of a request.
        case idle
        case headers(since: Interval)
        case body(since: Interval)
        /// The request is complete, and its answer is being made.
        case busy
    }

    private(set) var phase = Phase.idle
    /// The state of the search for the end of the headers: whether the current line is empty, and whether there was a
    /// line before it.
    private var lineIsEmpty = true
    private var hasLine = false
    /// Whether bytes of the next request arrived before the current answer was complete.
    private var hasMore = false

    /// Records bytes of the client.
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

    /// Searches for the empty line that ends the headers.
    ///
    /// Empty lines before the headers do not count.
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

    /// Records that the request is complete.
    mutating func requestArrived() {
        self.phase = .busy
        self.hasMore = false
    }

    /// Records that the answer is complete.
    ///
    /// The next request may begin.
    mutating func answered(at now: Interval) {
        (self.lineIsEmpty, self.hasLine) = (true, false)
        self.phase = self.hasMore ? .headers(since: now) : .idle
    }

    /// The deadline that was missed, if any.
    func fault(at now: Interval, _ limits: ServerLimits) -> String? {
        switch self.phase {
        case .headers(let since): now - since > limits.headers ? "the headers arrived too slowly" : nil
        case .body(let since): now - since > limits.upload ? "the body arrived too slowly" : nil
        case .idle, .busy: nil
        }
    }
}
