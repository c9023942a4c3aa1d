import Basics
import SecureTransport

/// A tunnel through a proxy. It consists of the client's connection and a connection to the host.
final class Tunnel {
    private let proxy: ProxyListener
    private let target: ProxyTarget
    private let client: Connection
    private var host: Connection?
    private var dial: Dial
    private var flow = TunnelFlow()
    private var question: Int?
    /// Bytes that the client sent before the tunnel was open.
    private var early: [UInt8]
    private var isOpen = false

    init(_ proxy: ProxyListener, _ client: Connection, to target: ProxyTarget, _ early: [UInt8]) {
        (self.proxy, self.client, self.target, self.early) = (proxy, client, target, early)
        self.dial = Dial(
            target, reachesThisMachine: client.peerAddress?.isLoopback == true, at: proxy.loop.uptime,
            limit: proxy.limits.opening)
    }

    /// Takes over the client's connection, and looks up the host.
    func start() {
        self.client.handler = TunnelEnd(self, .client)
        self.client.pauseReading(true)
        // An IP address needs no lookup thread. Slow name servers may occupy the lookup threads.
        if let bytes = IPText.bytes(self.target.host) {
            return self.found(.success([.ip(bytes, port: self.target.port)]))
        }
        self.question = self.proxy.resolver.lookUp(self.target) { [weak self] answer in self?.found(answer) }
    }

    private func found(_ answer: HostResolver.Answer) {
        self.question = nil
        switch answer {
        case .success(let addresses): self.perform(self.dial.found(addresses, at: self.proxy.loop.uptime))
        case .failure(let error): self.perform(self.dial.notFound(error.description))
        }
    }

    // MARK: The way to the host

    private func perform(_ action: Dial.Action?) {
        switch action {
        case .connect(let address): self.connect(to: address)
        case .open: self.open()
        case .refuse(let refusal):
            self.leaveAttempt()
            self.proxy.refuse(self.client, self.target, refusal)
        case nil: break
        }
    }

    private func connect(to address: SocketAddress) {
        self.leaveAttempt()
        let loop = self.proxy.loop
        do throws(SystemFailure) {
            let socket = try SocketHandle.connecting(to: address)
            let host = Connection(loop, socket, nil, limits: self.proxy.limits, isConnecting: true)
            self.host = host
            self.proxy.connections.add(host)
            host.start(TunnelEnd(self, .host))
        } catch {
            self.perform(self.dial.failed(error.words, at: loop.uptime))
        }
    }

    /// Drops a connection attempt that has not succeeded yet.
    private func leaveAttempt() {
        let host = self.host
        self.host = nil
        host?.handler = nil
        host?.finish(.dropped)
    }

    private func open() {
        self.isOpen = true
        for end in [self.client, self.host] { end?.isTunnel = true }
        self.proxy.opened(self.target)
        self.client.write(ProxyListener.welcome)
        self.client.flush()
        self.host?.write(self.early)
        self.early = []
        self.client.pauseReading(false)
    }

    // MARK: The open tunnel

    private func connection(_ side: TunnelFlow.Side) -> Connection? { side == .client ? self.client : self.host }

    private func perform(_ actions: [TunnelFlow.Action]) {
        for action in actions {
            switch action {
            case .pause(let side): self.connection(side)?.pauseReading(true)
            case .resume(let side): self.connection(side)?.pauseReading(false)
            case .endWriting(let side): self.connection(side)?.endWriting()
            case .close(let side): self.connection(side)?.close()
            }
        }
    }

    fileprivate func opened(_ side: TunnelFlow.Side) { if side == .host { self.perform(self.dial.connected()) } }

    fileprivate func received(_ bytes: UnsafeRawBufferPointer, from side: TunnelFlow.Side) {
        guard self.isOpen, let other = self.connection(side.other) else { return }
        other.write(bytes)
        other.flush()
        self.perform(self.flow.passed(from: side, otherIsFull: !other.isRoomy))
    }

    fileprivate func hasRoom(_ side: TunnelFlow.Side) { self.perform(self.flow.hasRoom(side)) }

    fileprivate func receivedEnd(of side: TunnelFlow.Side) {
        if self.isOpen { self.perform(self.flow.receivedEnd(of: side)) }
    }

    fileprivate func lost(_ side: TunnelFlow.Side, _ end: ConnectionEnd) {
        if side == .client {
            self.proxy.released()
            if let question { self.proxy.resolver.cancel(question) }
        }
        if self.isOpen { return self.perform(self.flow.lost(side)) }
        guard side == .host else { return self.leaveAttempt() }
        self.host = nil
        guard case .lost(let words) = end else { return self.perform(self.dial.failed("\(end)", at: self.now)) }
        self.perform(self.dial.failed(words, at: self.now))
    }

    private var now: Interval { self.proxy.loop.uptime }

    fileprivate func tick(_ now: Interval) { if !self.isOpen { self.perform(self.dial.tick(now)) } }
}

/// One end of a tunnel.
private final class TunnelEnd: ConnectionHandler {
    private let tunnel: Tunnel
    private let side: TunnelFlow.Side

    init(_ tunnel: Tunnel, _ side: TunnelFlow.Side) { (self.tunnel, self.side) = (tunnel, side) }

    func opened(_ facts: TLSFacts?) { self.tunnel.opened(self.side) }
    func received(_ bytes: UnsafeRawBufferPointer) { self.tunnel.received(bytes, from: self.side) }
    func hasRoom() { self.tunnel.hasRoom(self.side) }
    func receivedEnd() { self.tunnel.receivedEnd(of: self.side) }
    func ended(_ end: ConnectionEnd) { self.tunnel.lost(self.side, end) }
    func tick(_ now: Interval) { if self.side == .client { self.tunnel.tick(now) } }
}
