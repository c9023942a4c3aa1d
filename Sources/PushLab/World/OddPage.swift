import FeedContract
import NotificationFeed

/// What may be wrong with the answer to a fetch, though it arrives.
package enum OddPage: String, Hashable, Sendable, CaseIterable {
    /// Its link to the next page leads to itself.
    case loop = "loop_pages"
    /// It is no page at all.
    case malformed = "malform_pages"
}

extension World {
    /// What is wrong with the answer to a request, if a scenario wants something to be.
    mutating func oddPage(for request: FeedRequest, of device: Int) -> OddPage? {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults, case .fetch(let fetch) = request,
            let odd = self.people.devices[device].faults.oddPages.first
        else { return nil }
        // Who asks for the first page has nowhere to be led back to.
        if odd == .loop, fetch.cursor == nil { return nil }
        return self.people.devices[device].faults.oddPages.removeFirst()
    }
}

extension FeedAnswer {
    /// The answer to a request as it is when something is wrong with it.
    func spoiled(_ odd: OddPage?, for request: FeedRequest) -> FeedAnswer {
        switch (odd, self, request) {
        case (.malformed?, .page, _): return .done
        case (.loop?, .page(var page), .fetch(let fetch)):
            if let cursor = fetch.cursor { page.next = .more(cursor) }
            return .page(page)
        default: return self
        }
    }
}
