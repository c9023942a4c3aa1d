/// The reason why a run stops before the end of its input.
enum RunEnd: Error, Equatable {
    /// The program that reads the output closed the pipe. This is not an error.
    case closedPipe
    case outputFailed(SystemFailure)
    /// A file could not be written, and is unchanged.
    case fileFailed(RawText, SystemFailure)
    case interrupted(ExitStatus)
    /// A signal asked the run to stop while the run was waiting for the reader of its output.
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
