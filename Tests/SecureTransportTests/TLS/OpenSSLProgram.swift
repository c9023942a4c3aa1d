import Foundation
import SecureTransport

#if canImport(Glibc)
    import Glibc
#endif

/// The `openssl` of the machine as the other end of a connection, over a Unix socket in a folder of its own.
///
/// Whatever it does, a test ends: the program is killed when the value goes, and every wait has a deadline.
final class OpenSSLProgram {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let folder: URL
    private let process = Process()
    private let words: String
    /// Our end of what it reads and of what it says.
    private let console: Int32
    private var listener: Int32?
    private var link: Int32 = -1
    private(set) var said: [UInt8] = []
    private var hasHungUp = false

    /// Starts it with words parted by blanks; `SOCKET` stands for the socket, which a client finds ready.
    init(_ words: String, files: [String: String]) throws {
        guard let path = Self.path else { throw Failure(description: "there is no openssl on this machine") }
        self.words = words
        self.folder = FileManager.default.temporaryDirectory.appendingPathComponent("shouldertap-\(UUID().uuidString)")
        guard (self.folder.path + "/socket").utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw Failure(description: "\(self.folder.path) is too long for a socket's path; choose a shorter TMPDIR")
        }
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try Data(text.utf8).write(to: self.folder.appendingPathComponent(name))
        }
        // A socket, unlike a pipe, can be written to without a signal when nobody reads any more.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Failure(description: "no pair of sockets: errno \(errno)")
        }
        self.console = ends[0]
        if words.hasPrefix("s_client") { self.listener = try Self.listen(at: self.folder.path + "/socket") }
        let childEnd = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        self.process.executableURL = URL(fileURLWithPath: path)
        self.process.arguments = words.split(separator: " ").map { $0 == "SOCKET" ? "socket" : String($0) }
        self.process.currentDirectoryURL = self.folder
        self.process.standardInput = childEnd
        self.process.standardOutput = childEnd
        self.process.standardError = childEnd
        try self.process.run()
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
        for descriptor in [self.console, self.link, self.listener ?? -1] where descriptor >= 0 { close(descriptor) }
        try? FileManager.default.removeItem(at: self.folder)
    }

    func file(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: self.folder.appendingPathComponent(name)), as: UTF8.self)
    }

    private static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    private static func listen(at path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(path)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, 1) == 0 else { throw Failure(description: "no socket: errno \(errno)") }
        return descriptor
    }

    /// Waits for a client, or goes to a server; again for the next connection.
    func meet() throws {
        if self.link >= 0 { close(self.link) }
        self.hasHungUp = false
        if let listener {
            try self.wait(for: [listener])
            self.link = accept(listener, nil, nil)
        } else {
            while !self.sayings.contains("ACCEPT") { try self.listenToConsole() }
            self.link = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.address(self.folder.path + "/socket")
            let isMet = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(self.link, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            guard isMet else { throw Failure(description: "\(self.words): errno \(errno)") }
        }
    }

    /// Types at its console.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(self.console, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Carries bytes between it and an engine until something is so, or it has hung up.
    func carry(_ engine: inout TLSEngine, _ log: inout Log, until isDone: (Log) -> Bool) throws {
        while !self.hasHungUp {
            engine.send(&log.events) { bytes in
                let count = send(self.link, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                // Whoever is gone hangs up below.
                return count < 0 ? bytes.count : count
            }
            log.text += engine.readAll(&log.events)
            log.console = self.sayings
            if isDone(log) { return }
            guard engine.unsentCount == 0 else { continue }
            try self.wait(for: [self.link, self.console])
            try self.listenToConsole(orNothing: true)
            guard let bytes = self.arrived() else { continue }
            // What came before the other end was gone is still to be heard.
            if bytes.isEmpty {
                self.hasHungUp = true
                engine.receiveEnd(&log.events)
            } else {
                engine.receiveAll(bytes, &log.events)
            }
            log.text += engine.readAll(&log.events)
        }
        log.console = self.sayings
    }

    struct Log {
        var events: [TLSEvent] = []
        var text: [UInt8] = []
        var console = ""
    }

    /// What the socket has; nothing at its end, nil when it has nothing now.
    private func arrived() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 30_000)
        let count = recv(self.link, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN { return nil }
        return Array(buffer.prefix(max(0, count)))
    }

    private func listenToConsole(orNothing: Bool = false) throws {
        if !orNothing { try self.wait(for: [self.console]) }
        var buffer = [UInt8](repeating: 0, count: 30_000)
        let count = recv(self.console, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        self.said += buffer.prefix(max(0, count))
        if count == 0, !orNothing { throw Failure(description: "\(self.words) ended: \(self.sayings)") }
    }

    private var sayings: String { String(decoding: self.said, as: UTF8.self) }

    private static let patience: Int32 = 20_000

    private func wait(for descriptors: [Int32]) throws {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var result = poll(&polled, nfds_t(polled.count), Self.patience)
        while result < 0, errno == EINTR { result = poll(&polled, nfds_t(polled.count), Self.patience) }
        guard result > 0 else {
            throw Failure(description: "openssl \(self.words) said nothing for 20 s; so far: \(self.sayings)")
        }
    }
}
