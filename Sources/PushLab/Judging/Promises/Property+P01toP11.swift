/// Promises about the state of the service, and how devices follow it.
extension Property {
    var factsOfTheFeed: PropertyFacts {
        switch self {
        case .p1:
            PropertyFacts(
                "durable acknowledgement", .always,
                promise: "What the service has acknowledged is there to stay: a publish, a save or a deletion that "
                    + "got its answer is in the log from then on, whatever is started anew.",
                threat: "a service that dies just after it has answered",
                mistake: "Answering before the change is safe in the store.",
                harm: "A notification whose sender was told that all is well never reaches anybody.")
        case .p2:
            PropertyFacts(
                "no phantom", .always,
                promise: "A device is told only of changes that somebody made, and of none that was refused.",
                threat: "a write that is refused or fails half-way while devices fetch",
                mistake: "Letting readers see a change before it is committed.",
                harm: "A notification appears that nobody sent.")
        case .p3:
            PropertyFacts(
                "one order of changes", .always,
                promise: "Each change of a user's feed has a number of its own. Numbers only grow, none is given "
                    + "twice, and everybody who reads finds the same change under the same number.",
                threat: "a service that is started anew, and writes at the same moment",
                mistake: "Counting on from memory after a restart, so that a number is given out again.",
                harm: "Two devices that both say they have everything have different things.")
        case .p4:
            PropertyFacts(
                "cursors go forward", .always,
                promise: "A device's place in the feed never moves back, unless the service tells it to begin anew.",
                threat: "answers that overtake each other, and an app that dies while it fetches",
                mistake: "Storing the place that a late answer names over a newer one.",
                harm: "Old changes come again, and the user hears of what is long done with.")
        case .p5:
            PropertyFacts(
                "no change skipped", .always,
                promise: "A fetch that leads from one place in the feed to another tells what became of every "
                    + "notification that changed in between. Several changes of one may come as one.",
                threat: "changes that are made while others are read",
                mistake: "Moving past a number whose write is still on its way, and never looking back.",
                harm: "A device lacks a notification for good although it fetches without a failure.")
        case .p6:
            PropertyFacts(
                "no deletion passed over", .always,
                promise: "A device's place in the feed never moves past a deletion that it was not told of.",
                threat: "a device that is away while something is deleted",
                mistake: "Clearing the traces of deletions away before the slowest device has read them.",
                harm: "A notification that is gone everywhere stays on one device for good.")
        case .p7:
            PropertyFacts(
                "no lost change", .atRest,
                promise: "When all has come to rest, each device that is signed in and subscribed shows what the "
                    + "service has for its user: nothing less, nothing more.",
                threat: "taps that get lost, requests that fail, apps that die, push addresses that change",
                mistake: "Relying on the tap: no sync at launch or on being opened, or a new push address that is "
                    + "never registered.",
                harm: "One device lacks what the others have, or keeps what they no longer have.")
        default: self.factsOfAgreement
        }
    }

    private var factsOfAgreement: PropertyFacts {
        switch self {
        case .p8:
            PropertyFacts(
                "devices agree", .atRest,
                promise: "When all has come to rest, the devices of a user show the same.",
                threat: "changes of one notification on two devices at once, and devices that were away",
                mistake: "Letting a device's own clock decide which of two changes is the later.",
                harm: "The phone says read and the tablet says dismissed, and so it stays.")
        case .p9:
            PropertyFacts(
                "pages fit together", .always,
                promise: "Of the pages of one fetch only the last gives a place to go on from, and none tells of a "
                    + "notification's beginning after its change or end. Giving up half-way moves nothing.",
                threat: "a fetch of several pages, and changes or failures between them",
                mistake: "Saving the place after each page.",
                harm: "After a failure between two pages the rest of them is never read.")
        case .p10:
            PropertyFacts(
                "following equals reading anew", .secondRun,
                promise: "Whoever has followed the changes one by one has the same as whoever reads everything anew.",
                threat: "anything that happened since the device first read",
                mistake: "Leaving out of a change what only a full reading carries.",
                harm: "The list is wrong until the app is installed anew.")
        default:
            PropertyFacts(
                "repetition changes nothing", .secondRun,
                promise: "A page that is delivered twice leaves list and badge as they are after the first time.",
                threat: "an answer that gets lost, so that the same is asked again",
                mistake: "Counting up by one for each change that arrives.",
                harm: "The badge is too high, or the user is alerted again.")
        }
    }
}
