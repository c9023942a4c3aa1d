import Basics
import SecureTransport

/// A server on one loop: its listeners and connections, and a graceful shutdown.
package final class WireServer {
    private let loop: EventLoop
    private let limits: ServerLimits
    private let connections: Connections
    private let site: HTTP1Site
    private var listeners: [Listener] = []
    private var whenEmpty: (() -> Void)?

    /// - Parameter folder: The folder for the server's own sockets. If nil, they are in the system's folder of
    ///   temporary files.
    package init(
        _ loop: EventLoop, limits: ServerLimits = ServerLimits(), folder: String? = nil
    ) throws(ServerError) {
        (self.loop, self.limits) = (loop, limits)
        self.connections = Connections(loop, limit: limits.connections)
        self.site = try HTTP1Site(loop, limits, in: folder)
        self.connections.onChange = { [unowned self] in self.lookForEnd() }
    }

    /// Raises the soft limit of open files to the hard limit, because a server with many connections needs it.
    ///
    /// Returns the resulting limit.
    package static func raiseDescriptorLimit() -> Int { System.raiseDescriptorLimit() }

    package var connectionCount: Int { self.connections.count }

    /// Accepts connections at an address. The client chooses HTTP/2 or HTTP/1.1 for each connection.
    ///
    /// Returns the address with the actual port, if the port was 0.
    @discardableResult
    package func listen(
        at address: SocketAddress, security: ServerSecurity? = nil, _ service: any ExchangeService
    ) throws(ServerError) -> SocketAddress {
        let listener = try Listener(self.loop, at: address) { [unowned self] socket in
            self.accept(socket, security, service)
        }
        self.listeners.append(listener)
        return listener.address
    }

    /// Accepts connections on a socket that already listens. Closes the socket when listening ends.
    @discardableResult
    package func listen(
        owning descriptor: Int32, security: ServerSecurity? = nil, _ service: any ExchangeService
    ) -> SocketAddress {
        let listener = Listener(self.loop, owning: descriptor) { [unowned self] socket in
            self.accept(socket, security, service)
        }
        self.listeners.append(listener)
        return listener.address
    }

    /// Accepts clients of a proxy at an address.
    ///
    /// Returns the address with the actual port, if the port was 0.
    @discardableResult
    package func listen(at address: SocketAddress, as setup: ProxySetup) throws(ServerError) -> SocketAddress {
        let proxy = ProxyListener(setup, self.loop, self.limits, self.connections, self.handlers(setup.service))
        let listener = try Listener(self.loop, at: address) { [unowned self] socket in
            self.accept(socket, nil) { ProxyGreeter(proxy, $0) }
        }
        self.listeners.append(listener)
        return listener.address
    }

    private func accept(
        _ socket: consuming SocketHandle, _ security: ServerSecurity?, _ service: any ExchangeService
    ) {
        let handlers = self.handlers(service)
        self.accept(socket, security) { Doorman($0, handlers) }
    }

    private func accept(
        _ socket: consuming SocketHandle, _ security: ServerSecurity?,
        _ makeHandler: (Connection) -> any ConnectionHandler
    ) {
        // A return releases the socket's handle, which closes the surplus connection.
        guard !self.connections.isFull else { return }
        System.sendAtOnce(socket.descriptor)
        let layer = security.map { SecureLayer($0.accept(at: self.loop.now)) }
        let connection = Connection(self.loop, socket, layer, limits: self.limits)
        self.connections.add(connection)
        connection.start(makeHandler(connection))
    }

    /// Returns a closure that makes the handler of a connection once its protocol is known.
    private func handlers(
        _ service: any ExchangeService
    ) -> (ProtocolSniffer.Verdict, Connection) -> any ConnectionHandler {
        { [unowned self] verdict, connection in
            switch verdict {
            case .http2: HTTP2Server(connection, service)
            case .http1: HTTP1Relay(connection, service, self.site)
            }
        }
    }

    /// Stops accepting connections, lets every connection finish its pending requests, and then runs a closure.
    package func drain(_ whenEmpty: @escaping () -> Void) {
        for listener in self.listeners { listener.stop() }
        self.listeners = []
        self.whenEmpty = whenEmpty
        self.connections.drainAll()
        self.lookForEnd()
    }

    /// Ends all listeners and connections at once.
    package func stop() {
        for listener in self.listeners { listener.stop() }
        self.listeners = []
        self.connections.finishAll()
    }

    private func lookForEnd() {
        guard self.connections.count == 0, let whenEmpty else { return }
        self.whenEmpty = nil
        whenEmpty()
    }
}
