internal import COpenSSL

/// One side of a TLS connection in memory: it consumes the peer's bytes and produces bytes for the peer.
///
/// It uses no sockets and no clock. Pass the peer's bytes to ``receive(_:_:)`` and their end to ``receiveEnd(_:)``.
/// Send the bytes that ``send(_:_:)`` shows. Read plaintext after ``TLSEvent/plaintext`` until there is none.
package struct TLSEngine: ~Copyable {
    private enum Phase {
        case handshake
        case open
        /// The peer has reported the end of its data.
        case closed
        case failed(TLSFailure)
        /// Closed by the owner before the handshake was complete.
        case abandoned
    }

    let connection: OpaquePointer
    private let notes: ConnectionNotes
    private let wire: Wire
    private var phase = Phase.handshake
    private var hasBegun = false
    private var isClosed = false
    private var isStreamEnded = false
    /// Whether plaintext was reported to the owner and not all of it was read.
    private var isReadable = false
    /// The number of bytes and messages that OpenSSL had consumed when it last had no output.
    private var progressBefore = 0

    init(_ connection: OpaquePointer, _ notes: ConnectionNotes, _ wire: Wire) {
        self.connection = connection
        self.notes = notes
        self.wire = wire
        // The client sends the first message.
        var events: [TLSEvent] = []
        if notes.role == .client { self.advance(&events) }
        precondition(events.isEmpty, "a client's first message needs no peer")
    }

    deinit {
        // Avoids OpenSSL's search for the session in a cache that is not used.
        SSL_set_shutdown(self.connection, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(self.connection)
    }

    private var limits: TLSLimits { self.notes.settings.limits }

    package var role: TLSRole { self.notes.role }

    /// Whether the engine accepts no more input from the peer or the owner until plaintext is read or bytes are sent.
    package var wantsToBeRead: Bool {
        self.wire.unsent >= self.limits.unsent || self.wire.unread >= self.limits.unread
    }

    /// The number of bytes that wait to be sent.
    package var unsentCount: Int { self.wire.unsent }

    /// Whether both sides have reported the end of their data, or the connection failed.
    ///
    /// Then only the unsent bytes remain.
    package var isOver: Bool {
        switch self.phase {
        case .handshake, .open: false
        case .closed: self.isClosed
        case .failed, .abandoned: true
        }
    }

    /// Frees memory after bursts, for idle connections.
    package mutating func releaseRoom() { self.wire.releaseRoom() }

    // MARK: Input from the peer

    /// Processes bytes of the peer, appends the resulting events, and returns the number of accepted bytes.
    ///
    /// It accepts only a part of the bytes while ``wantsToBeRead`` is true. The owner keeps the rest. Bytes after the
    /// end of a connection are accepted and dropped.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer, _ events: inout [TLSEvent]) -> Int {
        precondition(!self.isStreamEnded, "a stream that has ended goes on")
        var taken = 0
        while taken < bytes.count {
            guard self.isListening else { return bytes.count }
            let room = min(self.limits.unread - self.wire.unread, bytes.count - taken)
            guard room > 0 else { break }
            self.wire.accept(UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + room]))
            taken += room
            self.advance(&events)
        }
        return taken
    }

    /// Processes the end of the peer's stream. The end is a failure unless a close-notify came before it.
    package mutating func receiveEnd(_ events: inout [TLSEvent]) {
        self.isStreamEnded = true
        self.advance(&events)
    }

    private var isListening: Bool {
        switch self.phase {
        case .handshake, .open: true
        case .closed, .failed, .abandoned: false
        }
    }

    // MARK: Input from the owner

    /// Passes the bytes for the peer to `body`, which returns how many of them it sent.
    package mutating func send(_ events: inout [TLSEvent], _ body: (UnsafeRawBufferPointer) -> Int) {
        self.wire.send(body)
        self.advance(&events)
    }

    /// Reads plaintext into `buffer`. If the buffer is only partly filled, there is no more plaintext.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer, _ events: inout [TLSEvent]) -> Int {
        var filled = 0
        while self.isReadable, filled < buffer.count {
            OpenSSLErrors.forget()
            var count = 0
            let target = buffer.baseAddress! + filled
            let result = SSL_read_ex(self.connection, target, buffer.count - filled, &count)
            if result == 1 {
                filled += count
                self.notes.received(count)
            } else {
                self.isReadable = self.settle(result, &events)
            }
        }
        if self.isReadable, SSL_pending(self.connection) == 0 {
            // The next record may contain plaintext or other messages.
            self.isReadable = false
            self.advance(&events)
        }
        return filled
    }

    /// Encrypts plaintext as far as there is room, and returns the number of accepted bytes.
    ///
    /// It accepts no bytes while a message of the peer is incomplete. Retry after more bytes have arrived.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TLSWriteError) -> Int {
        if self.isClosed { throw .closed }
        switch self.phase {
        case .handshake: throw .notOpen
        case .failed(let failure): throw .failed(failure)
        case .abandoned: throw .closed
        case .open, .closed: break
        }
        var taken = 0
        while taken < bytes.count, self.wire.unsent < self.limits.unsent {
            OpenSSLErrors.forget()
            var count = 0
            let next = bytes.baseAddress! + taken
            let result = SSL_write_ex(self.connection, next, min(bytes.count - taken, Self.mostInRecord), &count)
            guard result == 1 else {
                if SSL_get_error(self.connection, result) == SSL_ERROR_WANT_READ { return taken }
                let failure = self.diagnose()
                self.phase = .failed(failure)
                throw .failed(failure)
            }
            taken += count
        }
        return taken
    }

    private static let mostInRecord = 16_384

    /// Sends the following data with a new key, for long connections. Returns false for TLS 1.2, which does not support
    /// this.
    package mutating func updateKey() -> Bool {
        guard case .open = self.phase, !self.isClosed, SSL_version(self.connection) == TLS1_3_VERSION else {
            return false
        }
        OpenSSLErrors.forget()
        return SSL_key_update(self.connection, SSL_KEY_UPDATE_NOT_REQUESTED) == 1
            && SSL_do_handshake(self.connection) == 1
    }

    /// Reports the end of data to the peer. Data that the peer still sends can be read.
    package mutating func close() {
        guard !self.isClosed else { return }
        self.isClosed = true
        switch self.phase {
        case .open, .closed: self.sayGoodbye()
        case .handshake:
            self.phase = .abandoned
            self.wire.discard()
        case .failed, .abandoned: break
        }
    }

    /// Sends close-notify. The alert is delayed while a message of the peer is incomplete, because OpenSSL cannot send
    /// it then.
    private func sayGoodbye() {
        guard SSL_in_init(self.connection) == 0, SSL_get_shutdown(self.connection) & SSL_SENT_SHUTDOWN == 0 else {
            return
        }
        OpenSSLErrors.forget()
        SSL_shutdown(self.connection)
    }

    // MARK: Progress

    private mutating func advance(_ events: inout [TLSEvent]) {
        if case .handshake = self.phase { self.shakeHands(&events) }
        guard case .open = self.phase else { return }
        if !self.isReadable { self.look(&events) }
        if self.isClosed { self.sayGoodbye() }
    }

    private mutating func shakeHands(_ events: inout [TLSEvent]) {
        guard self.wire.unsent < self.limits.unsent else { return }
        guard self.hasMoreToDecrypt || self.isStreamEnded || !self.hasBegun else { return }
        self.hasBegun = true
        OpenSSLErrors.forget()
        let result = SSL_do_handshake(self.connection)
        if self.wire.consumed > self.limits.handshake {
            return self.fail(.handshakeTooLong(limit: self.limits.handshake), &events)
        }
        guard result == 1 else {
            switch SSL_get_error(self.connection, result) {
            case SSL_ERROR_WANT_READ:
                if self.isStreamEnded { self.fail(self.reasonForEnd(.endedInHandshake), &events) }
            case SSL_ERROR_ZERO_RETURN: self.fail(.endedInHandshake, &events)
            default: self.fail(self.diagnose(), &events)
            }
            return
        }
        switch HandshakeOutcome.of(self.connection, self.notes) {
        case .success(let facts):
            self.notes.isOpen = true
            self.phase = .open
            events.append(.opened(facts))
            if facts.isResumed, self.role == .client { ClientSessions.keepRenewed(of: self.connection, self.notes) }
            self.tellSessions(&events)
        case .failure(let refusal):
            self.fail(refusal.reason, &events)
        }
    }

    /// Decrypts until there is plaintext to read or nothing left to decrypt.
    private mutating func look(_ events: inout [TLSEvent]) {
        var isUnsettled = true
        while isUnsettled {
            // Continues even while many bytes are unsent. If both sides waited until they could send, neither would
            // ever continue.
            guard self.hasMoreToDecrypt else {
                if self.isStreamEnded { self.fail(.truncated, &events) }
                return
            }
            OpenSSLErrors.forget()
            var (byte, count) = (UInt8(0), 0)
            let result = SSL_peek_ex(self.connection, &byte, 1, &count)
            if result == 1 {
                self.isReadable = true
                return events.append(.plaintext)
            }
            isUnsettled = self.settle(result, &events)
        }
    }

    /// Handles a call that returned no plaintext. Returns true when the next call may return plaintext.
    private mutating func settle(_ result: Int32, _ events: inout [TLSEvent]) -> Bool {
        let error = SSL_get_error(self.connection, result)
        self.tellSessions(&events)
        if let refusal = self.notes.refusal {
            self.fail(refusal, &events)
            return false
        }
        switch error {
        case SSL_ERROR_WANT_READ:
            // OpenSSL returns after every message without data. No progress means that no complete message is left.
            if self.isProgressing() { return true }
            if self.isStreamEnded { self.fail(.truncated, &events) }
            return false
        case SSL_ERROR_ZERO_RETURN:
            self.phase = .closed
            self.wire.discard()
            events.append(.closed)
            return false
        default:
            self.fail(self.diagnose(), &events)
            return false
        }
    }

    /// Whether a call of OpenSSL may have an effect. Calls without effect are avoided because each costs as much as a
    /// small record.
    private var hasMoreToDecrypt: Bool { self.wire.unread > 0 || SSL_has_pending(self.connection) == 1 }

    private mutating func isProgressing() -> Bool {
        let progress = self.wire.consumed + self.notes.messagesSeen
        defer { self.progressBefore = progress }
        return progress != self.progressBefore
    }

    private mutating func tellSessions(_ events: inout [TLSEvent]) {
        guard !self.notes.sessions.isEmpty else { return }
        events += self.notes.sessions.map(TLSEvent.session)
        self.notes.sessions = []
    }

    // MARK: Failures

    private func reasonForEnd(_ reason: TLSRefusal) -> TLSRefusal { Diagnosis.ofOpening(self.wire.opening) ?? reason }

    private func diagnose() -> TLSFailure {
        let reason = Diagnosis.ofError(self.connection, self.notes, opening: self.wire.opening)
        return TLSFailure(reason: reason, role: self.notes.role, alert: self.notes.alert)
    }

    private mutating func fail(_ reason: TLSRefusal, _ events: inout [TLSEvent]) {
        self.fail(TLSFailure(reason: reason, role: self.notes.role, alert: self.notes.alert), &events)
    }

    private mutating func fail(_ failure: TLSFailure, _ events: inout [TLSEvent]) {
        self.phase = .failed(failure)
        self.isReadable = false
        self.wire.discard()
        OpenSSLErrors.forget()
        events.append(.failed(failure))
    }
}
