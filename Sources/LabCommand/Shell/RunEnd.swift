/// The reason why a run stops before the end of its input.
enum RunEnd: Error, Equatable {
    /// The reader of the output closed it, which is allowed.
    case closedPipe
    case outputFailed(SystemFailure)
    /// A file could not be written, and is unchanged.
    case fileFailed(RawText, SystemFailure)
    case interrupted(ExitStatus)
    /// The run was interrupted while nobody read its output.
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

    /// Throws if a signal asked to stop.
    static func heedInterrupts() throws(RunEnd) {
        if let status = Platform.interruption { throw RunEnd.interrupted(status) }
    }
}
