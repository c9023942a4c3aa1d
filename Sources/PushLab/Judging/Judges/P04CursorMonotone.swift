import Basics

/// Judges P4: a process never reads from before the point that it has already reached, unless it reads everything
/// again.
struct CursorMonotone: Judge {
    static var property: Property { .p4 }
    static var interests: [HistoryEvent.Kind] {
        [
            .pageServed, .requestSent, .answerArrived, .launched, .installed, .signedIn, .signedOut,
            .requestLost, .requestGivenUp, .connectFailed, .connected, .userActed,
        ]
    }

    private struct Cursor {
        var reach: UInt64
        var index: Int
        var isShaken = false
    }

    private struct Fetch {
        var ticket: UInt64
        var since: UInt64
        /// Whether the process may ignore the answer to this fetch.
        ///
        /// It may do so if another fetch was pending at the same time. It may also do so if the user acted in the
        /// meantime, because then the process may read again.
        var isCrossed: Bool
    }

    private var cursors: [Cursor?] = []
    /// The cursor of each device at the time of each request.
    private var asked: [[UInt64: Cursor]] = []
    /// The pending fetches of each device.
    private var underWay: [[Fetch]] = []
    /// The ends of pages that came during another read and were not the last page. A page that continues at such an end
    /// belongs to the same read.
    private var crossedEnds: [Set<UInt64>] = []
    /// For each device, the time until which its process may wait for a fetch that was never sent. A fetch is not sent
    /// if there is no connection.
    private var unsentUntil: [UInt64] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.cursors.grow(to: file.devices.count, with: nil)
        self.asked.grow(to: file.devices.count, with: [:])
        self.underWay.grow(to: file.devices.count, with: [])
        self.crossedEnds.grow(to: file.devices.count, with: [])
        self.unsentUntil.grow(to: file.devices.count, with: 0)
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .requestSent:
            guard event.request == .fetch else {
                if event.request == .save || event.request == .delete { self.cross(device) }
                return
            }
            self.asked[device][event.ticket] = self.cursors[device]
            self.cross(device)
            let isCrossed =
                !self.underWay[device].isEmpty || file.now(event) <= self.unsentUntil[device]
                || file.devices[device].isWriting
            self.underWay[device].append(Fetch(ticket: event.ticket, since: file.now(event), isCrossed: isCrossed))
        case .userActed: self.cross(device)
        case .pageServed: self.judge(event, at: index, device, file, &bench)
        case .answerArrived:
            guard let fetch = self.end(event.ticket, of: device) else { return }
            if fetch.isCrossed, let page = file.devices[device].page(event.ticket), !page.kind.isLast {
                self.crossedEnds[device].insert(page.to)
            }
            // A sleeping app does not read the answer, and may time out when it wakes. An app that sent two requests
            // acts on only one answer.
            guard let page = file.devices[device].page(event.ticket), page.kind.isLast, file.devices[device].isAwake,
                !fetch.isCrossed, !Patience.isOver(file.now(event), since: fetch.since)
            else { return }
            // Two pending pages may arrive out of order. The process keeps the page that got further.
            let reach = max(page.to, self.cursors[device]?.reach ?? 0)
            self.cursors[device] = Cursor(reach: reach, index: page.index)
            self.crossedEnds[device] = []
        case .requestLost: self.cursors[device]?.isShaken = true
        case .connectFailed:
            self.cursors[device]?.isShaken = true
            self.unsentUntil[device] = file.now(event) + UInt64(LabDelays.silence.microseconds)
        // The process relies on the fetch until it learns that the fetch is lost.
        case .requestGivenUp: _ = self.end(event.ticket, of: device)
        // Requests that were pending when the previous connection broke get no answer.
        case .connected: self.underWay[device] = []
        default:
            self.cursors[device] = nil
            self.asked[device] = [:]
            self.underWay[device] = []
            self.crossedEnds[device] = []
        }
    }

    /// Notes that the process may ignore each pending fetch of a device.
    private mutating func cross(_ device: Int) {
        for place in self.underWay[device].indices { self.underWay[device][place].isCrossed = true }
    }

    private mutating func end(_ ticket: UInt64, of device: Int) -> Fetch? {
        guard let place = self.underWay[device].firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return self.underWay[device].remove(at: place)
    }

    private mutating func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let (kind, start, end) = (event.page, event.pageStart, event.pageEnd)
        guard !kind.isFull else { return self.cursors[device] = nil }
        if end < start {
            bench.judge()
            return bench.object(
                "backwards", [index],
                "a page moved the cursor of \(file.name(device)) back from version \(start) to \(end)")
        }
        if kind.isContinued, self.crossedEnds[device].contains(start), let ticket = file.request?.ticket,
            let place = self.underWay[device].firstIndex(where: { $0.ticket == ticket })
        {
            self.underWay[device][place].isCrossed = true
        }
        guard let ticket = file.request?.ticket, let cursor = self.asked[device].removeValue(forKey: ticket),
            !kind.isContinued
        else { return }
        bench.judge(atRisk: cursor.isShaken)
        guard start < cursor.reach else { return }
        bench.object(
            "stale", [cursor.index, index],
            "\(file.name(device)) read from version \(start), but its cursor had already reached \(cursor.reach)")
    }
}
