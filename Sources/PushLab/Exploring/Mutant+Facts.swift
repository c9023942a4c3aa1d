#if Mutants
    package import Basics

    extension Mutant {
        /// The promise that it breaks, and what is wrong, in a sentence.
        package var facts: (property: Property, mistake: String) {
            switch self {
            case .replyBeforeCommit: (.p1, "The service tells a publisher that it is stored, and stores nothing.")
            case .rivalDropped: (.p1, "Of two saves within five seconds the second is answered, and dropped.")
            case .savePastTheLog: (.p2, "Readers see a save of which the log knows nothing.")
            case .numberUsedTwice: (.p3, "A deletion gets the number of the change before it.")
            case .staleCursor: (.p4, "The SDK now and then forgets to keep the cursor of a read.")
            case .pageCutShort: (.p5, "A page that is full is said to be the last.")
            case .deletionUntold: (.p6, "Readers are led past deletions.")
            case .offlineForEver: (.p7, "Google's service never learns that a device is online again.")
            case .ownWordWins: (.p8, "What was done on a device wins over the log there.")
            case .cursorPerPage: (.p9, "The SDK keeps the cursor of each page as if the read were complete.")
            case .beginningCutShort: (.p10, "Who reads from the beginning is not told of what was read.")
            case .againIsRead: (.p11, "The SDK takes what it is told again for read.")
            case .namedTwice: (.p12, "The SDK names each change twice to its reader.")
            case .batchSwallowed: (.p13, "The app throws batches of several changes away.")
            case .olderPageWins: (.p14, "The SDK takes an older version over a newer one.")
            case .deadShown: (.p15, "The app alerts its user of what was deleted.")
            case .bannerStays: (.p16, "The app leaves the alert of what was dealt with elsewhere.")
            case .endUntold: (.p17, "Only the service learns that the time of a notification is over.")
            case .authorTapped: (.p18, "A device is tapped for its own changes.")
            case .lastDeviceSkipped: (.p19, "The device that subscribed last is never tapped.")
            case .lookIgnored: (.p20, "The app does not ask what is new when its user looks at it.")
            case .badgeCountsTaps: (.p21, "The badge counts taps.")
            case .talkativeTap: (.p22, "Taps to Apple's devices carry a title.")
            case .anyPushSyncs: (.p23, "The app syncs for any push.")
            case .ownSaveForgotten: (.p24, "The SDK forgets a save that the service has taken.")
            case .onlyForward: (.p25, "The SDK passes over what a page tells behind something newer.")
            case .leftoversKept: (.p26, "Who begins anew keeps what the service does not have any more.")
            case .unsentForgotten: (.p26, "The SDK forgets what it has not told the service when its process dies.")
            case .oneLogForAll: (.p27, "All users read from the first one's log.")
            case .deadAddressKept: (.p28, "The service goes on sending to an address that is gone.")
            case .lateWordBelieved: (.p28, "The service takes an address back that was registered after it died.")
            case .badgeOnlyGrows: (.p29, "The badge never goes down.")
            case .tapPutOff: (.p30, "The app leaves taps for its user to find.")
            case .neverTriesAgain: (.p30, "The SDK never tries a read again that failed.")
            case .syncAfterSync: (.p31, "After most syncs the SDK begins another at once.")
            case .listStays: (.p32, "The app leaves the list on the screen when its user signs out.")
            case .addressStays: (.p32, "The SDK tells the service nothing when its account goes.")
            case .badgeStays: (.p32, "The app leaves the badge when its user signs out.")
            case .oldLifeKept: (.p33, "What is published again has the state that it had in its former life.")
            case .clockTrusted: (.p34, "The app leaves out what has not happened yet by its own clock.")
            case .doneBeforeShown: (.p35, "The SDK says that a push is done with before it tells of what it brought.")
            case .tapOfTheNext: (.p35, "A tap in the middle of a read is done with that read, which lacks its news.")
            case .pushUnfinished: (.p36, "The app never finishes a push that is no tap.")
            case .knownIsNew: (.p37, "The SDK tells once more of what a new beginning brings again.")
            case .renewalLeftOut: (.p38, "The app lets its registration end.")
            case .registersAgain: (.p38, "After most registrations the app registers once more.")
            case .handledRemoved: (.p39, "The store removes what its user has dealt with.")
            case .neverAtRest: (.p40, "The app sets everything up again every ten minutes, for ever.")
            }
        }
    }
#endif
