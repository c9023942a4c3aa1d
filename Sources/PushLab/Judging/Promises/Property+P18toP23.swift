/// Promises about which devices taps wake, and about the content of taps.
extension Property {
    var factsOfTaps: PropertyFacts {
        switch self {
        case .p18:
            PropertyFacts(
                "originator not tapped", .always,
                promise: "A device is not tapped for a change of its own, unless the same tap is also for somebody "
                    + "else's.",
                threat: "a device whose user opens, dismisses or deletes something",
                mistake: "Tapping every subscription of the user.",
                harm: "Each touch wakes the device in the user's hand, and uses up what it may be woken.")
        case .p19:
            PropertyFacts(
                "everybody tapped, within bounds", .both,
                promise: "After each change every other device whose subscription wants pushes is tapped, or a later "
                    + "tap covers it; the change is committed before. No device is tapped more than twice for each "
                    + "cause, retries and restarts apart.",
                threat: "several devices, and a server that dies between commit and tap",
                mistake: "Stopping at the first device that could not be tapped, or tapping before the commit.",
                harm: "One device learns of everything hours later.")
        case .p20:
            PropertyFacts(
                "lost taps made up for", .secondRun,
                promise: "If every tap of a run is dropped, the devices show the same in the end, once they have "
                    + "synced.",
                threat: "any tap that brought something",
                mistake: "Syncing when tapped and at no other time.",
                harm: "A device is stale until the next tap, which may never come.")
        case .p21:
            PropertyFacts(
                "doubled and late taps harmless", .secondRun,
                promise: "If taps are doubled, merged or overtake each other, the devices show the same in the end.",
                threat: "two taps for one device",
                mistake: "Acting on what a tap says instead of on what the service says.",
                harm: "What is shown depends on the order in which pushes arrive, which nobody can promise.")
        case .p22:
            PropertyFacts(
                "taps carry no content", .always,
                promise: "A tap is a silent push and nothing else: content-available is 1, there is no alert, badge "
                    + "or sound, no word of the notification, and at most 4,096 bytes.",
                threat: "any tap",
                mistake: "Putting the title into the push to save a fetch.",
                harm: "Private words go through the push service, and systems treat the push as something else.")
        default:
            PropertyFacts(
                "tryParse total and exact", .always,
                promise: "Every push gets an answer: a tap is recognised, and anything else is left alone, with no "
                    + "fetch and no change.",
                threat: "pushes of somebody else, and damaged ones",
                mistake: "Taking it for granted that a push has the expected form.",
                harm: "The app crashes over a stranger's push, or fetches for it.")
        }
    }
}
