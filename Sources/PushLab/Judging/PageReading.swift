import Basics

/// Assembles the pages that devices receive. Also records the entries that each page must contain.
struct PageReading: Sendable {
    /// The events that can complete a page.
    static var endings: [HistoryEvent.Kind] { [.answerArrived, .changeArrived] }

    /// A page that has arrived completely.
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

    /// Returns the page that this event completes, or nil if it does not complete a page.
    mutating func see(
        _ event: HistoryEvent, at index: Int, _ devices: [DeviceRecord], _ feeds: [FeedRecord]
    ) -> Read? {
        switch event.kind {
        case .pageServed:
            guard let device = event.party.device else { return nil }
            let entries = Self.wanted(event, feeds[devices[device].user])
            self.wanted.append(Wanted(device: device, page: index, entries: entries))
            if self.wanted.count > 64 { self.wanted.removeFirst() }
            return nil
        case .answerArrived:
            self.current = nil
            guard let device = event.actor.device, let page = devices[device].page(event.ticket),
                let place = self.wanted.firstIndex(where: { $0.page == page.index })
            else { return nil }
            let read = Read(device: device, page: page, wanted: self.wanted.remove(at: place).entries, ids: [])
            if event.changeCount == 0 { return read }
            self.current = (read, event.changeCount)
            return nil
        case .changeArrived:
            guard self.current?.read.device == event.actor.device else { return nil }
            self.current?.read.ids.insert(event.subject)
            self.current?.left -= 1
            guard let current = self.current, current.left == 0 else { return nil }
            self.current = nil
            return current.read
        default: return nil
        }
    }

    /// Returns the entries that a page must contain.
    ///
    /// A full read may leave out expired notifications and old changes.
    private static func wanted(_ event: HistoryEvent, _ feed: FeedRecord) -> [FeedRecord.Entry] {
        let kind = event.page
        let days = UInt64(kind.days ?? 29)
        let horizon = LabTime.number(of: event.moment).subtractingOrZero(days * UInt64(Interval.days(1).microseconds))
        return feed.newest(after: event.pageStart, upTo: event.pageEnd).filter { entry in
            (!kind.isFull || entry.change != .expired) && entry.time >= horizon
        }
    }
}

extension UInt64 {
    fileprivate func subtractingOrZero(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
