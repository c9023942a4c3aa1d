/// A closure that runs each time a signal arrives, as long as the watch is kept.
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
    /// The signals that ask a server to stop.
    package enum Signal: Sendable, CaseIterable {
        case interrupt
        case terminate
        case hangUp
        case quit
        case userOne
        case userTwo

        package var number: Int32 {
            switch self {
            case .interrupt: System.interrupt
            case .terminate: System.terminate
            case .hangUp: System.hangUp
            case .quit: System.quit
            case .userOne: System.userOne
            case .userTwo: System.userTwo
            }
        }

        /// Whether this process ignores the signal, for example because of `nohup`.
        package var isIgnored: Bool { System.isIgnored(self.number) }
    }

    /// Runs a closure each time this signal arrives, instead of the signal's default action.
    package func watch(_ signal: Signal, _ work: @escaping () -> Void) -> SignalWatch {
        SignalWatch(self, signal.number, work)
    }
}
