#if Mutants
    /// A mistake planted into this package, which a judge has to find. Only builds with the trait `Mutants` have any.
    package enum Mutant: String, Hashable, Sendable, CaseIterable {
        // In the service.
        case replyBeforeCommit = "reply-before-commit"
        case savePastTheLog = "save-past-the-log"
        case numberUsedTwice = "number-used-twice"
        case pageCutShort = "page-cut-short"
        case deletionUntold = "deletion-untold"
        case endUntold = "end-untold"
        case authorTapped = "author-tapped"
        case lastDeviceSkipped = "last-device-skipped"
        case oneLogForAll = "one-log-for-all"
        case deadAddressKept = "dead-address-kept"
        case lateWordBelieved = "late-word-believed"
        case handledRemoved = "handled-removed"
        case oldLifeKept = "old-life-kept"
        case beginningCutShort = "beginning-cut-short"
        case rivalDropped = "rival-dropped"
        case otherFieldReset = "other-field-reset"
        case topicUnchecked = "topic-unchecked"
        case requestForgotten = "request-forgotten"

        // Between the service and its store, and on the way to the push services.
        case unwrittenAnswered = "unwritten-answered"
        case claimForgotten = "claim-forgotten"
        case goneIgnored = "gone-ignored"

        // In the push services, and on the way to them.
        case offlineForEver = "offline-for-ever"
        case quitForEver = "quit-for-ever"
        case talkativeTap = "talkative-tap"

        // In the SDK.
        case staleCursor = "stale-cursor"
        case cursorPerPage = "cursor-per-page"
        case ownWordWins = "own-word-wins"
        case olderPageWins = "older-page-wins"
        case namedTwice = "named-twice"
        case ownSaveForgotten = "own-save-forgotten"
        case leftoversKept = "leftovers-kept"
        case syncAfterSync = "sync-after-sync"
        case doneBeforeShown = "done-before-shown"
        case knownIsNew = "known-is-new"
        case againIsRead = "again-is-read"
        case onlyForward = "only-forward"
        case unsentForgotten = "unsent-forgotten"
        case wordsOvertake = "words-overtake"
        case tapOfTheNext = "tap-of-the-next"
        case neverTriesAgain = "never-tries-again"
        case addressStays = "address-stays"

        // In the app.
        case batchSwallowed = "batch-swallowed"
        case deadShown = "dead-shown"
        case bannerStays = "banner-stays"
        case badgeOnlyGrows = "badge-only-grows"
        case badgeCountsTaps = "badge-counts-taps"
        case lookIgnored = "look-ignored"
        case tapPutOff = "tap-put-off"
        case clockTrusted = "clock-trusted"
        case anyPushSyncs = "any-push-syncs"
        case listStays = "list-stays"
        case badgeStays = "badge-stays"
        case pushUnfinished = "push-unfinished"
        case registersAgain = "registers-again"
        case renewalLeftOut = "renewal-left-out"
        case neverAtRest = "never-at-rest"

        /// The mistakes of the current run.
        ///
        /// A task-local, set around a whole run. It works like an argument of the run, even on several threads, and no
        /// type needs a field that normal builds do not have.
        @TaskLocal private static var planted: Set<Mutant> = []

        /// Runs `body` with exactly these mistakes.
        package static func plant<Value, Failure>(
            _ mutants: Set<Mutant>, while body: () throws(Failure) -> Value
        ) throws(Failure) -> Value {
            try self.$planted.withValue(mutants) { Result { () throws(Failure) in try body() } }.get()
        }

        fileprivate var isPlanted: Bool { Self.planted.contains(self) }
    }

    /// Whether the current run makes this mistake.
    package func mutated(_ mutant: Mutant) -> Bool { mutant.isPlanted }
#endif
