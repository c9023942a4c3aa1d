import Basics
// The header of libevent includes the libc headers that declare `timespec`, so the type belongs to both modules.
import CLibevent

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failed system call.
struct SystemFailure: Error, Equatable {
    let code: Int32

    static var last: SystemFailure { SystemFailure(code: errno) }

    var isTransient: Bool { self.code == EAGAIN || self.code == EWOULDBLOCK || self.code == EINTR }
    var isConnecting: Bool { self.code == EINPROGRESS }
    /// Whether the process or the machine has no descriptor left.
    var isOutOfDescriptors: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(self.code) }
    var isAddressTaken: Bool { self.code == EADDRINUSE }
    var isAddressForeign: Bool { self.code == EADDRNOTAVAIL }
    var isForbidden: Bool { self.code == EACCES || self.code == EPERM }
    var words: String { String(cString: strerror(self.code)) }
}

/// The system calls of this module.
///
/// No other file of this module imports libc.
enum System {
    // MARK: Clocks

    static var wallClock: Instant { Instant(microseconds: Self.microseconds(CLOCK_REALTIME)) }

    /// The time of a monotonic clock.
    static var uptime: Interval { Interval(microseconds: Self.microseconds(CLOCK_MONOTONIC)) }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    // MARK: Memory

    /// Compares two pieces of memory of the same length.
    static func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count, let left = left.baseAddress, let end = right.baseAddress else {
            return left.count == right.count
        }
        return memcmp(left, end, right.count) == 0
    }

    // MARK: Sockets

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif

    /// Creates a non-blocking stream socket that no child process inherits.
    static func makeSocket(_ family: Int32) throws(SystemFailure) -> Int32 {
        let descriptor = socket(family, Self.streamType, 0)
        guard descriptor >= 0 else { throw .last }
        Self.unblock(descriptor)
        return descriptor
    }

    static func unblock(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            Self.turnOn(SO_NOSIGPIPE, SOL_SOCKET, on: descriptor)
        #endif
    }

    static func turnOn(_ option: Int32, _ level: Int32, on descriptor: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    static func beginListening(_ descriptor: Int32, at address: SocketAddress, backlog: Int32) throws(SystemFailure) {
        Self.turnOn(SO_REUSEADDR, SOL_SOCKET, on: descriptor)
        if address.family == AF_INET6 { Self.turnOn(IPV6_V6ONLY, Int32(IPPROTO_IPV6), on: descriptor) }
        let bound = address.withPointer { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, backlog) == 0 else { throw .last }
    }

    static func beginConnecting(_ descriptor: Int32, to address: SocketAddress) throws(SystemFailure) {
        let result = address.withPointer { connect(descriptor, $0, $1) }
        guard result == 0 else { throw .last }
    }

    static func acceptNext(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { throw .last }
        Self.unblock(accepted)
        return accepted
    }

    /// Disables Nagle's algorithm, so that small answers are sent at once.
    static func sendAtOnce(_ descriptor: Int32) { Self.turnOn(TCP_NODELAY, Int32(IPPROTO_TCP), on: descriptor) }

    static func localAddress(of descriptor: Int32) -> SocketAddress? { SocketAddress(of: descriptor, getsockname) }

    static func peerAddress(of descriptor: Int32) -> SocketAddress? { SocketAddress(of: descriptor, getpeername) }

    /// Returns the failure of a connection attempt, if there was one.
    static func pendingFailure(of descriptor: Int32) -> SystemFailure? {
        var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return .last }
        return code == 0 ? nil : SystemFailure(code: code)
    }

    /// Reads available bytes.
    ///
    /// Returns 0 at the end of the stream.
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count >= 0 else { throw .last }
        return count
    }

    /// Writes as many bytes as the socket accepts.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
        guard count >= 0 else { throw .last }
        return count
    }

    static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Shuts the connection down. This also affects a copy of the descriptor that a child process may hold.
    static func endBoth(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    static func release(_ descriptor: Int32) { close(descriptor) }

    /// Returns the addresses of a host, each once.
    ///
    /// The call blocks until a name server answers.
    static func lookUp(_ host: String, port: UInt16) throws(LookupFailure) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Self.streamType
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else { throw LookupFailure(words: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ai_next
            guard let start = entry.pointee.ai_addr else { continue }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(entry.pointee.ai_addrlen))
            guard let address = SocketAddress(copying: bytes), !addresses.contains(address) else { continue }
            addresses.append(address)
        }
        return addresses
    }

    // MARK: Threads

    /// Starts a thread, which ends when its work is done. Returns false when the system cannot start another thread.
    static func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(ThreadWork(work))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, threadMain, box.toOpaque()) == 0 else {
            box.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    // MARK: Wake-ups, signals, limits

    /// Creates a connected pair of stream sockets inside this process.
    static func makePair() throws(SystemFailure) -> (Int32, Int32) {
        var ends: (Int32, Int32) = (0, 0)
        let result = withUnsafeMutableBytes(of: &ends) { bytes in
            socketpair(AF_UNIX, Self.streamType, 0, bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard result == 0 else { throw .last }
        Self.unblock(ends.0)
        Self.unblock(ends.1)
        return ends
    }

    static let interrupt = SIGINT
    static let terminate = SIGTERM
    static let hangUp = SIGHUP
    static let quit = SIGQUIT
    static let userOne = SIGUSR1
    static let userTwo = SIGUSR2

    static func isIgnored(_ number: Int32) -> Bool {
        let standing = signal(number, SIG_IGN)
        signal(number, standing)
        return unsafeBitCast(standing, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Makes a write to a closed peer fail instead of ending the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Raises the soft limit of open files to the hard limit.
    ///
    /// Returns the resulting limit.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(Self.openFiles, &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(Self.openFiles, &limit)
        getrlimit(Self.openFiles, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    #if canImport(Glibc)
        private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let openFiles = RLIMIT_NOFILE
    #endif

    // MARK: A private folder

    /// Creates an empty folder that no other user may enter, and returns its path.
    static func makePrivateFolder(in place: String? = nil) throws(SystemFailure) -> String {
        let place = place ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/shouldertap-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func removeSocket(_ path: String, in folder: String) {
        unlink(path)
        rmdir(folder)
    }

    static func removeFolder(_ path: String, with names: [String]) {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

/// The work that is passed to a thread.
private final class ThreadWork: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

#if canImport(Darwin)
    private let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { box in
        Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue().work()
        return nil
    }
#else
    private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
        if let box { Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue().work() }
        return nil
    }
#endif

extension SocketAddress {
    /// Reads an address of a socket with a system call.
    fileprivate init?(
        of descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        self = withUnsafeBytes(of: &storage) { SocketAddress(copying: $0) } ?? .unix("")
    }

    /// Converts an IP address from the system's form, or returns nil for any other address.
    fileprivate init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(bytes.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            self = .ip(withUnsafeBytes(of: address.sin_addr) { Array($0) }, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self)
            self = .ip(withUnsafeBytes(of: address.sin6_addr) { Array($0) }, port: UInt16(bigEndian: address.sin6_port))
        default: return nil
        }
    }

    var family: Int32 {
        switch self {
        case .ip(let bytes, _): bytes.count == 4 ? AF_INET : AF_INET6
        case .unix: AF_UNIX
        }
    }

    /// Passes the address, in the system's form, to a closure.
    fileprivate func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { room in
            let size = self.write(into: room)
            guard let start = room.baseAddress else { return -1 }
            return body(UnsafePointer(start.assumingMemoryBound(to: sockaddr.self)), socklen_t(size))
        }
    }

    private func write(into room: UnsafeMutableRawBufferPointer) -> Int {
        switch self {
        case .ip(let bytes, let port) where bytes.count == 4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            room.storeBytes(of: address, as: sockaddr_in.self)
            return MemoryLayout<sockaddr_in>.size
        case .ip(let bytes, let port):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            room.storeBytes(of: address, as: sockaddr_in6.self)
            return MemoryLayout<sockaddr_in6>.size
        case .unix(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { place in
                place.copyBytes(from: path.utf8.prefix(place.count - 1))
            }
            room.storeBytes(of: address, as: sockaddr_un.self)
            return MemoryLayout<sockaddr_un>.size
        }
    }
}

extension IPText {
    /// Parses a numeric address such as `127.0.0.1` or `::1`, or returns nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var six = in6_addr()
        if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }

    static func text(_ bytes: [UInt8]) -> String {
        var room = [CChar](repeating: 0, count: 64)
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &room, 64)
        return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
