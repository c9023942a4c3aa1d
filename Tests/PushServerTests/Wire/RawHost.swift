import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A host on loopback that accepts one connection and does with it what a test says.
final class RawHost {
    private let listener: Int32
    private var descriptor: Int32 = -1
    let port: UInt16
    private(set) var received: [UInt8] = []
    private(set) var isEnded = false

    init() throws {
        #if canImport(Darwin)
            self.listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            self.listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = self.listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        self.port = UInt16(bigEndian: address.sin_port)
        try #require(result)
        _ = fcntl(self.listener, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(self.listener)
        self.leave()
    }

    /// Accepts a connection if there is one, and reads what is there.
    func poll() {
        if self.descriptor < 0 {
            self.descriptor = accept(self.listener, nil, nil)
            guard self.descriptor >= 0 else { return }
            _ = fcntl(self.descriptor, F_SETFL, O_NONBLOCK)
        }
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(self.descriptor, &room, room.count)
            guard count > 0 else {
                if count == 0 || errno != EAGAIN { self.isEnded = true }
                return
            }
            self.received += room[..<count]
        }
    }

    /// Sends bytes, and returns how many the connection takes.
    func send(_ bytes: [UInt8]) -> Int { max(0, write(self.descriptor, bytes, bytes.count)) }

    func endWriting() { shutdown(self.descriptor, Int32(SHUT_WR)) }

    func leave() {
        if self.descriptor >= 0 { close(self.descriptor) }
        self.descriptor = -1
    }
}
