/// Promises about the path of a change from its commit to the user, and about the end of a run.
extension Property {
    var factsOfTheFlow: PropertyFacts {
        switch self {
        case .p35:
            PropertyFacts(
                "flow order", .always,
                promise: "Every change passes each stage in order: commit, tap, recognition, fetch over a verified "
                    + "connection, callback, and only then completion of the push.",
                threat: "any tap that triggers a fetch",
                mistake: "Completing the push before its change has been fetched and shown.",
                harm: "The system suspends the app in the middle, and the user sees the change only after opening the "
                    + "app.")
        case .p36:
            PropertyFacts(
                "no crash, every completion once", .always,
                promise: "An app does not crash on its own. It completes every push exactly once, within 30 seconds.",
                threat: "a push that starts the process, and accounts that come and go",
                mistake: "Not calling the completion after a failure, or calling it from two code paths.",
                harm: "The system kills the app, and wakes it less and less.")
        case .p37:
            PropertyFacts(
                "at most one alert", .always,
                promise: "A device alerts its user at most once for each notification. An id that is published again "
                    + "counts as a new notification.",
                threat: "an app that dies, or sets itself up again, while a notification is active",
                mistake: "Alerting for everything that a read returns, without remembering which alerts the app and "
                    + "the system have already shown. Alerts of the system are judged only for apps on the SDK.",
                harm: "The phone rings again and again for the same thing.")
        case .p38:
            PropertyFacts(
                "one registration per cause", .always,
                promise: "An app registers and subscribes once for each reason: a launch, a new push token, an account "
                    + "that signs in, an old registration.",
                threat: "a push token that changes while the app is set up",
                mistake: "Registering at every place in the code that receives the token, or never renewing an old "
                    + "registration. The second mistake is judged only for apps on the SDK.",
                harm: "The service does everything three times, and may send three taps.")
        case .p39:
            PropertyFacts(
                "kept until expired or deleted", .always,
                promise: "The service keeps a notification until it expires or is deleted. Reading or dismissing it "
                    + "removes nothing.",
                threat: "a notification that is dismissed, and a device that reads the history afterwards",
                mistake: "Removing what was dismissed.",
                harm: "On a new device, the history is empty.")
        default:
            PropertyFacts(
                "activity ends", .atRest,
                promise: "When the faults stop, everything settles within two hours of virtual time: no message, retry "
                    + "or sync is left.",
                threat: "failures that are retried",
                mistake: "Retrying at once and forever, or devices that answer each other's changes with new changes.",
                harm: "Batteries drain while nothing happens.")
        }
    }
}
