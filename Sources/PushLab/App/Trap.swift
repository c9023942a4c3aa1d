/// A known bug of apps like the reference app. The names that begin with T are bugs of the published sample. The names
/// that begin with S are bugs of the snippets in the published guides.
///
/// Each case states the bug, the property that it breaks, and the situation in which it breaks the property.
package enum Trap: String, Hashable, Sendable, CaseIterable {
    /// Registers a push address again if it is unchanged, but never registers a new one. Breaks P7 if the push address
    /// changes.
    case t1 = "T1"
    /// Creates another reader for each registration and never cancels a reader. Breaks P37 if the push address changes.
    case t2 = "T2"
    /// Creates its reader only after a registration. Breaks P35 if a push starts the process and the fetch is faster
    /// than the registration.
    case t3 = "T3"
    /// Reads only one batch of 100 changes. Breaks P7 if more than 100 changes are pending.
    case t4 = "T4"
    /// Processes the push that launched the app twice instead of once. Would break P31 when a push starts the process.
    case t5 = "T5"
    /// Reads from the beginning at each launch. Breaks P37 if a process dies while a notification is active.
    case t6 = "T6"
    /// Does not answer token requests for an unknown account type. Breaks P7 if a work account signs in.
    case t7 = "T7"
    /// Looks up an account that no longer exists. Breaks P36 if a registration is about to expire while its account is
    /// removed.
    case t8 = "T8"
    /// Stores registrations by account id without the account type. Breaks P7 if two accounts of different types have
    /// the same id.
    case t9 = "T9"
    /// Registers three times and subscribes twice. Breaks P38 if an Android device gets a new address.
    case t10 = "T10"
    /// Never finishes the push that started the process. Breaks P36 if a push starts the process on Windows.
    case t11 = "T11"
    /// Ignores an address that it has seen before, even if the registration of that address failed. Breaks P7 if the
    /// registration request is lost on Android.
    case t12 = "T12"
    /// Uses the first account of a list that may be empty. Breaks P36 if the user has signed out.
    case t13 = "T13"
    /// Passes pushes to the wrong platform object. Breaks P7 in every world.
    case t14 = "T14"
    /// Processes a list that was stored earlier instead of the batch that was just read. Breaks P13 in every world.
    case s1 = "S1"
    /// Adds the account to a second platform that is never started. Breaks P40 in every world.
    case s2 = "S2"
    /// Continues as if the subscription had succeeded. Breaks P7 if the subscription request is lost.
    case s3 = "S3"
    /// Clears the tray and ignores the result of saving. Would break P16 when saving fails.
    case s4 = "S4"
    /// Ignores a read error. Breaks P7 if the user signs out and in again.
    case s5 = "S5"
    /// Sets up again without cancelling the old listener. Breaks P37 if the app is opened twice.
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
