extension Property {
    /// The facts of the promises about requests to the service.
    var factsOfRequests: PropertyFacts {
        switch self {
        case .p41:
            PropertyFacts(
                "a commit is what was asked for", .always,
                promise: "The service commits what a request asks for: a change of one field leaves the others alone, "
                    + "and a change of what is over changes nothing.",
                threat: "a save that names one field while the other one is set",
                mistake: "Writing all fields of a request, those that it leaves out as well.",
                harm: "A notification that its user dismissed is back because it was marked as read.")
        case .p43:
            PropertyFacts(
                "documented answers", .always,
                promise: "A push service and the service answer what is odd as they document it: with the status, the "
                    + "reason and the headers, and what is sound they accept whole.",
                threat: "a sender or publisher with a mistake in its request",
                mistake: "Testing a sender against a service that accepts everything.",
                harm: "An app server that works in every test is refused in production.")
        case .p44:
            PropertyFacts(
                "the user's last word", .both,
                promise: "What a user does on a device takes effect once, and of several acts the last one counts. The "
                    + "device shows it as done, also after a restart, until the service accepts it or another change "
                    + "comes after it.",
                threat: "an app that dies, or has no network, after its user did something",
                mistake: "Sending what the user did in the background without keeping it first, which is judged of "
                    + "apps on the SDK alone.",
                harm: "What the user dismissed on the train is back in the evening.")
        case .p45:
            PropertyFacts(
                "every push accounted for", .both,
                promise: "Every push that a push service accepted reaches its app, or is dropped for a reason that is "
                    + "true. What is held comes when nothing holds it any more: at the latest when the app is on the "
                    + "screen and all has come to rest.",
                threat:
                    "a device that is offline, locked or saves power, and an app that is swiped away or reinstalled",
                mistake: "Forgetting to look for waiting pushes when a device comes back.",
                harm: "A phone that was offline once is never woken again.")
        default:
            PropertyFacts(
                "one request, one commit", .always,
                promise: "A publication is stored once, however often its publisher repeats the request with the same "
                    + "request id.",
                threat: "an answer to a publisher that gets lost",
                mistake: "Remembering a request only after it was answered, or for a shorter time than its retries "
                    + "take.",
                harm: "The same notification comes again, and the user is alerted again.")
        }
    }
}
