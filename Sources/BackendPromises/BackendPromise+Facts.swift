extension BackendPromise {
    /// The facts about this promise: the promise itself, its danger, its usual mistake and the harm. The article on
    /// backends has a table of the same facts.
    package var facts: BackendPromiseFacts {
        switch self {
        case .b1:
            BackendPromiseFacts(
                name: "no push after 410",
                promise: "After a push was answered with 410, the backend sends nothing more to that token until it is "
                    + "registered again.",
                threat: "a device token that becomes inactive",
                mistake: "Logging the 410 and keeping the token.",
                harm: "The push service closes connections of senders that push to inactive tokens.")
        case .b2:
            BackendPromiseFacts(
                name: "every push gets an answer",
                promise: "A push that got 429, 500 or 503, or no answer, is sent again.",
                threat: "an overloaded push service, and connections that end",
                mistake: "Treating every failed push as a final failure.",
                harm: "A failure of one second loses a notification.")
        case .b3:
            BackendPromiseFacts(
                name: "retries back off",
                promise:
                    "Only the first retry of a push may be immediate. The backend waits before each further retry.",
                threat: "a push service that refuses the same push several times",
                mistake: "Sending again in a loop without a pause.",
                harm: "An overloaded push service gets more requests, and blocks the sender.")
        case .b4:
            BackendPromiseFacts(
                name: "retries are bounded",
                promise: "A push is sent at most \(Self.mostRetries + 1) times.",
                threat: "a push service that refuses a push for a long time",
                mistake: "Retrying until it works.",
                harm: "Old pushes fill the connection, and new ones have to wait.")
        case .b5:
            BackendPromiseFacts(
                name: "a retry keeps its apns-id",
                promise: "A retry has the same apns-id as the first attempt.",
                threat: "any retry",
                mistake: "Creating a new id for each request instead of for each push.",
                harm: "A repeated push looks like a new push.")
        case .b6:
            BackendPromiseFacts(
                name: "no device is woken twice",
                promise: "A push that was accepted is not sent again. If its answer was lost, a retry has the same "
                    + "apns-id.",
                threat: "an answer that is lost after the push was accepted",
                mistake: "Repeating a request without an apns-id when the connection ends.",
                harm: "The user sees the same alert twice, or the device wakes for nothing.")
        case .b7:
            BackendPromiseFacts(
                name: "provider tokens last 20 to 60 minutes",
                promise: "A connection keeps each provider token for at least 20 minutes and at most 60 minutes.",
                threat: "several pushes on one connection, and a process that runs for more than an hour",
                mistake: "Signing a new token for each push, or signing only one token, at start.",
                harm: "Pushes are refused with TooManyProviderTokenUpdates or ExpiredProviderToken.")
        case .b8:
            BackendPromiseFacts(
                name: "background pushes have the right headers",
                promise: "A push that only wakes the app has 'apns-push-type: background' and 'apns-priority: 5'.",
                threat: "any silent push",
                mistake: "Sending silent pushes with the headers of alerts, or without headers.",
                harm: "The push service delays or drops the push, and watches never get it.")
        case .b9:
            BackendPromiseFacts(
                name: "late pushes expire",
                promise: "A late call is harmful, so pushes of type voip and pushtotalk have an 'apns-expiration'. No "
                    + "push expires before it is sent.",
                threat: "a call, and any push with an expiration",
                mistake: "Omitting the expiration, or giving it in milliseconds or as a duration.",
                harm: "The phone rings for a call that ended long ago, or a push never arrives.")
        case .b10:
            BackendPromiseFacts(
                name: "connections are reused",
                promise: "Pushes share connections. The backend does not open a connection for each push.",
                threat: "several pushes in a short time",
                mistake: "Creating a client for each push.",
                harm: "The push service may treat this as an attack, and each push takes ten times as long.")
        case .b11:
            BackendPromiseFacts(
                name: "the whole batch is sent",
                promise: "A failed push does not stop the others: each device gets as many pushes as without "
                    + "faults.",
                threat: "a failed push in the middle of a batch",
                mistake: "Ending the loop at the first failure.",
                harm: "One inactive token prevents all later pushes in the list.")
        }
    }

    /// The maximum number of retries of one push.
    static let mostRetries = 10
}
