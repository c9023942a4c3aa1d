/// A known bug of apps like the reference app. The names that begin with T are bugs of the published sample. The names
/// that begin with S are bugs of the snippets in the published guides.
///
/// Each case states the bug, the property that it breaks, and the world in which it does harm.
package enum Trap: String, Hashable, Sendable, CaseIterable {
    /// Registers its current push address again, but not a new one; breaks P7 where a push address changes.
    case t1 = "T1"
    /// Creates another reader for each registration and cancels none; breaks P37 where a push address changes.
    case t2 = "T2"
    /// Creates its reader only after a registration; breaks P35 where a push starts the process and the fetch is faster
    /// than the registration.
    case t3 = "T3"
    /// Reads only one batch of 100 changes; breaks P7 where more than 100 changes are pending.
    case t4 = "T4"
    /// Processes the push that launched the app twice instead of once; would break P31 where a push starts the process.
    case t5 = "T5"
    /// Reads from the beginning at each launch; breaks P37 where a process dies while a notification is active.
    case t6 = "T6"
    /// Leaves token requests of an unknown account type unanswered; breaks P7 where a work account signs in.
    case t7 = "T7"
    /// Looks up an account that no longer exists; breaks P36 where a registration is about to expire while its account
    /// is removed.
    case t8 = "T8"
    /// Stores registrations by account id without the account type; breaks P7 where two account types share an id.
    case t9 = "T9"
    /// Registers three times and subscribes twice. This breaks P38 when an Android device gets a new address.
    case t10 = "T10"
    /// Never finishes the push that started the process; breaks P36 where a push starts the process on Windows.
    case t11 = "T11"
    /// Ignores an address that it has seen before, even if registering it failed; breaks P7 where the registration
    /// request is lost on Android.
    case t12 = "T12"
    /// Takes the first account of an empty list; breaks P36 where the user signed out.
    case t13 = "T13"
    /// Passes pushes to the wrong platform object; breaks P7 in every world.
    case t14 = "T14"
    /// Processes a list that was stored earlier instead of the batch that was just read; breaks P13 in every world.
    case s1 = "S1"
    /// Adds the account to a second platform that is never started; breaks P40 in every world.
    case s2 = "S2"
    /// Continues as if the subscription had succeeded; breaks P7 where the subscription request is lost.
    case s3 = "S3"
    /// Clears the tray and ignores the result of saving; would break P16 where saving fails.
    case s4 = "S4"
    /// Ignores a read error; breaks P7 where the user signs out and in again.
    case s5 = "S5"
    /// Sets up again without cancelling the old listener; breaks P37 where the app is opened twice.
    case s6 = "S6"
}

/// The facts about a trap.
package struct TrapFacts: Hashable, Sendable {
    package var mistake: String
    /// The property that the trap breaks, or would break if the SDK and the service did not prevent it.
    package var property: String
    /// The events that must happen for the bug to matter.
    package var world: String
    /// The effect that the user sees. For a harmless trap, the reason why it does no harm.
    package var harm: String
    package var isHarmless = false
}
