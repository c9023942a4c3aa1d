/// Promises about the devices that are woken by taps, and about the content of taps.
extension Property {
    var factsOfTaps: PropertyFacts {
        switch self {
        case .p18:
            PropertyFacts(
                "originator not tapped", .always,
                promise: "A device gets no tap for its own change, unless the same tap also covers another change.",
                threat: "a device whose user opens, dismisses or deletes something",
                mistake: "Sending a tap to every subscription of the user.",
                harm: "Each action wakes the device in the user's hand and uses up its wake budget.")
        case .p19:
            PropertyFacts(
                "devices tapped, within limits", .both,
                promise: "After each committed change, every other device gets a tap if its subscription asks for "
                    + "pushes, or a later tap covers the change. Except for retries and restarts, a device gets at "
                    + "most two taps for one cause.",
                threat: "several devices, and a server that dies between commit and tap",
                mistake: "In the service: stopping at the first device that cannot be reached, or sending the tap "
                    + "before the commit. In an app: using the subscription from the backup of another device, so that "
                    + "the service takes the app for that device.",
                harm: "One device gets every change hours late.")
        case .p20:
            PropertyFacts(
                "lost taps recovered", .secondRun,
                promise: "Even if every tap of a run is dropped, the devices show the same after they have synced.",
                threat: "any tap for a change",
                mistake: "Syncing only after a tap.",
                harm: "A device is stale until the next tap, which may never come.")
        case .p21:
            PropertyFacts(
                "late or duplicate taps harmless", .secondRun,
                promise: "If taps are duplicated, merged or reordered, the devices still show the same in the end.",
                threat: "two taps for one device",
                mistake: "Acting on the content of a tap instead of asking the service.",
                harm: "The list depends on the order in which pushes arrive, but no push service guarantees an order.")
        case .p22:
            PropertyFacts(
                "taps carry no content", .always,
                promise:
                    "A tap is only a silent push: content-available is 1, and it has no alert, badge, sound or content "
                    + "of the notification. It has at most 4,096 bytes.",
                threat: "any tap",
                mistake: "Putting the title into the push to save a fetch.",
                harm: "Private text passes through the push service, and systems do not treat the push as silent.")
        default:
            PropertyFacts(
                "every push recognised correctly", .always,
                promise: "The app recognises every tap. It ignores every other push, without a fetch or a change.",
                threat: "pushes from other senders, and damaged pushes",
                mistake: "Assuming that every push has the expected form.",
                harm: "The app crashes on a push from another sender, or fetches because of it.")
        }
    }
}
