import Locking

/// The standard errors of the programs of one exploration.
///
/// The words of a program pass through. Its last words before it ends by its own fault are told once: a mistake in one
/// of its lines ends it in thousands of runs, each time with the same words.
package final class ProgramErrors: Sendable {
    private let hasToldFault = Lock(false)
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates the errors of programs, which go where `write` says.
    package init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

    func tell(_ bytes: [UInt8]) { if !bytes.isEmpty { self.write(bytes) } }

    func tellFault(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let isFirst = self.hasToldFault.with { hasTold in
            defer { hasTold = true }
            return !hasTold
        }
        if isFirst { self.write(bytes) }
    }
}
