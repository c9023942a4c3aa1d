/// A closure that runs each time a descriptor becomes readable, as long as the watch is kept.
package final class DescriptorWatch {
    private let loop: EventLoop
    private var handle: EventHandle?
    private let work: () -> Void

    fileprivate init(_ loop: EventLoop, _ descriptor: Int32, _ work: @escaping () -> Void) {
        (self.loop, self.work) = (loop, work)
        self.handle = EventHandle(loop.base, descriptor, EventHandle.reading, self) { _, _, context in
            guard let context else { return }
            Unmanaged<DescriptorWatch>.fromOpaque(context).takeUnretainedValue().work()
        }
        self.handle?.add()
    }
}

extension EventLoop {
    /// Runs a closure each time a descriptor of the caller becomes readable. Release the watch before you close the
    /// descriptor.
    package func watch(reading descriptor: Int32, _ work: @escaping () -> Void) -> DescriptorWatch {
        DescriptorWatch(self, descriptor, work)
    }
}
