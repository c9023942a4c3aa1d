import Basics

/// A page leaves nothing out: each notification that changed in its range and not since then is on it.
struct NoSkip: Judge {
    static var property: Property { .p5 }
    static var interests: [HistoryEvent.Kind] { PageReading.interests }

    private var reading = PageReading()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let read = self.reading.see(event, at: index, file) else { return }
        let wanted = read.wanted.filter { $0.change != .deleted }
        bench.judge(atRisk: wanted.count > 1 || !wanted.isEmpty && !read.page.kind.isLast)
        guard let missed = wanted.first(where: { !read.ids.contains($0.id) }) else { return }
        bench.object(
            "skipped", [missed.index, read.page.index, index],
            """
            \(file.name(read.device)) read from \(read.page.from) to \(read.page.to) and was not told of \
            \(file.name(missed.id)), version \(missed.version)
            """)
    }
}

/// Nobody is led past a deletion without hearing of it.
struct NoSkippedDeletion: Judge {
    static var property: Property { .p6 }
    static var interests: [HistoryEvent.Kind] { PageReading.interests }

    private var reading = PageReading()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let read = self.reading.see(event, at: index, file) else { return }
        let wanted = read.wanted.filter { $0.change == .deleted }
        guard !wanted.isEmpty else { return }
        // A mark that is forgotten harms whoever still has the notification.
        let isHeld = wanted.contains { file.devices[read.device].heard[$0.id] != nil }
        bench.judge(atRisk: isHeld)
        guard let missed = wanted.first(where: { !read.ids.contains($0.id) }) else { return }
        bench.object(
            "skipped deletion", [missed.index, read.page.index, index],
            """
            \(file.name(read.device)) read from \(read.page.from) to \(read.page.to) and was not told that \
            \(file.name(missed.id)) was deleted in between
            """)
    }
}

/// Puts the pages that devices receive together, each with what has to be on it.
struct PageReading: Sendable {
    static var interests: [HistoryEvent.Kind] { [.pageServed, .answerArrived, .changeArrived] }

    /// A page that has arrived whole.
    struct Read: Sendable {
        var device: Int
        var page: DeviceRecord.Page
        var wanted: [FeedRecord.Entry]
        var ids: Set<HistoryEvent.TextNumber>
    }

    private struct Wanted: Sendable {
        var device: Int
        var page: Int
        var entries: [FeedRecord.Entry]
    }

    private var wanted: [Wanted] = []
    private var current: (read: Read, left: UInt64)?

    /// The page that is whole with this event; nil when none is.
    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile) -> Read? {
        switch event.kind {
        case .pageServed:
            guard let device = event.party.device else { return nil }
            self.wanted.append(Wanted(device: device, page: index, entries: Self.wanted(event, device, file)))
            if self.wanted.count > 64 { self.wanted.removeFirst() }
            return nil
        case .answerArrived:
            self.current = nil
            guard let device = event.actor.device, let page = file.devices[device].page(event.first),
                let place = self.wanted.firstIndex(where: { $0.page == page.index })
            else { return nil }
            let read = Read(device: device, page: page, wanted: self.wanted.remove(at: place).entries, ids: [])
            if event.second == 0 { return read }
            self.current = (read, event.second)
            return nil
        default:
            guard self.current?.read.device == event.actor.device else { return nil }
            self.current?.read.ids.insert(event.subject)
            self.current?.left -= 1
            guard let current = self.current, current.left == 0 else { return nil }
            self.current = nil
            return current.read
        }
    }

    /// Who reads everything need not hear of what expired, nor of what lies too far back.
    private static func wanted(_ event: HistoryEvent, _ device: Int, _ file: CaseFile) -> [FeedRecord.Entry] {
        let kind = PageKind(number: event.detail)
        let days = UInt64(kind.days ?? 29)
        let horizon = file.now(event).subtractingOrZero(days * UInt64(Interval.days(1).microseconds))
        return file.feed(of: device).newest(after: event.first, upTo: event.second).filter { entry in
            (!kind.isFull || entry.change != .expired) && entry.time >= horizon
        }
    }
}

extension UInt64 {
    fileprivate func subtractingOrZero(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
