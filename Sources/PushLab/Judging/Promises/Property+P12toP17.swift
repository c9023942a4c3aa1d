/// Promises about callbacks of apps, and what their users see.
extension Property {
    var factsOfCallbacks: PropertyFacts {
        switch self {
        case .p12:
            PropertyFacts(
                "at most one callback", .always,
                promise: "Each reader is called back at most once for each version of a notification, and at most "
                    + "twice if the app died in between.",
                threat: "a tap and a sync at the same time, and an app that dies after a callback",
                mistake: "Calling back for the tap and again for the fetch that it triggered.",
                harm: "The app does everything twice.")
        case .p13:
            PropertyFacts(
                "at least one callback", .atRest,
                promise: "When everything has settled, each reader was called back for every version that its device "
                    + "fetched, or for a later one.",
                threat: "a page with something new, and an app that dies while it fetches",
                mistake: "Ignoring an error and continuing as if everything had been read.",
                harm: "The news is on the device, but the user never sees it.")
        case .p14:
            PropertyFacts(
                "callbacks in order", .always,
                promise: "Callbacks for a notification come in the order of its versions. After its deletion there are "
                    + "no more callbacks, unless it is published again.",
                threat: "concurrent fetches, and answers that arrive out of order",
                mistake: "Running two fetches at once and applying the answers in the order of arrival.",
                harm: "An old state replaces a newer one.")
        case .p15:
            PropertyFacts(
                "deleted stays deleted", .always,
                promise: "After a device has processed the deletion of a notification, it never shows this "
                    + "notification again, whatever arrives later. If the same id is published again, that is a new "
                    + "notification, which is judged separately.",
                threat: "a tap, a page or an answer that was sent before the deletion and arrives after it",
                mistake: "Showing what a late page or push says, without remembering deletions.",
                harm: "A notification that the user deleted is back.")
        case .p16:
            PropertyFacts(
                "dismissed stays dismissed", .both,
                promise: "A device never shows an older version of a notification after a newer one. When everything "
                    + "has settled, no device still alerts for a notification that was handled on any device.",
                threat: "a dismissal on one device while the notification is on its way to another",
                mistake: "Alerting for a push without checking the current state of the notification.",
                harm: "The watch rings for a notification that was dismissed on the phone.")
        default:
            PropertyFacts(
                "expired everywhere", .both,
                promise: "After a notification has expired, no tap is sent for it, and no fetch reports it as current. "
                    + "Its expiry is reported once. When everything has settled, no device shows it.",
                threat: "a notification that expires while it is on its way, or while a device is offline",
                mistake: "Expiring it in the service only, without a change that informs the devices.",
                harm: "Yesterday's offer is still on the tablet.")
        }
    }
}
