package import Basics

/// A closure that runs once after a delay, unless it is cancelled or released before.
package final class LoopTimer {
    private let loop: EventLoop
    private var handle: EventHandle?
    private var work: (() -> Void)?

    fileprivate init(_ loop: EventLoop, _ time: Interval, _ work: @escaping () -> Void) {
        self.loop = loop
        self.work = work
        self.handle = EventHandle(loop.base, -1, EventHandle.timer, self) { _, _, context in
            guard let context else { return }
            Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue().fire()
        }
        self.handle?.add(for: time)
    }

    package func cancel() {
        self.handle = nil
        self.work = nil
    }

    private func fire() {
        let work = self.work
        self.work = nil
        work?()
    }
}

extension EventLoop {
    /// Runs a closure once after a delay.
    ///
    /// The owner keeps the timer; a released timer does not fire.
    package func timer(after time: Interval, _ work: @escaping () -> Void) -> LoopTimer { LoopTimer(self, time, work) }
}
