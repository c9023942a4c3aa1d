package import Basics
internal import CLibevent

/// The event loop: the one thread that owns every connection.
///
/// It runs closures for sockets, timers and signals.
///
/// Call its methods only on that thread. Other threads use ``inbox``.
package final class EventLoop {
    let base: EventBase
    /// The inbox for work from other threads.
    package let inbox: LoopInbox
    private var doorbell: SocketWatch?
    private var isStopped = false

    /// A buffer into which all connections read, one after the other.
    let scratch: UnsafeMutableRawBufferPointer
    let plaintext: UnsafeMutableRawBufferPointer

    private static let scratchSize = 64 * 1_024

    package init() throws(ServerError) {
        guard let base = EventBase() else { throw .noLoop("libevent does not support this machine") }
        let ends: (Int32, Int32)
        do { ends = try System.makePair() } catch { throw .noLoop(error.words) }
        self.base = base
        self.inbox = LoopInbox(bell: ends.1)
        self.scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
        self.plaintext = .allocate(byteCount: Self.scratchSize, alignment: 16)
        let doorbell = SocketWatch(self, SocketHandle(owning: ends.0))
        doorbell.onReadable = { [unowned self, unowned doorbell] in
            doorbell.drain(into: self.scratch)
            for work in self.inbox.takeAll() { work() }
        }
        doorbell.wantsToRead = true
        self.doorbell = doorbell
    }

    deinit {
        self.doorbell = nil
        self.scratch.deallocate()
        self.plaintext.deallocate()
    }

    /// The time of day.
    package var now: Instant { System.wallClock }
    /// The time of a monotonic clock.
    package var uptime: Interval { System.uptime }

    /// Runs until ``stop()``.
    package func run() { self.run { false } }

    /// Runs until ``stop()``, or until `isDone` returns true after some event.
    package func run(until isDone: () -> Bool) {
        self.isStopped = false
        while !self.isStopped, !isDone() {
            guard event_base_loop(self.base.pointer, EVLOOP_ONCE) == 0 else { return }
        }
    }

    /// The time of day, for callers without an event loop.
    package static var timeOfDay: Instant { System.wallClock }

    /// Ends ``run()`` after the work that is already due.
    package func stop() {
        self.isStopped = true
        event_base_loopbreak(self.base.pointer)
    }
}
