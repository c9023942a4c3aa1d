/// Why a run stops before all of its input was seen.
enum RunEnd: Error, Equatable {
    /// The reader of our output hung up, which is its good right.
    case closedPipe
    case outputFailed(SystemFailure)
    /// A file could not be written, and is as it was before.
    case fileFailed(RawText, SystemFailure)
    case interrupted(ExitStatus)
    /// Interrupted while nobody takes what there is to say.
    case unheard(ExitStatus)

    init(writing failure: SystemFailure) {
        if failure.isBrokenPipe {
            self = .closedPipe
        } else if failure.isStalledWrite, let status = Platform.interruption {
            self = .unheard(status)
        } else {
            self = .outputFailed(failure)
        }
    }

    /// Ends a run that somebody wants to end.
    static func heedInterrupts() throws(RunEnd) {
        if let status = Platform.interruption { throw RunEnd.interrupted(status) }
    }
}
