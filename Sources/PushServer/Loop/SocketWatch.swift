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
            if self.reading == nil {
                self.reading = EventHandle(self.loop.base, self.descriptor, EventHandle.reading, self) {
                    _, _, context in
                    guard let context else { return }
                    let watch = Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
                    watch.onReadable()
                }
            }
            if self.wantsToRead { self.reading?.add() } else { self.reading?.remove() }
        }
    }

    var wantsToWrite = false {
        didSet {
            guard self.wantsToWrite != oldValue else { return }
            if self.writing == nil {
                self.writing = EventHandle(self.loop.base, self.descriptor, EventHandle.writing, self) {
                    _, _, context in
                    guard let context else { return }
                    let watch = Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
                    watch.onWritable()
                }
            }
            if self.wantsToWrite { self.writing?.add() } else { self.writing?.remove() }
        }
    }

    /// Reads all there is and forgets it.
    func drain(into room: UnsafeMutableRawBufferPointer) {
        while let count = try? System.read(self.descriptor, room), count > 0 {}
    }

    /// Stops both, and breaks the closures' hold on their owner.
    func stop() {
        self.wantsToRead = false
        self.wantsToWrite = false
        self.onReadable = {}
        self.onWritable = {}
    }
}
