#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Darwin)
    private import Darwin
#endif

/// All calls to the operating system.
enum Platform {
    /// Returns the CPU time of this thread, which other processes on the machine do not affect.
    static func threadNanoseconds() -> UInt64 { Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

    static func wallNanoseconds() -> UInt64 { Self.nanoseconds(CLOCK_MONOTONIC) }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "the clock exists on every system we build for")
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Returns the resident memory of this process; zero where the system does not report it.
    static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Returns the peak memory of this process.
    static func peakBytes() -> Int {
        var usage = rusage()
        guard getrusage(Self.ownUsage, &usage) == 0 else { return 0 }
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss * 1_024
        #endif
    }

    #if canImport(Darwin)
        private static let ownUsage = RUSAGE_SELF
    #else
        private static let ownUsage = __rusage_who_t(RUSAGE_SELF.rawValue)
    #endif

    /// Runs a program. Its output goes to the file `output`. By default, the output is discarded.
    ///
    /// Returns the exit status of the program; nil if it did not exit normally.
    static func run(_ path: String, _ words: [String] = [], output: String = "/dev/null") -> Int32? {
        self.start(path, words, output: output).flatMap(self.status)
    }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns the folder of the running program.
    static func ownFolder() -> String? {
        guard let path = realpath("/proc/self/exe", nil) ?? realpath(CommandLine.arguments[0], nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }

    /// Creates a folder for temporary files.
    static func makeTemporaryFolder() -> String? {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/shouldertap-bench.XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) != nil else { return nil }
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    static func makeFile(_ path: String, holding text: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let isWritten = fputs(text, file) >= 0
        return fclose(file) == 0 && isWritten
    }

    /// Passes the content of a file to `take`. Reads the file in the same way as the tool.
    static func read(_ path: String, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = Self.fill(buffer, from: descriptor), count > 0 {
            take(UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count]))
        }
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    /// Returns the number of line feeds, as fast as the C library finds them.
    static func newlines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        self.forEachLine(of: bytes) { _ in count += 1 }
        return count
    }

    /// Passes the length of each complete line to `take`.
    @inline(__always)
    static func forEachLine(of bytes: UnsafeBufferPointer<UInt8>, _ take: (Int) -> Void) {
        guard var place = UnsafeRawPointer(bytes.baseAddress) else { return }
        let end = place + bytes.count
        while place < end, let found = memchr(place, 0x0A, end - place) {
            take(UnsafeRawPointer(found) - place)
            place = UnsafeRawPointer(found) + 1
        }
    }

    /// Removes the files and then the folder.
    static func remove(_ files: [String], in folder: String) {
        for file in files { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }

    /// Writes a whole line at once, so that a reader of the pipe never gets half a line.
    static func print(_ line: String, toError: Bool = false) {
        let bytes = Array((line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(toError ? STDERR_FILENO : STDOUT_FILENO, buffer.baseAddress! + written, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                Self.leave(errno == EPIPE ? .passed : .outputFailed)
            }
        }
    }

    /// Shows progress on a terminal. Nothing is written to a pipe or a file.
    static func progress(_ text: String) {
        if isatty(STDERR_FILENO) == 1 { Self.print(text, toError: true) }
    }

    /// Keeps the process running when the reader of the pipe closes it early.
    static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    static func leave(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}

/// Child processes.
extension Platform {
    /// Starts a program whose output goes to a file. Returns its process id; nil when it does not start.
    static func start(_ path: String, _ words: [String], output: String) -> Int32? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var arguments = ([path] + words).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process = pid_t()
        return posix_spawn(&process, path, &actions, nil, arguments, environ) == 0 ? process : nil
    }

    /// Waits for the end of a process. Returns its exit status; nil when it did not exit normally.
    static func status(of process: Int32) -> Int32? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    static func stop(_ process: Int32) { kill(process, SIGTERM) }

    /// Returns the processor time that a process has used; zero where the system does not report it.
    static func processorSeconds(of process: Int32) -> Double {
        // The name of the program, which may contain spaces, ends with the last parenthesis.
        let fields = Self.text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the path of a program of the system.
    static func find(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        // Debian keeps servers in a folder that not every user searches.
        let all = folders.split(separator: ":").map(String.init) + ["/usr/sbin"]
        return all.lazy.map { "\($0)/\(name)" }.first(where: Self.isExecutable)
    }

    /// Returns a port of 127.0.0.1 on which no program listens.
    static func freePort() -> UInt16? {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }

    static func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

    static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o700) == 0 }

    /// Returns the contents of a file; empty if there is none.
    static func text(of path: String) -> String {
        var bytes: [UInt8] = []
        self.read(path) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The exit statuses, which scripts may rely on.
enum ExitStatus: Int32 {
    case passed = 0
    case missed = 1
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case internalBug = 70
    case outputFailed = 74
}
