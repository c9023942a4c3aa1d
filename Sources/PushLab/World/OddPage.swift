import FeedContract
import NotificationFeed

/// The faults that the answer to a fetch may have when it arrives.
package enum OddPage: String, Hashable, Sendable, CaseIterable {
    /// The link to the next page leads to the same page.
    case loop = "loop_pages"
    /// The answer is not a page.
    case malformed = "malform_pages"
}

extension World {
    /// Returns the fault for the answer to a request, if the scenario has one.
    mutating func oddPage(for request: FeedRequest, of device: Int) -> OddPage? {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults, case .fetch(let fetch) = request,
            let odd = self.people.devices[device].faults.oddPages.first
        else { return nil }
        // A request for the first page has no earlier page that a loop could lead back to.
        if odd == .loop, fetch.cursor == nil { return nil }
        return self.people.devices[device].faults.oddPages.removeFirst()
    }
}

extension FeedAnswer {
    /// Returns the answer to a request with a fault applied.
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
