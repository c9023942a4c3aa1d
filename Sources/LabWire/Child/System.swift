import Basics
import PushLab

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// A system call that failed.
struct SystemFailure: Error, Equatable {
    let code: Int32

    var message: String { String(cString: strerror(self.code)) }
}

/// The system calls for the ports.
///
/// No other file of this module imports the C library.
enum System {
    /// Returns the time of a monotonic clock.
    static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1_000 + Int(now.tv_nsec) / 1_000_000
    }

    /// Converts a duration to milliseconds. A duration beyond the largest interval counts as the largest interval.
    static func milliseconds(_ time: Duration) -> Int { Int(Interval(time).microseconds / 1_000) }

    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #elseif canImport(Darwin)
            _ = Darwin.close(descriptor)
        #endif
    }
}

// MARK: - Pipes

extension System {
    /// The result of a non-blocking read or write.
    enum Attempt: Equatable {
        case count(Int)
        /// The operation would block.
        case wait
        /// The other end is closed.
        case closed
    }

    /// Creates a pair of connected ends that other children do not inherit.
    ///
    /// The ends are sockets, because not every system can create such a pipe in one step.
    static func pipe() throws(SystemFailure) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { throw SystemFailure(code: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var yes: Int32 = 1
            setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #elseif canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure(code: errno) }
        #else
            guard socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &ends) == 0 else {
                throw SystemFailure(code: errno)
            }
        #endif
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    /// Waits until one of the two read descriptors is readable, `writing` is writable, or the time limit is reached.
    static func await(reading: Int32, _ other: Int32? = nil, writing: Int32?, milliseconds: Int) {
        var requests = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let other { requests.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
        if let writing { requests.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)) }
        _ = poll(&requests, nfds_t(requests.count), Int32(clamping: milliseconds))
    }

    static func read(_ descriptor: Int32, into chunk: inout [UInt8]) -> Attempt {
        #if canImport(Glibc)
            let count = Glibc.read(descriptor, &chunk, chunk.count)
        #elseif canImport(Musl)
            let count = Musl.read(descriptor, &chunk, chunk.count)
        #elseif canImport(Darwin)
            let count = Darwin.read(descriptor, &chunk, chunk.count)
        #endif
        if count > 0 { return .count(count) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wait : .closed
    }

    /// Writes as many bytes as possible without blocking.
    ///
    /// If the reader has closed its end, the result reports this. No signal is raised.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Attempt {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
        if count >= 0 { return .count(count) }
        return errno == EAGAIN || errno == EINTR ? .wait : .closed
    }
}

// MARK: - Processes

extension System {
    /// The way in which a process ended.
    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts `/bin/sh -c command` in its own process group, with the given descriptors as its standard input and
    /// output.
    ///
    /// `errors` becomes its standard error. Without it, the child inherits the standard error of this process.
    static func spawn(
        _ command: String, input: Int32, output: Int32, errors: Int32? = nil
    ) throws(SystemFailure) -> pid_t {
        #if canImport(Darwin)
            var (files, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_adddup2(&files, input, 0)
        posix_spawn_file_actions_adddup2(&files, output, 1)
        if let errors { posix_spawn_file_actions_adddup2(&files, errors, 2) }
        // The child must not inherit the signals that this process blocks or ignores.
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGALRM, SIGXFSZ, SIGCHLD] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        #if canImport(Darwin)
            flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
            if errors == nil { posix_spawn_file_actions_addinherit_np(&files, 2) }
        #endif
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        let texts = ["/bin/sh", "-c", Self.inPlaceOfShell(command)]
        let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &files, &attributes, words, environ)
        guard code == 0 else { throw SystemFailure(code: code) }
        return process
    }

    /// Replaces the shell with the program if the command is a single program with arguments.
    ///
    /// Without the shell in between, the lab can observe directly when the program ends or closes its output.
    private static func inPlaceOfShell(_ command: String) -> String {
        let word = command.prefix { $0 != " " }
        let isSimple = !command.unicodeScalars.contains { ";&|()`\n".unicodeScalars.contains($0) }
        let isPlain = word.utf8.allSatisfy { !"=$'\"\\~*?[#{<>!".utf8.contains($0) }
        let isForShell = Self.shellsOwn.contains { $0 == word }
        return isSimple && isPlain && !isForShell && Self.isProgram(word) ? "exec \(command)" : command
    }

    /// The built-in commands of shells. They differ from the programs with the same names.
    private static let shellsOwn = ["echo", "printf", "kill", "test", "[", "pwd", "true", "false", "time"]

    private static func isProgram(_ word: Substring) -> Bool {
        guard !word.isEmpty else { return false }
        if word.contains("/") { return access(String(word), X_OK) == 0 }
        guard let path = getenv("PATH") else { return false }
        return String(cString: path).split(separator: ":").contains { access("\($0)/\(word)", X_OK) == 0 }
    }

    /// Whether a child has ended.
    ///
    /// This call does not reap the child.
    static func hasEnded(_ process: pid_t) -> Bool {
        var info = siginfo_t()
        info.si_signo = 0
        return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == SIGCHLD
    }

    /// Asks a child and all of its own children to end.
    ///
    /// The child must not have been reaped yet.
    static func terminate(_ process: pid_t) { _ = kill(-process, SIGTERM) }

    /// Kills a child and all of its own children, and reaps the child.
    ///
    /// The child must not have been reaped yet.
    static func reap(_ process: pid_t) -> Ending {
        _ = kill(-process, SIGKILL)
        _ = kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }

    /// Moves standard input and output to other descriptors, which no child inherits. Afterwards, standard input is
    /// empty and standard output goes to standard error. Returns nil if a stream is closed.
    static func takeStandardStreams() -> (input: Int32, output: Int32)? {
        let (input, output) = (fcntl(0, F_DUPFD_CLOEXEC, 3), fcntl(1, F_DUPFD_CLOEXEC, 3))
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { self.close(nothing) }
        guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, 0) == 0, dup2(2, 1) == 1 else { return nil }
        return (input, output)
    }

    static func pause(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }
}
