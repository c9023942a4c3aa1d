/// Promises about users, their accounts, their devices and their clocks.
extension Property {
    var factsOfPeople: PropertyFacts {
        switch self {
        case .p24:
            PropertyFacts(
                "own changes seen at once", .always,
                promise: "A device that was told that its change is saved finds it in its next fetch, and shows it.",
                threat: "a save with a fetch right behind it",
                mistake: "Fetching from a copy of the store that lags behind.",
                harm: "What the user just dismissed comes back for a moment.")
        case .p25:
            PropertyFacts(
                "conflicts end alike", .secondRun,
                promise: "If two devices change a notification at once, one of the two changes stands in the end. The "
                    + "service's order decides, and it is the same everywhere, whatever arrives first.",
                threat: "two devices that change one notification at the same time",
                mistake: "Letting the order of arrival, or a device's clock, decide.",
                harm: "Devices disagree for good, or a state appears that nobody chose.")
        case .p26:
            PropertyFacts(
                "beginning anew ends well", .always,
                promise: "A device that has to read everything anew ends with what the service has. Its own unsaved "
                    + "changes take effect once, and the app is called back only for what is really different.",
                threat: "a place in the feed that is too old, or that the service no longer knows",
                mistake: "Taking everything that is read for new, or losing what is not saved yet, which is judged "
                    + "of apps on the SDK alone.",
                harm: "The user is alerted of a week's notifications at once.")
        case .p27:
            PropertyFacts(
                "feeds kept apart", .always,
                promise: "A place in one feed is refused in any other, no device is ever told of another user's "
                    + "notifications, and none comes into a feed instead of another.",
                threat: "several users, or several accounts one after the other on one device",
                mistake: "Taking a row number of the whole store for the place in a feed, or publishing for whichever "
                    + "user subscribed last.",
                harm: "People read what is meant for somebody else.")
        case .p28:
            PropertyFacts(
                "push addresses kept clean", .always,
                promise: "When the push service says that an address is gone, nothing more is sent there until it is "
                    + "registered again; and a late word of that kind never removes a newer registration.",
                threat: "a push address that changes, and the word of it that comes late",
                mistake: "Forgetting the device at every 410, without comparing the times.",
                harm: "A device that was set up again is not woken any more.")
        case .p29:
            PropertyFacts(
                "badge counts the unread", .atRest,
                promise: "When all has come to rest, the badge of each device is the number of its user's "
                    + "notifications that are neither read nor dealt with; what was put off may count. It is never "
                    + "negative.",
                threat: "notifications that are read or deleted on another device, and lost taps",
                mistake: "Adding one for each tap and taking one away for each reading.",
                harm: "The badge says 3, and there is nothing to read.")
        default: self.factsOfCare
        }
    }

    private var factsOfCare: PropertyFacts {
        switch self {
        case .p30:
            PropertyFacts(
                "bounded staleness", .always,
                promise: "While nothing is disturbed, a change reaches the app on every device that can be woken "
                    + "within the bound that is set. A device that could not read tries again while it runs, and an "
                    + "app that is opened with a network soon shows what the service had then.",
                threat: "a change while a device can be woken and reached",
                mistake: "A timer that is lost when the app is put to sleep, or a read that failed and was the last, "
                    + "which is judged of apps on the SDK alone.",
                harm: "News is hours old when it appears, though nothing was in its way.")
        case .p31:
            PropertyFacts(
                "no work amplification", .always,
                promise: "A burst of taps leads to at most one sync that runs and one behind it. In all, a device "
                    + "syncs at most twice for each cause, retries and restarts apart.",
                threat: "several taps in a short time",
                mistake: "One fetch for each tap.",
                harm: "Batteries drain, and all devices ask the service at once.")
        case .p32:
            PropertyFacts(
                "nothing after signing out", .always,
                promise: "After its user has signed out a device is told nothing more, can fetch nothing more, and "
                    + "shows nothing of theirs. A callback that was already under way may end.",
                threat: "a tap or an answer on its way while the user signs out",
                mistake: "Leaving the registration in place, or the list.",
                harm: "The next person with the device reads what is not theirs.")
        case .p33:
            PropertyFacts(
                "a new life is new", .always,
                promise: "To publish an id again begins a new life: what was done with the old one does not hide it.",
                threat: "an id that is published again after it was dismissed or deleted",
                mistake: "Remembering what was dismissed by the app's own id alone.",
                harm: "Tomorrow's reminder never appears because today's was dismissed.")
        default:
            PropertyFacts(
                "clocks may be wrong", .secondRun,
                promise: "Devices whose clocks are a day off, or jump, show the same in the end: only the service's "
                    + "time decides on order and expiry.",
                threat: "a device with a wrong clock, and something that expires or is changed twice",
                mistake: "Comparing an expiry with the device's clock.",
                harm: "Notifications vanish early, or never, on one device.")
        }
    }
}
