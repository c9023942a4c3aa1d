/// A known mistake of apps like this one: T of the published sample, S of the snippets in the published guides.
///
/// Each case says what the app does wrong, which property that breaks, and the world that it needs to do harm.
package enum Trap: String, Hashable, Sendable, CaseIterable {
    /// Registers for the address it has and not for a new one; breaks P7 where a push address changes.
    case t1 = "T1"
    /// Makes a reader for each further registration, cancels none; breaks P37 where a push address changes.
    case t2 = "T2"
    /// Makes its reader only once registered; breaks P35 where a push starts the process and is the faster.
    case t3 = "T3"
    /// Reads one batch of a hundred; breaks P7 where more than 100 changes are pending.
    case t4 = "T4"
    /// Processes the push that launched it twice; would break P31 where a push starts the process.
    case t5 = "T5"
    /// Reads from the beginning at each launch; breaks P37 where a process dies while a notification waits.
    case t6 = "T6"
    /// Leaves token requests of a strange account type unanswered; breaks P7 where a work account signs in.
    case t7 = "T7"
    /// Looks an account up that is gone; breaks P36 where a registration ages while its account is removed.
    case t8 = "T8"
    /// Knows registrations by account id alone; breaks P7 where two account types share an id.
    case t9 = "T9"
    /// Registers three times and subscribes twice; would break P38 where Android raises a new address.
    case t10 = "T10"
    /// Leaves the push that started it unfinished; breaks P36 where a push starts the process on Windows.
    case t11 = "T11"
    /// Ignores an address seen before, though registering failed; breaks P7 where Android loses that request.
    case t12 = "T12"
    /// Takes the first account of an empty list; breaks P36 where the user signed out.
    case t13 = "T13"
    /// Hands pushes to the wrong platform object; breaks P7 in every world.
    case t14 = "T14"
    /// Walks through a stored list, not the batch just read; breaks P13 in every world.
    case s1 = "S1"
    /// Adds the account to a second platform that is never started; breaks P40 in every world.
    case s2 = "S2"
    /// Goes on as if subscribing had worked; breaks P7 where that request is lost.
    case s3 = "S3"
    /// Clears the tray and does not look at what saving came to; would break P16 where saving fails.
    case s4 = "S4"
    /// Swallows a read error; breaks P7 where the user signs out and in again.
    case s5 = "S5"
    /// Sets up again without cancelling the old listener; breaks P37 where the app is looked at twice.
    case s6 = "S6"
}

/// What there is to say about a trap.
package struct TrapFacts: Hashable, Sendable {
    package var mistake: String
    /// The property that it breaks, or would break if SDK and service were not right.
    package var property: String
    /// What has to happen for the mistake to matter.
    package var world: String
    /// What the user sees; for a harmless trap, why it does no harm.
    package var harm: String
    package var isHarmless = false
}
