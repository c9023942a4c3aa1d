extension Property {
    /// The facts of the promises about requests to the service.
    var factsOfRequests: PropertyFacts {
        switch self {
        case .p41:
            PropertyFacts(
                "a commit matches its request", .always,
                promise: "The service commits exactly what a request asks for. A change of one field leaves the other "
                    + "fields alone. A change of a notification that has ended has no effect.",
                threat: "a save of one field while the other field is set",
                mistake: "Writing all fields of a notification, including those that the request leaves out.",
                harm: "A notification that the user dismissed is back because it was marked as read.")
        case .p43:
            PropertyFacts(
                "documented answers", .always,
                promise: "The service and the push services accept every valid request. They answer an invalid "
                    + "request as documented, with the right status, reason and headers.",
                threat: "a sender or publisher with a mistake in its request",
                mistake: "Testing a sender against a service that accepts everything.",
                harm: "An app server that works in every test is refused in production.")
        case .p44:
            PropertyFacts(
                "the user's last word", .both,
                promise: "A user's action on a device takes effect once, and the last of several actions wins. The "
                    + "device shows the action as done, even after a restart, until the service accepts it or a later "
                    + "change replaces it.",
                threat: "an app that dies, or has no network, after an action of its user",
                mistake: "Sending an action in the background without storing it first. This is judged only for apps "
                    + "on the SDK.",
                harm: "A notification that the user dismissed on the train is back in the evening.")
        case .p45:
            PropertyFacts(
                "every push accounted for", .both,
                promise: "Every push that a push service accepted either reaches its app, or is dropped for a "
                    + "reason that is true. A delayed push arrives when nothing delays it any more. When the app is "
                    + "on the screen and everything has settled, it must have arrived.",
                threat: "a device that is offline, locked or in Low Power Mode, and an app that is swiped away or "
                    + "reinstalled",
                mistake: "Forgetting to deliver waiting pushes when a device comes back.",
                harm: "A phone that was offline once never wakes again.")
        default:
            PropertyFacts(
                "one request, one commit", .always,
                promise: "A publication is stored once, even if its publisher repeats the request with the same "
                    + "request id.",
                threat: "an answer to a publisher that gets lost",
                mistake: "Storing a request only after answering it, or forgetting it before its last retry.",
                harm: "The same notification comes again, and the user is alerted again.")
        }
    }
}
