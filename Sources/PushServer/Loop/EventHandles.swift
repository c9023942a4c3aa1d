import Basics
internal import CLibevent

/// Owns libevent's loop.
struct EventBase: ~Copyable {
    let pointer: OpaquePointer

    init?() {
        guard let pointer = event_base_new() else { return nil }
        self.pointer = pointer
    }

    deinit { event_base_free(self.pointer) }
}

/// Owns one event: a watched descriptor, a timer or a signal.
struct EventHandle: ~Copyable {
    private let pointer: OpaquePointer

    static var reading: Int16 { Int16(EV_READ | EV_PERSIST) }
    static var writing: Int16 { Int16(EV_WRITE | EV_PERSIST) }
    static var signal: Int16 { Int16(EV_SIGNAL | EV_PERSIST) }
    static var timer: Int16 { 0 }

    /// Creates an event that calls back with `context`, which must outlive the handle.
    init(
        _ base: borrowing EventBase, _ descriptor: Int32, _ kind: Int16, _ context: AnyObject,
        _ callback: @escaping event_callback_fn
    ) {
        let context = Unmanaged.passUnretained(context).toOpaque()
        guard let pointer = event_new(base.pointer, descriptor, kind, callback, context) else {
            preconditionFailure("libevent has no memory left")
        }
        self.pointer = pointer
    }

    /// Starts the event, with a timeout when one is given.
    func add(for time: Interval? = nil) {
        guard let time else {
            event_add(self.pointer, nil)
            return
        }
        let microseconds = max(0, time.microseconds)
        var value = timeval()
        value.tv_sec = .init(microseconds / 1_000_000)
        value.tv_usec = .init(microseconds % 1_000_000)
        event_add(self.pointer, &value)
    }

    func remove() { event_del(self.pointer) }

    deinit { event_free(self.pointer) }
}
