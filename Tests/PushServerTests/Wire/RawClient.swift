import PushServer
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A client that sends any bytes it likes, for what no client library does.
final class RawClient {
    private let descriptor: Int32
    private(set) var received: [UInt8] = []
    private(set) var isEnded = false

    init(port: UInt16) throws {
        #if canImport(Darwin)
            self.descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            self.descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(self.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        _ = fcntl(self.descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(self.descriptor) }

    func send(_ text: String) { self.send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        #if canImport(Darwin)
            _ = Darwin.send(self.descriptor, bytes, bytes.count, 0)
        #else
            _ = write(self.descriptor, bytes, bytes.count)
        #endif
    }

    func endWriting() { shutdown(self.descriptor, Int32(SHUT_WR)) }

    /// Reads what is there.
    func poll() {
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(self.descriptor, &room, room.count)
            if count > 0 {
                self.received += room[..<count]
            } else {
                if count == 0 || errno != EAGAIN { self.isEnded = true }
                return
            }
        }
    }

    var text: String { String(decoding: self.received, as: UTF8.self) }
}

extension Bench {
    /// Runs the loop until the client has received this text.
    func run(_ client: RawClient, until text: String) {
        let ticks = self.heartbeat()
        self.loop.run {
            client.poll()
            return client.isEnded || client.text.contains(text)
        }
        withExtendedLifetime(ticks) {}
    }

    /// Runs the loop until the server has closed the client's connection.
    func runUntilEnd(of client: RawClient) {
        let ticks = self.heartbeat()
        self.loop.run {
            client.poll()
            return client.isEnded
        }
        withExtendedLifetime(ticks) {}
    }
}
