extension Trap {
    /// The bug, the property that it breaks, and the world in which it does.
    ///
    /// The article on traps has the same table.
    package var facts: TrapFacts {
        switch self {
        case .t1:
            TrapFacts(
                mistake: "Registers again for the push address that it has, and not for a new one.",
                property: "P7 no lost change", world: "a push address that changes",
                harm: "No tap reaches the device any more; it stays stale until it is opened.")
        case .t2:
            TrapFacts(
                mistake: "Makes another reader for each further registration, and cancels no listener.",
                property: "P37 at most one alert", world: "a push address that changes, and a notification after that",
                harm: "The user is alerted twice.")
        case .t3:
            TrapFacts(
                mistake: "Makes its reader only when the registration has succeeded.",
                property: "P35 flow order", world: "a push that starts the process, and a fetch that is the faster",
                harm: "The push is finished with nothing shown; the user learns of it on opening the app.")
        case .t4:
            TrapFacts(
                mistake: "Reads one batch of a hundred, and leaves the rest.",
                property: "P7 no lost change", world: "more than 100 pending changes",
                harm: "The list is incomplete.")
        case .t5:
            TrapFacts(
                mistake: "Processes the push that launched the app twice.",
                property: "P31 no work amplification", world: "a push that starts the process",
                harm: "The SDK takes a second tap for a head that is being fetched together with the first.",
                isHarmless: true)
        case .t6:
            TrapFacts(
                mistake: "Reads from the beginning at each launch, and alerts for all that waits.",
                property: "P37 at most one alert", world: "a process that dies while a notification waits",
                harm: "The user is alerted again.")
        case .t7:
            TrapFacts(
                mistake: "Never answers a token request for an account type that it does not know.",
                property: "P7 no lost change", world: "the second of two account types",
                harm: "The account is never added; the device shows nothing.")
        case .t8:
            TrapFacts(
                mistake: "Looks up the account of an aging registration without asking whether it is still there.",
                property: "P36 no crash", world: "a registration that nears its end while its account is removed",
                harm: "The app crashes.")
        case .t9:
            TrapFacts(
                mistake: "Keeps track of registrations by account id, without the type.",
                property: "P7 no lost change", world: "two account types with one id, one after the other",
                harm: "The second account is never registered; no tap reaches the device.")
        case .t10:
            TrapFacts(
                mistake: "Registers three times and subscribes twice for one new push address.",
                property: "P38 one registration per cause", world: "Android, and a push address that changes",
                harm: "The service takes each repetition for the same one; a change is still one tap.",
                isHarmless: true)
        case .t11, .t12, .t13, .t14: self.factsOfPlatforms
        case .s1, .s2, .s3, .s4, .s5, .s6: self.factsOfSnippets
        }
    }

    private var factsOfPlatforms: TrapFacts {
        switch self {
        case .t11:
            TrapFacts(
                mistake: "Leaves the push that started the process unhandled and unfinished.",
                property: "P36 every completion once", world: "Windows, and a push that starts the process",
                harm: "The system ends the app.")
        case .t12:
            TrapFacts(
                mistake: "Ignores a push address that it has seen before, though registering it failed.",
                property: "P7 no lost change", world: "Android, and a lost registration request",
                harm: "No tap reaches the device; it stays stale until it is opened.")
        case .t13:
            TrapFacts(
                mistake: "Takes the first account of a list that may be empty.",
                property: "P36 no crash", world: "a user who signed out and opens the app",
                harm: "The app crashes each time it is opened.")
        default:
            TrapFacts(
                mistake: "Hands pushes to another platform object than the one that has the account.",
                property: "P7 no lost change", world: "any change while nobody looks",
                harm: "Pushes are finished without a fetch; the device stays stale until it is opened.")
        }
    }

    private var factsOfSnippets: TrapFacts {
        switch self {
        case .s1:
            TrapFacts(
                mistake: "Walks through a list that was stored before, not the batch just read.",
                property: "P13 at least one callback", world: "any notification",
                harm: "Nothing new is shown, and nobody is alerted.")
        case .s2:
            TrapFacts(
                mistake: "Adds the account to a second platform object that is never started.",
                property: "P40 calm ends", world: "any notification",
                harm: "The account is never added; the device shows nothing and never comes to rest.")
        case .s3:
            TrapFacts(
                mistake: "Syncs as if subscribing had succeeded.",
                property: "P7 no lost change", world: "a lost subscription request",
                harm: "No tap reaches the device; it stays stale until it is opened.")
        case .s4:
            TrapFacts(
                mistake: "Clears the tray and does not look at what saving came to.",
                property: "P16 dismissed stays dismissed", world: "a save that fails",
                harm: "The SDK takes back what the service did not take and tells the reader, which shows it again.",
                isHarmless: true)
        case .s5:
            TrapFacts(
                mistake: "Swallows the error of a read.",
                property: "P7 no lost change", world: "a user who signs out and in again",
                harm: "The list stays empty until the app is started anew.")
        default:
            TrapFacts(
                mistake: "Sets up again at each foregrounding, and cancels no listener.",
                property: "P37 at most one alert",
                world: "an app that is looked at again, and a notification after that",
                harm: "The user is alerted once for each time that the app was looked at.")
        }
    }
}
