/// Why a run stops before all of its input was seen.
enum RunEnd: Error, Equatable {
    /// The reader of our output hung up, which is its good right.
    case closedPipe
    case outputFailed(SystemFailure)
    case interrupted(ExitStatus)

    init(writing failure: SystemFailure) {
        self = failure.isBrokenPipe ? .closedPipe : .outputFailed(failure)
    }
}
