import Basics

/// Judges P9: a read of several pages is consistent.
///
/// A notification that ended during the read does not appear later in the same read, and only the last cursor of the
/// read is kept.
struct PageCoherence: Judge {
    static var property: Property { .p9 }
    static var interests: [HistoryEvent.Kind] {
        [
            .pageServed, .requestSent, .requestLost, .answerArrived, .changeArrived, .launched, .signedOut, .installed,
            .connectFailed, .connected,
        ]
    }

    private struct Session {
        /// Whether this process received a page that is not the last page of its read.
        ///
        /// Several reads may be pending.
        var hasBegun = false
        var gone: [HistoryEvent.TextNumber: UInt64] = [:]
        /// The tickets of the fetches that wait for an answer.
        var underWay: Set<UInt64> = []
        /// Whether two fetches overlapped and no read has begun alone since then. In that case it is unknown which read
        /// a page belongs to.
        var isCrossed = false
        /// The moment at which the user signed out in the middle of a read that may continue.
        ///
        /// A fetch that is sent at that moment may request the next page of this read.
        var brokenOffAt: Instant?
    }

    private var sessions: [Session] = []
    /// The tickets of the fetches that request a later page of a read.
    ///
    /// The process may have ended by the time these fetches arrive at the service.
    private var asked: [Set<UInt64>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.sessions.grow(to: file.devices.count, with: Session())
        self.asked.grow(to: file.devices.count, with: [])
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .requestSent:
            guard event.request == .fetch else { return }
            self.sessions[device].isCrossed = self.sessions[device].isCrossed || !self.sessions[device].underWay.isEmpty
            self.sessions[device].underWay.insert(event.ticket)
            if self.sessions[device].hasBegun || self.sessions[device].brokenOffAt == event.moment {
                self.asked[device].insert(event.ticket)
            }
        case .requestLost:
            self.sessions[device].underWay.remove(event.ticket)
            self.asked[device].remove(event.ticket)
        // Requests over a broken connection get no answer.
        case .connectFailed, .connected: self.sessions[device].underWay = []
        case .pageServed:
            let isExpected = file.request.map { self.asked[device].remove($0.ticket) != nil } ?? false
            guard event.page.isContinued else { return }
            bench.judge(atRisk: true)
            guard !isExpected else { return }
            bench.object(
                "kept", [index],
                "\(file.name(device)) continued a read that its current process had not started")
        case .answerArrived:
            // A late answer may belong to a read that timed out.
            let isLate = file.devices[device].patience.isOver(event.ticket, at: file.now(event))
            let page = file.devices[device].page(event.ticket)
            self.sessions[device].underWay.remove(event.ticket)
            if isLate || page?.kind.isContinued == false {
                self.sessions[device].gone = [:]
                if self.sessions[device].underWay.isEmpty { self.sessions[device].isCrossed = false }
            }
            guard let page else { return }
            if !page.kind.isLast { self.sessions[device].hasBegun = true }
        case .changeArrived: self.read(event, at: index, device, file, &bench)
        case .signedOut:
            let isInMidst = self.sessions[device].hasBegun
            self.sessions[device] = Session(brokenOffAt: isInMidst ? event.moment : nil)
        default: self.sessions[device] = Session()
        }
    }

    private mutating func read(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        switch event.change {
        case _ where self.sessions[device].isCrossed: break
        case .deleted?, .expired?: self.sessions[device].gone[event.subject] = event.generation
        case .new?, .updated?:
            guard let generation = self.sessions[device].gone[event.subject] else { return }
            bench.judge(atRisk: true)
            guard event.generation <= generation else { return }
            bench.object(
                "came after its end", [index],
                """
                in one read of \(file.name(device)), \(file.name(event.subject)) came again after it was reported as \
                gone
                """)
        case nil: break
        }
    }
}
