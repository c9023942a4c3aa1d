extension Trap {
    /// The bug, the property that it breaks, and the world in which it breaks the property.
    ///
    /// The article on traps has the same table.
    package var facts: TrapFacts {
        switch self {
        case .t1:
            TrapFacts(
                mistake: "Registers a push token again if it is unchanged, but never registers a new one.",
                property: "P7 no lost change", world: "a push token that changes",
                harm: "No tap reaches the device any more; it stays stale until the app is opened.")
        case .t2:
            TrapFacts(
                mistake: "Creates another reader for each registration, and never cancels a listener.",
                property: "P37 at most one alert", world: "a push token that changes, and a notification after that",
                harm: "The user is alerted twice.")
        case .t3:
            TrapFacts(
                mistake: "Creates its reader only after the registration has succeeded.",
                property: "P35 flow order",
                world: "a push that starts the process, and a fetch that is faster than the registration",
                harm: "The push is completed but nothing is shown; the user sees it only after opening the app.")
        case .t4:
            TrapFacts(
                mistake: "Reads one batch of 100 changes, and ignores the rest.",
                property: "P7 no lost change", world: "more than 100 pending changes",
                harm: "The list is incomplete.")
        case .t5:
            TrapFacts(
                mistake: "Processes the push that launched the app twice.",
                property: "P31 no work amplification", world: "a push that starts the process",
                harm: "The SDK merges the second tap with the first one, whose fetch is still running.",
                isHarmless: true)
        case .t6:
            TrapFacts(
                mistake: "Reads everything at each launch, and alerts for each active notification.",
                property: "P37 at most one alert", world: "a process that dies while a notification is active",
                harm: "The user is alerted again.")
        case .t7:
            TrapFacts(
                mistake: "Never answers a token request for an account type that it does not know.",
                property: "P7 no lost change", world: "an account of another type than the first one",
                harm: "The account is never added; the device shows nothing.")
        case .t8:
            TrapFacts(
                mistake:
                    "Looks up the account of an aging registration without checking that the account still exists.",
                property: "P36 no crash", world: "a registration that is about to expire while its account is removed",
                harm: "The app crashes.")
        case .t9:
            TrapFacts(
                mistake: "Stores registrations by account id, without the account type.",
                property: "P7 no lost change",
                world: "two accounts with the same id but different types, one after the other",
                harm: "The second account is never registered; no tap reaches the device.")
        case .t10:
            TrapFacts(
                mistake: "Registers three times and subscribes twice for one new push token.",
                property: "P38 one registration per cause", world: "Android, and a push token that changes",
                harm: "The service ignores the repetitions; each change still sends one tap.",
                isHarmless: true)
        case .t11, .t12, .t13, .t14: self.factsOfPlatforms
        case .s1, .s2, .s3, .s4, .s5, .s6: self.factsOfSnippets
        }
    }

    private var factsOfPlatforms: TrapFacts {
        switch self {
        case .t11:
            TrapFacts(
                mistake: "Never handles or completes the push that started the process.",
                property: "P36 every completion once", world: "Windows, and a push that starts the process",
                harm: "The system ends the app.")
        case .t12:
            TrapFacts(
                mistake: "Ignores a push token that it has seen before, although registering it failed.",
                property: "P7 no lost change", world: "Android, and a lost registration request",
                harm: "No tap reaches the device; it stays stale until the app is opened.")
        case .t13:
            TrapFacts(
                mistake: "Uses the first account of a list that may be empty.",
                property: "P36 no crash", world: "a user who signed out and opens the app",
                harm: "The app crashes each time it is opened.")
        default:
            TrapFacts(
                mistake: "Passes pushes to a platform object that does not have the account.",
                property: "P7 no lost change", world: "any change while the app is not in front",
                harm: "Pushes are completed without a fetch; the device stays stale until the app is opened.")
        }
    }

    private var factsOfSnippets: TrapFacts {
        switch self {
        case .s1:
            TrapFacts(
                mistake: "Processes a list that was stored earlier instead of the batch that was just read.",
                property: "P13 at least one callback", world: "any notification",
                harm: "Nothing new is shown, and nobody is alerted.")
        case .s2:
            TrapFacts(
                mistake: "Adds the account to a second platform object that is never started.",
                property: "P40 activity ends", world: "any notification",
                harm: "The account is never added; the device shows nothing and never settles.")
        case .s3:
            TrapFacts(
                mistake: "Syncs as if the subscription had succeeded.",
                property: "P7 no lost change", world: "a lost subscription request",
                harm: "No tap reaches the device; it stays stale until the app is opened.")
        case .s4:
            TrapFacts(
                mistake: "Clears the tray without checking whether the save succeeded.",
                property: "P16 dismissed stays dismissed", world: "a save that fails",
                harm: "If the service refuses a change, the SDK restores the earlier state and informs the reader, so "
                    + "the app shows the notification again.",
                isHarmless: true)
        case .s5:
            TrapFacts(
                mistake: "Ignores the error of a read.",
                property: "P7 no lost change", world: "a user who signs out and in again",
                harm: "The list stays empty until the app is restarted.")
        default:
            TrapFacts(
                mistake: "Sets everything up again each time the app comes to the front, and never cancels a listener.",
                property: "P37 at most one alert",
                world: "an app that comes to the front again, and a notification after that",
                harm: "The user is alerted once for each time the app came to the front.")
        }
    }
}
