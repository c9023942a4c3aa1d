/// A process never reads again from behind where it has got to, unless it begins anew and says so.
struct CursorMonotone: Judge {
    static var property: Property { .p4 }
    static var interests: [HistoryEvent.Kind] {
        [
            .pageServed, .requestSent, .answerArrived, .launched, .installed, .signedIn, .signedOut,
            .requestLost, .connectFailed,
        ]
    }

    private struct Cursor {
        var reach: UInt64
        var index: Int
        var isShaken = false
    }

    private var cursors: [Cursor?] = []
    /// What each device knew when it asked.
    private var asked: [[UInt64: Cursor]] = []
    /// The fetch that each device sent last.
    private var latest: [UInt64] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.cursors.grow(to: file.devices.count, with: nil)
        self.asked.grow(to: file.devices.count, with: [:])
        self.latest.grow(to: file.devices.count, with: 0)
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .requestSent:
            guard event.request == .fetch else { return }
            self.asked[device][event.first] = self.cursors[device]
            self.latest[device] = event.first
        case .pageServed: self.judge(event, at: index, device, file, &bench)
        case .answerArrived:
            // Who sleeps does not read it, and may have given it up when it wakes. Who asked again need not heed it.
            guard let page = file.devices[device].page(event.first), page.kind.isLast, file.devices[device].isAwake,
                self.latest[device] == event.first
            else { return }
            // Two pages under way may come in the wrong order; the process keeps the one that got further.
            let reach = max(page.to, self.cursors[device]?.reach ?? 0)
            self.cursors[device] = Cursor(reach: reach, index: page.index)
        case .requestLost, .connectFailed: self.cursors[device]?.isShaken = true
        default:
            self.cursors[device] = nil
            self.asked[device] = [:]
        }
    }

    private mutating func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let kind = PageKind(number: event.detail)
        guard !kind.isFull else { return self.cursors[device] = nil }
        if event.second < event.first {
            bench.judge()
            return bench.object(
                "backwards", [index], "\(file.name(device)) was led back from \(event.first) to \(event.second)")
        }
        guard let ticket = file.request?.first, let cursor = self.asked[device].removeValue(forKey: ticket),
            !kind.isContinued
        else { return }
        bench.judge(atRisk: cursor.isShaken)
        guard event.first < cursor.reach else { return }
        bench.object(
            "stale", [cursor.index, index],
            "\(file.name(device)) read from \(event.first) though it had got to \(cursor.reach) before")
    }
}
