import Locking

/// The standard error of the programs of one exploration.
///
/// The output of a program normally passes through. One mistake in a program can end the program in thousands of runs,
/// each time with the same output. So the output before a fault is reported only once for each kind of fault.
package final class ProgramErrors: Sendable {
    private let toldFaults = Lock<Set<String>>([])
    private let write: @Sendable ([UInt8], _ sort: String?) -> Void

    /// Creates a receiver that passes the output of programs to `write`.
    package convenience init(write: @escaping @Sendable ([UInt8]) -> Void) { self.init { bytes, _ in write(bytes) } }

    /// Creates a receiver that passes the output of programs to `write`, with the kind of fault if there was one.
    package init(writing write: @escaping @Sendable ([UInt8], _ sort: String?) -> Void) { self.write = write }

    package func tell(_ bytes: [UInt8]) { if !bytes.isEmpty { self.write(bytes, nil) } }

    package func tellFault(_ bytes: [UInt8], of sort: String) {
        guard !bytes.isEmpty else { return }
        if self.toldFaults.with({ $0.insert(sort).inserted }) { self.write(bytes, sort) }
    }
}
