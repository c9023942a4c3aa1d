/// Promises about users, their accounts, their devices and their clocks.
extension Property {
    var factsOfPeople: PropertyFacts {
        switch self {
        case .p24:
            PropertyFacts(
                "own changes seen at once", .always,
                promise: "After the service has confirmed a change by a device, the next fetch of the device includes "
                    + "the change, and the device shows it.",
                threat: "a save that is followed at once by a fetch",
                mistake: "In the service: answering a fetch from a stale replica of the store. In an app: drawing the "
                    + "list from what is stored, without the app's own pending changes.",
                harm: "A notification that the user just dismissed comes back for a moment.")
        case .p25:
            PropertyFacts(
                "conflicts resolved alike", .secondRun,
                promise: "If two devices change a notification at once, one of the two changes wins. The order at the "
                    + "service decides which. Every device ends with the same result, whatever arrives first.",
                threat: "two devices that change one notification at the same time",
                mistake: "Letting the order of arrival, or a device's clock, decide.",
                harm: "Devices disagree for good, or show a state that no user chose.")
        case .p26:
            PropertyFacts(
                "starting over works", .always,
                promise: "If a device has to read everything again, it then shows what the service has. Changes that "
                    + "it had not saved yet take effect once. The app is called back only for real differences.",
                threat: "a cursor that is too old, or that the service no longer knows",
                mistake: "Treating everything as new, or losing unsaved changes. The second mistake is judged only "
                    + "for apps on the SDK.",
                harm: "The user gets the alerts of a whole week at the same time.")
        case .p27:
            PropertyFacts(
                "feeds kept apart", .always,
                promise: "A cursor of one feed is refused in any other feed. No device receives another user's "
                    + "notifications, and no notification goes into the wrong feed.",
                threat: "several users, or several accounts one after the other on one device",
                mistake: "Using a row number of the whole store as the cursor of a feed, or publishing for the user "
                    + "who subscribed last.",
                harm: "People read notifications of other people.")
        case .p28:
            PropertyFacts(
                "push tokens kept clean", .always,
                promise: "After the push service has reported that a token is gone, the service sends nothing to this "
                    + "token until it is registered again. A late report never removes a newer registration.",
                threat: "a push token that changes, and a late report about the old one",
                mistake: "Forgetting the device at every 410, without comparing the times.",
                harm: "A device that was set up again no longer wakes.")
        case .p29:
            PropertyFacts(
                "badge counts the unread", .atRest,
                promise: "When everything has settled, the badge of each device is the number of its user's "
                    + "notifications that are neither read nor handled. Snoozed notifications may count. A badge is "
                    + "never negative.",
                threat: "notifications that are read or deleted on another device, and lost taps",
                mistake: "Adding one for each tap and subtracting one for each read.",
                harm: "The badge says 3, but there is nothing to read.")
        default: self.factsOfCare
        }
    }

    private var factsOfCare: PropertyFacts {
        switch self {
        case .p30:
            PropertyFacts(
                "bounded staleness", .always,
                promise: "Without faults, a change soon reaches the app on every device that can be woken. If a read "
                    + "fails, the app tries again while it runs. If the user opens the app while the device is online, "
                    + "the app soon shows what the service had at that time.",
                threat: "a change while a device is online and can be woken",
                mistake: "Losing a timer when the app is suspended, or never retrying a failed read. The second "
                    + "mistake is judged only for apps on the SDK.",
                harm: "News appears hours late although nothing prevented it.")
        case .p31:
            PropertyFacts(
                "no work amplification", .always,
                promise: "A burst of taps starts at most two syncs: one now, and one after it. Except for retries and "
                    + "restarts, a device syncs at most twice for each cause.",
                threat: "several taps in a short time",
                mistake: "Fetching once for each tap.",
                harm: "Batteries drain, and all devices send requests at once.")
        case .p32:
            PropertyFacts(
                "nothing after sign-out", .always,
                promise: "After the user of a device has signed out, the device receives nothing more, cannot fetch, "
                    + "and shows nothing of that user. A callback that is already running may finish.",
                threat: "a tap or an answer on its way while the user signs out",
                mistake: "Keeping the registration, or the list.",
                harm: "The next user of the device reads private notifications.")
        case .p33:
            PropertyFacts(
                "a reused id is new", .always,
                promise: "Publishing an id again creates a new notification: actions on the old one do not hide it.",
                threat: "an id that is published again after it was dismissed or deleted",
                mistake: "Remembering a dismissed notification only by the id that its publisher chose.",
                harm: "Tomorrow's reminder never appears because today's was dismissed.")
        default:
            PropertyFacts(
                "clocks may be wrong", .secondRun,
                promise: "Even if the clock of a device jumps or is wrong by a day, all devices show the same in the "
                    + "end. Only the service's time decides order and expiry.",
                threat: "a device with a wrong clock, and a notification that expires or is changed twice",
                mistake: "Comparing an expiry with the device's clock.",
                harm: "Notifications disappear early, or never, on one device.")
        }
    }
}
