/// Promises about callbacks of apps, and what their users see.
extension Property {
    var factsOfCallbacks: PropertyFacts {
        switch self {
        case .p12:
            PropertyFacts(
                "at most one callback", .always,
                promise: "Each reader is called back at most once for each version of a notification, and at most "
                    + "twice where the app died in between.",
                threat: "a tap and a sync at the same time, and an app that dies after a callback",
                mistake: "Calling back for the tap and for the fetch that it led to.",
                harm: "The app does everything twice.")
        case .p13:
            PropertyFacts(
                "at least one callback", .atRest,
                promise: "When all has come to rest, each reader was called back for every version that its device "
                    + "fetched, or for a later one.",
                threat: "a page that brings something new, and an app that dies while it fetches",
                mistake: "Swallowing an error, and moving on as if all had been read.",
                harm: "The news is on the device, and its user never sees it.")
        case .p14:
            PropertyFacts(
                "callbacks in order", .always,
                promise: "Callbacks for a notification come in the order of its versions, and none comes after its "
                    + "deletion, until it is published again.",
                threat: "fetches at the same time, and answers that overtake each other",
                mistake: "Fetching twice at once, and taking whatever arrives as it arrives.",
                harm: "An old state appears over a newer one.")
        case .p15:
            PropertyFacts(
                "deleted stays deleted", .always,
                promise: "Once a device has taken in that a notification was deleted it never shows it again, "
                    + "whatever arrives later. To publish the same id again begins a new life, which is judged anew.",
                threat: "a tap, a page or an answer from before the deletion that arrives after it",
                mistake: "Showing what a late page or push says, without remembering what was deleted.",
                harm: "A notification that its user deleted is back.")
        case .p16:
            PropertyFacts(
                "dismissed stays dismissed", .both,
                promise: "A device never shows an older version of a notification than it has shown before, and when "
                    + "all has come to rest no alert is left of one that was dealt with on any device.",
                threat: "a dismissal on one device while the notification is on its way to another",
                mistake: "Alerting for a push without asking what became of the notification meanwhile.",
                harm: "The watch rings for what was dismissed on the phone.")
        default:
            PropertyFacts(
                "expired everywhere", .both,
                promise: "After its expiry no tap is sent for a notification and no fetch brings it as current. Its "
                    + "expiry is told once, and when all has come to rest no device shows it.",
                threat: "a notification that expires while it is on its way, or while a device is away",
                mistake: "Letting it expire at the service alone, with no change that tells the devices.",
                harm: "Yesterday's offer is still on the tablet.")
        }
    }
}
