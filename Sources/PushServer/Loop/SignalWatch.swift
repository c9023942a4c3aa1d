/// A closure that runs each time a signal comes, as long as the watch is kept.
package final class SignalWatch {
    private let loop: EventLoop
    private var handle: EventHandle?
    private let work: () -> Void

    fileprivate init(_ loop: EventLoop, _ signal: Int32, _ work: @escaping () -> Void) {
        self.loop = loop
        self.work = work
        self.handle = EventHandle(loop.base, signal, EventHandle.signal, self) { _, _, context in
            guard let context else { return }
            let watch = Unmanaged<SignalWatch>.fromOpaque(context).takeUnretainedValue()
            watch.work()
        }
        self.handle?.add()
    }
}

extension EventLoop {
    /// The signals that ask a server to end.
    package enum Signal {
        case interrupt
        case terminate

        var number: Int32 {
            switch self {
            case .interrupt: System.interrupt
            case .terminate: System.terminate
            }
        }
    }

    /// Runs a closure each time this signal comes, instead of what the signal does by itself.
    package func watch(_ signal: Signal, _ work: @escaping () -> Void) -> SignalWatch {
        SignalWatch(self, signal.number, work)
    }
}
