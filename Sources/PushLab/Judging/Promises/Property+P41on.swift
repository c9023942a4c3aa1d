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
