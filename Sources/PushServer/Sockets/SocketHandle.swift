/// One open socket, closed when its owner ends.
struct SocketHandle: ~Copyable {
    let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { System.release(self.descriptor) }
}
