import Basics
import FeedContract
import NotificationFeed

/// A client that knows only the pages it reads, and keeps their combined result.
struct FoldingReader {
    let feed: FeedKey
    /// The notifications that were neither deleted nor expired, by id.
    private(set) var view: [ExactText: Change] = [:]
    private var kept: Cursor?
    private var going: Cursor?
    private var pending: [Change] = []

    init(_ feed: FeedKey) { self.feed = feed }

    var request: FetchRequest { FetchRequest(host: self.feed.host, cursor: self.going ?? self.kept) }

    /// Processes an answer. Returns true if the answer was the last page of a read.
    mutating func take(_ answer: FeedAnswer) -> Bool {
        switch answer {
        case .page(let page):
            self.pending += page.changes
            switch page.next {
            case .more(let cursor): self.going = cursor
            case .done(let cursor):
                if page.isFull { self.view = [:] }
                for change in self.pending {
                    let isOver = change.kind == .deleted || change.kind == .expired
                    self.view[ExactText(change.id)] = isOver ? nil : change
                }
                self.interrupt()
                self.kept = cursor
                return true
            }
        case .refused(let refusal) where refusal.code == .resyncRequired:
            self.interrupt()
            self.kept = nil
        default: break
        }
        return false
    }

    /// Abandons a read between two of its pages.
    mutating func interrupt() {
        self.going = nil
        self.pending = []
    }
}
