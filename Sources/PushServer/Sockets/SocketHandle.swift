/// One open socket. It is closed when this value is destroyed.
struct SocketHandle: ~Copyable {
    let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Creates a socket that begins to connect.
    static func connecting(to address: SocketAddress) throws(SystemFailure) -> SocketHandle {
        let socket = SocketHandle(owning: try System.makeSocket(address.family))
        do throws(SystemFailure) {
            try System.beginConnecting(socket.descriptor, to: address)
        } catch {
            guard error.isConnecting else { throw error }
        }
        System.sendAtOnce(socket.descriptor)
        return socket
    }

    deinit { System.release(self.descriptor) }
}
