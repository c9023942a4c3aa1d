import Locking

/// Brings work from other threads to the loop.
package final class LoopInbox: Sendable {
    /// Work that runs on the loop's thread.
    package typealias Work = @Sendable () -> Void

    private let waiting = Lock<[Work]>([])
    private let bell: Int32

    init(bell: Int32) { self.bell = bell }

    deinit { System.release(self.bell) }

    /// Queues work for the loop.
    ///
    /// Safe on every thread.
    package func post(_ work: @escaping Work) {
        let isFirst = self.waiting.with { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        // A full pipe already wakes the loop.
        if isFirst { withUnsafeBytes(of: UInt8(1)) { _ = try? System.write(self.bell, $0) } }
    }

    func takeAll() -> [Work] {
        self.waiting.with { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
