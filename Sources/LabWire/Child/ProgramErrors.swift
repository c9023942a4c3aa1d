import Locking

/// The standard errors of the programs of one exploration.
///
/// The output of a program passes through. The output before a fault of the program is reported once for each kind of
/// fault, because a mistake in one line of the program can end it in thousands of runs with the same output.
package final class ProgramErrors: Sendable {
    private let toldFaults = Lock<Set<String>>([])
    private let write: @Sendable ([UInt8], _ sort: String?) -> Void

    /// Creates the errors of programs, which are passed to `write`.
    package convenience init(write: @escaping @Sendable ([UInt8]) -> Void) { self.init { bytes, _ in write(bytes) } }

    /// Creates the errors of programs. `write` also gets the kind of a fault.
    package init(writing write: @escaping @Sendable ([UInt8], _ sort: String?) -> Void) { self.write = write }

    package func tell(_ bytes: [UInt8]) { if !bytes.isEmpty { self.write(bytes, nil) } }

    package func tellFault(_ bytes: [UInt8], of sort: String) {
        guard !bytes.isEmpty else { return }
        if self.toldFaults.with({ $0.insert(sort).inserted }) { self.write(bytes, sort) }
    }
}
