/// Promises about the way of a change from its commit to the user, and about the end of a run.
extension Property {
    var factsOfTheFlow: PropertyFacts {
        switch self {
        case .p35:
            PropertyFacts(
                "flow order", .always,
                promise: "Every change takes the whole way in its order: committed, tapped, recognised, fetched over "
                    + "a verified connection, called back, and only then is the push finished.",
                threat: "any tap that leads to a fetch",
                mistake: "Finishing the push before what it is about has been fetched and shown.",
                harm: "The system puts the app to sleep in the middle, and the user learns of it on opening the app.")
        case .p36:
            PropertyFacts(
                "no crash, every completion once", .always,
                promise: "An app does not die by itself. It finishes every push exactly once, within 30 seconds.",
                threat: "a push that starts the process, and accounts that come and go",
                mistake: "Leaving the completion out where something failed, or calling it on two ways at once.",
                harm: "The system ends the app, and wakes it less and less.")
        case .p37:
            PropertyFacts(
                "at most one alert", .always,
                promise: "A device alerts its user at most once for each life of a notification.",
                threat: "an app that dies, or sets itself up again, while a notification waits",
                mistake: "Alerting for everything that is read, without remembering what was alerted, or of what the "
                    + "system alerts by itself, which is judged of apps on the SDK alone.",
                harm: "The phone rings again and again for the same thing.")
        case .p38:
            PropertyFacts(
                "one registration per cause", .always,
                promise: "An app registers and subscribes once for each reason: a launch, a new push address, an "
                    + "account that signs in, a registration that ages.",
                threat: "a push address that changes while the app is set up",
                mistake: "Registering at each place in the code that hears of the address, or never when a "
                    + "registration ages, which is judged of apps on the SDK alone.",
                harm: "The service does everything three times, and may tap three times.")
        case .p39:
            PropertyFacts(
                "kept until expired or deleted", .always,
                promise: "The service keeps a notification until it expires or is deleted. To read or dismiss it "
                    + "removes nothing.",
                threat: "a notification that is dismissed, and a device that reads the history afterwards",
                mistake: "Clearing away what was dismissed.",
                harm: "On a new device the history is empty.")
        default:
            PropertyFacts(
                "calm ends", .atRest,
                promise: "When nothing is disturbed any more, everything comes to rest within two hours of virtual "
                    + "time: no message, retry or sync is left.",
                threat: "failures that somebody tries to make up for",
                mistake: "Trying again at once and without end, or answering each other's changes with changes.",
                harm: "Batteries drain while nothing happens.")
        }
    }
}
