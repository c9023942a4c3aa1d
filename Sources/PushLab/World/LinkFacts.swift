import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

extension FeedRequest {
    /// The kind of the request in histories.
    var kind: RequestKind {
        switch self {
        case .fetch: .fetch
        case .save: .save
        case .delete: .delete
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .register: .register
        case .unregister: .unregister
        }
    }

    /// The subject of the request: a notification, an address or a subscription.
    var subject: String? {
        switch self {
        case .save(let request): request.id
        case .delete(let request): request.id
        case .register(let request): request.channel.token
        case .unsubscribe(let request): request.subscription
        case .fetch, .subscribe, .unregister: nil
        }
    }

    /// The installation that the request is for.
    var installation: String? {
        switch self {
        case .subscribe(let request): request.device
        case .register(let request): request.device
        case .unregister(let request): request.device
        case .fetch, .save, .delete, .unsubscribe: nil
        }
    }

    /// The subscription that the request names as its origin.
    var signature: String? {
        switch self {
        case .save(let request): request.subscription
        case .delete(let request): request.subscription
        case .fetch(let request): request.subscription
        case .subscribe, .unsubscribe, .register, .unregister: nil
        }
    }

    /// The details of the request beyond its kind.
    var wishes: RequestWishes {
        switch self {
        case .subscribe(let request): RequestWishes(isQuiet: request.isQuiet)
        case .save(let request):
            RequestWishes(
                isRead: request.readState.map { $0 == .read },
                action: request.userActionState.map(AppChange.Action.init))
        case .fetch, .delete, .unsubscribe, .register, .unregister: RequestWishes()
        }
    }

    /// The number by which the service recognises an outdated request: a generation, or the installation's count of
    /// requests.
    var edition: UInt64? {
        switch self {
        case .save(let request): request.generation
        case .delete(let request): request.generation
        case .register(let request): request.serial
        case .unregister(let request): request.serial
        case .subscribe(let request): request.serial
        case .unsubscribe(let request): request.serial
        case .fetch: nil
        }
    }
}

extension FeedAnswer {
    /// The status in histories: the HTTP status.
    var status: Int {
        switch self {
        case .refused(let refusal): refusal.status
        case .saved(let result): result.succeeded ? 200 : 409
        case .page, .subscribed, .registered, .done: 200
        }
    }

    var changeCount: Int {
        if case .page(let page) = self { page.changes.count } else { 0 }
    }
}

extension LinkFault {
    var asConnectionFault: ConnectionFault {
        switch self {
        case .offline: .noNetwork
        case .unreachable: .unreachable
        case .untrusted: .untrusted
        case .broken: .broken
        case .timedOut: .timedOut
        }
    }
}
