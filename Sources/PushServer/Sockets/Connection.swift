import Basics
import SecureTransport

/// A stream socket on the event loop, with its buffers. If the connection has a TLS engine, it uses TLS.
final class Connection {
    private enum Phase {
        case connecting
        case handshake
        case open
        /// The pending bytes are sent, then this end closes.
        case closing
        /// The connection is closed at this end; further bytes of the peer are dropped.
        case parting
        case over
    }

    let loop: EventLoop
    let limits: ServerLimits
    private let watch: SocketWatch
    private var layer: SecureLayer?
    private var output = ByteQueue()
    private var phase: Phase { didSet { self.watchReading() } }
    private var phaseSince: Interval
    private var isStepping = false
    private var isPaused = false { didSet { self.watchReading() } }
    /// Whether the peer has closed its side.
    private var isHalfClosed = false { didSet { self.watchReading() } }
    /// Whether the handler waits for ``ConnectionHandler/hasRoom()``.
    ///
    /// The connection stops reading from a peer that does not read, so that no bytes accumulate.
    private var isCrowded = false { didSet { self.watchReading() } }
    /// Whether the end of the stream is sent to the peer after the pending bytes.
    private var endsWriting = false
    /// Whether the connection is one end of a tunnel.
    ///
    /// Its two directions are independent, and its peer may take its time to read.
    var isTunnel = false { didSet { self.watchReading() } }
    /// The number of bytes that arrived after this end was closed.
    private var droppedCount = 0
    private var sentAt: Interval
    /// The time of the last byte in either direction.
    private(set) var usedAt: Interval
    var handler: (any ConnectionHandler)?
    var onSession: (TLSSession) -> Void = { _ in }
    var onEnd: (Connection) -> Void = { _ in }

    /// The maximum number of dropped bytes: as many as a peer may send before it notices the end, plus some margin.
    private static let mostDropped = 256 * 1_024

    init(
        _ loop: EventLoop, _ socket: consuming SocketHandle, _ layer: consuming SecureLayer?, limits: ServerLimits,
        isConnecting: Bool = false
    ) {
        self.loop = loop
        self.limits = limits
        self.watch = SocketWatch(loop, socket)
        let isSecure = layer != nil
        self.layer = layer
        self.phase = isConnecting ? .connecting : isSecure ? .handshake : .open
        (self.phaseSince, self.sentAt, self.usedAt) = (loop.uptime, loop.uptime, loop.uptime)
    }

    /// Starts the connection for a handler.
    func start(_ handler: any ConnectionHandler) {
        self.handler = handler
        self.watch.onReadable = { [unowned self] in self.readable() }
        self.watch.onWritable = { [unowned self] in self.writable() }
        guard case .connecting = self.phase else { return self.begin() }
        self.watch.wantsToWrite = true
    }

    private func begin() {
        if self.layer == nil {
            self.enter(.open)
            self.handler?.opened(nil)
        } else {
            self.enter(.handshake)
        }
        self.flush()
    }

    private func enter(_ phase: Phase) {
        self.phase = phase
        self.phaseSince = self.loop.uptime
    }

    var isOver: Bool { if case .over = self.phase { true } else { false } }
    var isClosing: Bool {
        switch self.phase {
        case .closing, .parting, .over: true
        case .connecting, .handshake, .open: false
        }
    }
    var peerAddress: SocketAddress? { System.peerAddress(of: self.watch.descriptor) }
    var localAddress: SocketAddress? { System.localAddress(of: self.watch.descriptor) }
    var unsentCount: Int { self.layer?.unsentCount ?? self.output.count }
    /// Whether more may be written before the peer has read something.
    var isRoomy: Bool { self.unsentCount < self.limits.unsent }

    // MARK: Writing

    /// Queues bytes for the next ``flush()``.
    func write(_ bytes: [UInt8]) {
        guard !self.isClosing else { return }
        self.noteFirstUnsent()
        if self.layer == nil { self.output.append(bytes) } else { self.layer?.write(bytes) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
        guard !self.isClosing else { return }
        self.noteFirstUnsent()
        if self.layer == nil { self.output.append(bytes) } else { self.layer?.write(bytes) }
    }

    private func noteFirstUnsent() { if self.unsentCount == 0 { self.sentAt = self.loop.uptime } }

    /// Sends the pending bytes, as far as the socket accepts them.
    func flush() {
        guard !self.isOver else { return }
        if case .connecting = self.phase { return }
        var failure: SystemFailure?
        var isBlocked = false
        while !isBlocked, failure == nil, self.unsentCount > 0 {
            let before = self.unsentCount
            if self.layer == nil {
                self.output.take { self.put($0, &failure, &isBlocked) }
            } else {
                self.layer?.send { self.put($0, &failure, &isBlocked) }
            }
            if self.unsentCount >= before { break }
        }
        if let failure { return self.finish(.lost(failure.words)) }
        self.watch.wantsToWrite = isBlocked
        self.step()
        guard !self.isOver else { return }
        if self.isCrowded, self.unsentCount < self.limits.unsent / 2 {
            self.isCrowded = false
            self.handler?.hasRoom()
        } else if self.unsentCount >= self.limits.unsent, !self.isCrowded {
            self.isCrowded = true
        }
        if self.endsWriting, self.unsentCount == 0 {
            self.endsWriting = false
            System.endWriting(self.watch.descriptor)
        }
        if case .closing = self.phase, self.unsentCount == 0 { self.part() }
    }

    /// Sends the pending bytes, and then the end of the stream. Reading continues.
    func endWriting() {
        self.endsWriting = true
        self.flush()
    }

    /// Starts TLS after an exchange without TLS.
    ///
    /// `early` contains the bytes of the handshake that have already arrived.
    func secure(_ layer: consuming SecureLayer, early: [UInt8]) {
        self.flush()
        guard !self.isOver else { return }
        // A new socket accepts the few bytes of a first answer at once, so the queue is normally empty.
        guard self.output.isEmpty else { return self.finish(.overLimit("the peer does not read")) }
        self.layer = consume layer
        self.enter(.handshake)
        early.withUnsafeBytes { if !$0.isEmpty { self.layer?.receive($0) } }
    }

    private func put(
        _ bytes: UnsafeRawBufferPointer, _ failure: inout SystemFailure?, _ isBlocked: inout Bool
    ) -> Int {
        do throws(SystemFailure) {
            let count = try System.write(self.watch.descriptor, bytes)
            if count > 0 { (self.sentAt, self.usedAt) = (self.loop.uptime, self.loop.uptime) }
            isBlocked = count < bytes.count
            return count
        } catch {
            if error.isTransient { isBlocked = true } else { failure = error }
            return 0
        }
    }

    private func writable() {
        guard case .connecting = self.phase else { return self.flush() }
        self.watch.wantsToWrite = false
        if let failure = System.pendingFailure(of: self.watch.descriptor) {
            return self.finish(.lost(failure.words))
        }
        self.begin()
    }

    // MARK: Reading

    /// Pauses reading when the handler cannot take more bytes, or resumes it.
    func pauseReading(_ isPaused: Bool) { self.isPaused = isPaused }

    private var wantsToRead: Bool {
        switch self.phase {
        case .connecting, .over: false
        case .parting: true
        case .handshake, .open, .closing:
            !self.isPaused && !self.isHalfClosed && (self.isTunnel || !self.isCrowded)
        }
    }

    private func watchReading() { if !self.isOver { self.watch.wantsToRead = self.wantsToRead } }

    private func readable() {
        let count: Int
        do throws(SystemFailure) {
            count = try System.read(self.watch.descriptor, self.loop.scratch)
        } catch {
            if !error.isTransient { self.finish(.lost(error.words)) }
            return
        }
        self.usedAt = self.loop.uptime
        if case .parting = self.phase {
            self.droppedCount += count
            if count == 0 || self.droppedCount > Self.mostDropped { self.finish(.closed) }
            return
        }
        guard count > 0 else { return self.readEnd() }
        let bytes = UnsafeRawBufferPointer(rebasing: self.loop.scratch[..<count])
        if self.layer == nil { self.handler?.received(bytes) } else { self.layer?.receive(bytes) }
        self.flush()
    }

    private func readEnd() {
        self.isHalfClosed = true
        if self.layer != nil {
            self.layer?.receiveEnd()
            return self.flush()
        }
        self.handler?.receivedEnd()
        self.flush()
    }

    /// Handles the engine's results.
    ///
    /// The handler may write during this call.
    private func step() {
        guard !self.isStepping, self.layer != nil else { return }
        self.isStepping = true
        var isWorking = false
        while !self.isOver, let step = self.layer?.step(into: self.loop.plaintext) {
            isWorking = true
            switch step {
            case .opened(let facts):
                self.enter(.open)
                self.handler?.opened(facts)
            case .plaintext(let count):
                if case .closing = self.phase { continue }
                self.handler?.received(UnsafeRawBufferPointer(rebasing: self.loop.plaintext[..<count]))
            case .session(let session): self.onSession(session)
            case .closed:
                self.isHalfClosed = true
                self.handler?.receivedEnd()
            case .failed(let failure): self.fail(failure)
            }
        }
        self.isStepping = false
        if isWorking { self.flush() }
    }

    /// Sends the TLS alert, if there is one, and ends the connection.
    private func fail(_ failure: TLSFailure) {
        self.layer?.send { (try? System.write(self.watch.descriptor, $0)) ?? $0.count }
        self.finish(failure.reason == .truncated ? .lost("the peer closed it") : .refused(failure))
    }

    // MARK: The end

    /// Sends the pending bytes, then closes this end and gives the peer some time to close its own.
    func close() {
        guard !self.isClosing else { return }
        self.enter(.closing)
        self.flush()
    }

    private func part() {
        if self.layer != nil {
            self.layer?.close()
            self.layer?.send { (try? System.write(self.watch.descriptor, $0)) ?? $0.count }
        }
        guard !self.isHalfClosed else { return self.finish(.closed) }
        System.endWriting(self.watch.descriptor)
        self.layer = nil
        self.enter(.parting)
        self.watch.wantsToWrite = false
    }

    /// Ends the connection at once, and drops pending bytes.
    func finish(_ end: ConnectionEnd) {
        guard !self.isOver else { return }
        self.enter(.over)
        self.watch.stop()
        self.output.removeAll()
        System.endBoth(self.watch.descriptor)
        let handler = self.handler
        self.handler = nil
        handler?.ended(end)
        self.onEnd(self)
        self.onEnd = { _ in }
    }

    /// Checks the deadlines that every connection has.
    func tick(_ now: Interval) {
        switch self.phase {
        case .connecting, .handshake:
            if now - self.phaseSince > self.limits.opening {
                return self.finish(.overLimit("the handshake took too long"))
            }
        case .parting: if now - self.phaseSince > self.limits.parting { return self.finish(.closed) }
        case .open where self.isTunnel: break
        case .open, .closing:
            if self.unsentCount > 0, now - self.sentAt > self.limits.unread {
                return self.finish(.overLimit("the peer does not read"))
            }
        case .over: return
        }
        if now - self.usedAt > self.limits.idle { return self.finish(.overLimit("it was idle for too long")) }
        self.handler?.tick(now)
    }
}
