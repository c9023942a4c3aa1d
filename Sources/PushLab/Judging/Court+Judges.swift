extension Court {
    /// The judges, in the order of their promises.
    static let all: [any Judge.Type] = [
        DurableAck.self, NoPhantom.self, LogOrder.self, CursorMonotone.self, NoSkip.self, NoSkippedDeletion.self,
        NoLostChange.self,
        Convergence.self, PageCoherence.self, OneCallback.self, AnyCallback.self, CallbackOrder.self,
        DeletedStaysDeleted.self, DismissedStaysDismissed.self, ExpiredEverywhere.self, OriginatorNotTapped.self,
        FanOut.self, BareTap.self, ForeignPush.self, ReadYourWrites.self, Resync.self, TokenIsolation.self,
        TokenHygiene.self,
        BadgeIsUnread.self, BoundedStaleness.self, FreshWhenOpened.self, NoAmplification.self, AuthorisedView.self,
        NoReuseConfusion.self,
        FlowOrder.self, EveryCompletionOnce.self, OneAlert.self, OneRegistration.self, AsAsked.self,
        OneCommit.self, DocumentedAnswers.self, LastWord.self,
        PushAccounted.self,
    ]
}
