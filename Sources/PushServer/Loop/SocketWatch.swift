internal import CLibevent

/// A socket and the closures that run when it can be read or written.
final class SocketWatch {
    private let loop: EventLoop
    private let socket: SocketHandle
    private var reading: EventHandle?
    private var writing: EventHandle?
    var onReadable: () -> Void = {}
    var onWritable: () -> Void = {}

    init(_ loop: EventLoop, _ socket: consuming SocketHandle) {
        self.loop = loop
        self.socket = socket
    }

    var descriptor: Int32 { self.socket.descriptor }

    var wantsToRead = false {
        didSet {
            guard self.wantsToRead != oldValue else { return }
            self.wait(self.wantsToRead, with: &self.reading, EventHandle.reading) { SocketWatch.of($2)?.onReadable() }
        }
    }

    var wantsToWrite = false {
        didSet {
            guard self.wantsToWrite != oldValue else { return }
            self.wait(self.wantsToWrite, with: &self.writing, EventHandle.writing) { SocketWatch.of($2)?.onWritable() }
        }
    }

    /// Starts or stops waiting.
    ///
    /// The handle is created at the first start.
    private func wait(
        _ isWanted: Bool, with handle: inout EventHandle?, _ kind: Int16, _ callback: @escaping event_callback_fn
    ) {
        if handle == nil { handle = EventHandle(self.loop.base, self.descriptor, kind, self, callback) }
        if isWanted { handle?.add() } else { handle?.remove() }
    }

    /// Returns the watch that a callback context points to.
    private static func of(_ context: UnsafeMutableRawPointer?) -> SocketWatch? {
        context.map { Unmanaged<SocketWatch>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads and discards everything that is available.
    func drain(into room: UnsafeMutableRawBufferPointer) {
        while let count = try? System.read(self.descriptor, room), count > 0 {}
    }

    /// Stops both directions, and releases the closures.
    func stop() {
        self.wantsToRead = false
        self.wantsToWrite = false
        self.onReadable = {}
        self.onWritable = {}
    }
}
