/// The JSON spelling of the values in this vocabulary.
enum Words {
    static let kinds: [(String, Change.Kind)] = [
        ("new", .new), ("updated", .updated), ("deleted", .deleted), ("expired", .expired),
    ]
    static let readStates: [(String, ReadState)] = [("unread", .unread), ("read", .read)]
    static let actions: [(String, UserActionState)] = [
        ("noInteraction", .noInteraction), ("activated", .activated), ("dismissed", .dismissed),
        ("snoozed", .snoozed),
    ]
    static let priorities: [(String, NotificationPriority)] = [("none", .none), ("high", .high), ("low", .low)]
    static let channels: [(String, PushChannel.Kind)] = [
        ("apns", .apns), ("fcm", .fcm), ("wns", .wns), ("web", .web), ("polling", .polling),
    ]
    static let refusals: [(String, FeedRefusal.Code)] = [
        ("invalidRequest", .invalidRequest), ("unauthenticated", .unauthenticated),
        ("notAuthorized", .notAuthorized), ("insufficientScope", .insufficientScope),
        ("unknownSubscription", .unknownSubscription), ("overtaken", .overtaken), ("throttled", .throttled),
        ("resyncRequired", .resyncRequired), ("tooLarge", .tooLarge), ("unavailable", .unavailable),
    ]
}
