/// An event of a source, to which listeners subscribe.
public final class Event<Source: AnyObject, Args> {
    /// A handler. It gets the source and the arguments of the event.
    public typealias Listener = (Source, Args) -> Void

    private var listeners: [(number: Int, listener: Listener)] = []
    private var lastNumber = 0
    /// Called when a listener subscribes.
    var onSubscribe: (() -> Void)?

    init() {}

    var isHeard: Bool { !self.listeners.isEmpty }

    /// Adds a listener. It stays until its subscription is cancelled.
    @discardableResult
    public func subscribe(_ listener: @escaping Listener) -> EventSubscription {
        self.lastNumber += 1
        let number = self.lastNumber
        self.listeners.append((number, listener))
        self.onSubscribe?()
        return EventSubscription { [weak self] in self?.forgetListener(number) }
    }

    /// Removes a listener. The listener is released only after it was removed from the list, because its deinitializer
    /// may cancel other listeners.
    private func forgetListener(_ number: Int) {
        guard let index = self.listeners.firstIndex(where: { $0.number == number }) else { return }
        let forgotten = self.listeners.remove(at: index)
        withExtendedLifetime(forgotten) {}
    }

    /// Removes all listeners. They are released only after the list is empty.
    func forgetListeners() {
        var forgotten: [(number: Int, listener: Listener)] = []
        swap(&forgotten, &self.listeners)
    }

    /// Enqueues one callback for each current listener. A listener that cancels afterwards may still get the callback.
    func raise(_ source: Source, _ args: Args, through platform: ConnectedDevicesPlatform?) {
        for (_, listener) in self.listeners { platform?.enqueue { listener(source, args) } }
    }
}

/// A subscription to an event.
public final class EventSubscription {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    /// Ends the subscription. An event that is already queued may still arrive.
    ///
    /// A subscription that is not cancelled does not end.
    public func cancel() {
        let end = self.end.take()
        end?()
    }
}
