/// Promises about the state of the service, and how devices follow it.
extension Property {
    var factsOfTheFeed: PropertyFacts {
        switch self {
        case .p1:
            PropertyFacts(
                "durable acknowledgement", .always,
                promise: "A publish, save or deletion that the service has acknowledged stays in the log, even after a "
                    + "restart.",
                threat: "a service that crashes just after it has answered",
                mistake: "Answering before the change is safe in the store.",
                harm: "A notification that the service accepted never reaches anyone.")
        case .p2:
            PropertyFacts(
                "no phantom", .always,
                promise: "A device receives only changes that were really committed, and no change that was refused.",
                threat: "a write that is refused or fails halfway while devices fetch",
                mistake: "Letting readers see a change before it is committed.",
                harm: "A notification appears that nobody sent.")
        case .p3:
            PropertyFacts(
                "one order of changes", .always,
                promise: "Each change of a user's feed has its own number. Numbers only grow and are never reused. "
                    + "Every reader finds the same change under the same number.",
                threat: "a service that restarts and receives writes at the same time",
                mistake: "Counting from memory after a restart, so that a number is used twice.",
                harm: "Two devices that are both up to date show different things.")
        case .p4:
            PropertyFacts(
                "cursors move forward", .always,
                promise: "A device's cursor never moves back, unless the service tells the device to start over.",
                threat: "answers that arrive out of order, and an app that dies while it fetches",
                mistake: "Replacing a newer cursor with the one from a late answer.",
                harm: "Old changes arrive again, and the user gets alerts for things that are already done.")
        case .p5:
            PropertyFacts(
                "no change skipped", .always,
                promise: "A fetch from one cursor to another reports every notification that changed in between. "
                    + "Several changes of one notification may be reported as one.",
                threat: "changes that are made while devices read",
                mistake: "Moving the cursor past a version whose write is not finished yet.",
                harm: "A device misses a notification for good although its fetches succeed.")
        case .p6:
            PropertyFacts(
                "no deletion skipped", .always,
                promise: "A device's cursor never moves past a deletion that the device did not receive.",
                threat: "a device that is offline while something is deleted",
                mistake: "Removing the records of deletions before the slowest device has read them.",
                harm: "A notification that is gone everywhere else stays on one device for good.")
        case .p7:
            PropertyFacts(
                "no lost change", .atRest,
                promise: "When everything has settled, each signed-in and subscribed device shows exactly what the "
                    + "service has for its user.",
                threat: "lost taps, failed requests, apps that die, push tokens that change",
                mistake: "Relying only on taps, without a sync when the app starts or is opened; or never registering "
                    + "a new push token.",
                harm: "One device misses a notification that the others show, or still shows one that they have "
                    + "removed.")
        default: self.factsOfAgreement
        }
    }

    private var factsOfAgreement: PropertyFacts {
        switch self {
        case .p8:
            PropertyFacts(
                "devices agree", .atRest,
                promise: "When everything has settled, all devices of a user show the same.",
                threat: "concurrent changes of one notification on two devices, and devices that were offline",
                mistake: "Letting a device's own clock decide which of two changes is newer.",
                harm: "The phone says read, the tablet says dismissed, and they never agree.")
        case .p9:
            PropertyFacts(
                "pages are consistent", .always,
                promise: "Only the last page of a fetch has a new cursor, so a fetch that stops halfway does not move "
                    + "the cursor. If a page reports that a notification changed or ended, no later page reports the "
                    + "notification as new.",
                threat: "a fetch of several pages, and changes or failures between them",
                mistake: "Saving the cursor after each page.",
                harm: "After a failure between two pages, the rest is never read.")
        case .p10:
            PropertyFacts(
                "changes match a full read", .secondRun,
                promise: "A device that followed the changes one by one shows the same as a device that reads "
                    + "everything from the start.",
                threat: "any change after the first read of the device",
                mistake: "Leaving out data in a change, so that only a full read has it.",
                harm: "The list is wrong until the app is reinstalled.")
        default:
            PropertyFacts(
                "repetition changes nothing", .secondRun,
                promise: "If a page is delivered twice, the second delivery changes neither the list nor the badge.",
                threat: "an answer that gets lost, so that the device repeats the request",
                mistake: "Adding one to a counter for each change that arrives.",
                harm: "The badge is too high, or the user is alerted again.")
        }
    }
}
