package import Basics
import FeedContract

/// The rules of `POST /beta/me/notifications`. They turn a request into either an order to store a notification or an
/// answer.
///
/// The checks run in this order: path, method, token with its scope, app, load, headers, user, body. The first check
/// that fails ends the reading. For the body, all problems are reported at once.
package struct PublishRules: Hashable, Sendable {
    /// The beginning of all URLs in answers.
    package var root = "https://graph.microsoft.com/beta"
    /// Whether every lifetime is cut to the default, as in the original's examples of 2018 and 2019.
    package var expiresWithinAWeek = false
    /// Clients that may not publish, even if their tokens allow it.
    package var blockedClients: [String] = []

    package init() {}

    /// The path of the collection of notifications. A trailing slash is also accepted.
    package static let path = "/beta/me/notifications"

    /// Reads a request that arrived at `now`.
    package func read(_ request: PublishRequest, at now: Instant, inflate: Inflate) -> PublishReading {
        let reader = RequestReader(request: request, rules: self, now: now)
        do throws(PublishProblem) {
            try reader.checkRoute()
            let caller = try reader.caller()
            try reader.checkLoad()
            try reader.checkConditions()
            let (user, addressee) = try reader.addressee(of: caller)
            let name = try reader.clientRequestId()
            let body = try reader.body(inflate)
            let root = try reader.json(body)
            var notifications = NotificationReader(body: body, now: now, rules: self)
            let notification = notifications.read(root)
            // A request with a client request id may be repeated after its notification has expired. Such a repeat gets
            // the earlier answer.
            guard let notification = notification ?? (name == nil ? nil : notifications.past) else {
                return .answer(reader.refusal(notifications.problems))
            }
            var order = PublishOrder(
                app: caller.client, user: user, addressee: addressee, notification: notification,
                requestId: request.id, clientRequestId: name)
            order.lateness = notifications.problems.first
            return .order(order)
        } catch {
            return .answer(reader.refusal([error]))
        }
    }

    /// Returns the answer after a notification is stored. A repeat with the same client request id gets the same
    /// answer.
    package func created(
        _ notification: PublishReceipt, for order: PublishOrder, at now: Instant
    ) -> PublishAnswer {
        let names = PublishAnswer.RequestNames(request: order.requestId, client: order.clientRequestId)
        return PublishAnswer(created: notification, for: order.user, names, root: self.root, at: now)
    }

    /// Returns the answer if the rate or load limit is exceeded only at the time when the notification is stored.
    func refusal(_ load: PublishLoad, for order: PublishOrder, at now: Instant) -> PublishAnswer {
        guard let problem = load.problem else { preconditionFailure("a normal load is no reason to refuse") }
        return self.refusal(problem, for: order, at: now)
    }

    /// Returns the answer when storing fails for a reason that was not known when the request was read, such as a
    /// subscription that has just ended.
    func refusal(_ refusal: FeedRefusal, for order: PublishOrder, at now: Instant) -> PublishAnswer {
        let wait = Interval.seconds(Int64(refusal.retryAfter ?? 1))
        switch refusal {
        case .unreachableUser: return self.refusal(RequestReader.strangeUser, for: order, at: now)
        case .unknownHost, .strangeApp:
            return self.refusal(PublishProblem(.hostNotAuthorized, refusal.message), for: order, at: now)
        case _ where refusal.code == .throttled: return self.refusal(.throttled(retryAfter: wait), for: order, at: now)
        case _ where refusal.code == .invalidRequest:
            // The body was valid when it was read. So the only possible problem is an expiration that no longer fits
            // the current time.
            let problem = order.lateness ?? PublishProblem(.invalidExpiration, refusal.message)
            return self.refusal(problem, for: order, at: now)
        default: return self.refusal(.busy(retryAfter: wait), for: order, at: now)
        }
    }

    private func refusal(_ problem: PublishProblem, for order: PublishOrder, at now: Instant) -> PublishAnswer {
        let names = PublishAnswer.RequestNames(request: order.requestId, client: order.clientRequestId)
        return PublishAnswer(refusing: [problem], names, at: now)
    }
}

extension PublishLoad {
    var problem: PublishProblem? {
        switch self {
        case .normal: nil
        case .throttled(let wait):
            Self.problem(.throttled, "Too many notifications for this app or user", wait)
        case .busy(let wait):
            Self.problem(.busy, "The service is busy", wait)
        }
    }

    private static func problem(_ error: PublishError, _ reason: String, _ wait: Interval) -> PublishProblem {
        let microseconds = max(wait.microseconds, 1)
        let seconds = microseconds / 1_000_000 + (microseconds % 1_000_000 > 0 ? 1 : 0)
        let unit = seconds == 1 ? "second" : "seconds"
        return PublishProblem(
            error, "\(reason); try again in \(seconds) \(unit).", headers: [.init("Retry-After", String(seconds))])
    }
}
