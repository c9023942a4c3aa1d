import Basics
import FeedContract
import NotificationFeed

/// A feed that keeps its complete history of steps. The history is never trimmed, and every question is answered by a
/// search through all steps.
struct ReferenceFeed {
    struct Step {
        var kind: Change.Kind
        var id: String
        var serverId: String
        var generation: UInt64
        var read: ReadState = .unread
        var action: UserActionState = .noInteraction
        var content: Content?
        var group: String?
        var priority: NotificationPriority = .none
        var expiration: Instant
        var time: Instant
        var author: String?
        var version: UInt64 = 0
    }

    struct Fallback {
        var generation: UInt64
        var due: Instant
        var visual: Content.Visual
        var fetched: [String] = []
    }

    struct Request {
        var id: String
        var time: Instant
        var receipt: PublishReceipt
    }

    var epoch: UInt64
    var mask: UInt64
    var steps: [Step] = []
    /// The versions of deletions and expirations that were cleaned up.
    var forgotten: [UInt64] = []
    var fallbacks: [Fallback] = []
    var subscriptions: [SubscriptionRow] = []
    var requests: [Request] = []
    /// The times of the accepted publications.
    var accepted: [Instant] = []

    init(_ fresh: Fresh) {
        self.epoch = fresh.number / 4_294_967_296
        self.mask = fresh.number % 4_294_967_296
    }

    var head: UInt64 { UInt64(self.steps.count) }
    var floor: UInt64 { self.forgotten.max() ?? 0 }

    /// Returns the last step of the notification with this id. Returns nil if there is no step, or if the last step was
    /// a deletion or expiration that is already forgotten.
    func last(_ id: String) -> Step? {
        guard let step = self.steps.last(where: { Array($0.id.utf8) == Array(id.utf8) }) else { return nil }
        return self.forgotten.contains(step.version) ? nil : step
    }

    /// The last step of each notification, in the order of the log. Forgotten steps are left out.
    var lasts: [Step] {
        self.steps.filter { step in
            !self.forgotten.contains(step.version)
                && !self.steps.contains { $0.version > step.version && Array($0.id.utf8) == Array(step.id.utf8) }
        }
    }

    /// The notifications that a user should see.
    func visible(at now: Instant) -> [Step] {
        self.lasts.filter { ($0.kind == .new || $0.kind == .updated) && $0.expiration > now }
    }

    mutating func add(_ step: Step) -> Step {
        var step = step
        step.version = self.head + 1
        self.steps.append(step)
        return step
    }
}
