/// A known bug of apps like this one: T of the published sample, S of the snippets in the published guides.
///
/// Each case states the bug, the property that it breaks, and the world in which it does harm.
package enum Trap: String, Hashable, Sendable, CaseIterable {
    /// Registers for the address it has and not for a new one; breaks P7 where a push address changes.
    case t1 = "T1"
    /// Makes a reader for each further registration, cancels none; breaks P37 where a push address changes.
    case t2 = "T2"
    /// Creates its reader only after a registration; breaks P35 where a push starts the process and the fetch is
    /// faster.
    case t3 = "T3"
    /// Reads one batch of a hundred; breaks P7 where more than 100 changes are pending.
    case t4 = "T4"
    /// Processes the push that launched it twice; would break P31 where a push starts the process.
    case t5 = "T5"
    /// Reads from the beginning at each launch; breaks P37 where a process dies while a notification waits.
    case t6 = "T6"
    /// Leaves token requests of an unknown account type unanswered; breaks P7 where a work account signs in.
    case t7 = "T7"
    /// Looks up an account that is gone; breaks P36 where a registration nears its end while its account is removed.
    case t8 = "T8"
    /// Tracks registrations by account id alone; breaks P7 where two account types share an id.
    case t9 = "T9"
    /// Registers three times and subscribes twice. This breaks P38 when an Android device gets a new address.
    case t10 = "T10"
    /// Leaves the push that started it unfinished; breaks P36 where a push starts the process on Windows.
    case t11 = "T11"
    /// Ignores an address seen before, though registering failed; breaks P7 where that request is lost on Android.
    case t12 = "T12"
    /// Takes the first account of an empty list; breaks P36 where the user signed out.
    case t13 = "T13"
    /// Hands pushes to the wrong platform object; breaks P7 in every world.
    case t14 = "T14"
    /// Iterates over a stored list, not the batch just read; breaks P13 in every world.
    case s1 = "S1"
    /// Adds the account to a second platform that is never started; breaks P40 in every world.
    case s2 = "S2"
    /// Continues as if subscribing had worked; breaks P7 where that request is lost.
    case s3 = "S3"
    /// Clears the tray and ignores the result of saving; would break P16 where saving fails.
    case s4 = "S4"
    /// Swallows a read error; breaks P7 where the user signs out and in again.
    case s5 = "S5"
    /// Sets up again without cancelling the old listener; breaks P37 where the app is opened twice.
    case s6 = "S6"
}

/// The facts about a trap.
package struct TrapFacts: Hashable, Sendable {
    package var mistake: String
    /// The property that it breaks, or would break if the SDK and the service did not prevent it.
    package var property: String
    /// The events that must happen for the bug to matter.
    package var world: String
    /// The effect that the user sees; for a harmless trap, the reason why it does no harm.
    package var harm: String
    package var isHarmless = false
}
