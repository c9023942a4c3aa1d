import CSignalNotes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that failed.
struct SystemFailure: Error, Equatable {
    static let circleOfLinks = SystemFailure(code: ELOOP)
    static let interrupted = SystemFailure(code: EINTR)
    static let tooBig = SystemFailure(code: EFBIG)
    /// The failure for a pipe that has no writer. It is not a failure of the system, but a read would wait forever.
    static let noWriter = SystemFailure(code: -1)

    let code: Int32

    var isBrokenPipe: Bool { self.code == EPIPE }
    var isTooBig: Bool { self.code == EFBIG }
    var isMissing: Bool { self.code == ENOENT }
    /// Whether a write failed because a signal asked to stop while the reader was not reading.
    var isStalledWrite: Bool { self.code == EINTR }
    var message: String {
        self == .noWriter ? "it is a pipe without a writer" : String(cString: strerror(self.code))
    }
}

/// The kind of file at a path.
enum PathKind: Equatable {
    case file(size: Int)
    case directory
    case link
    case other
}

/// The system calls of the tool; no other file of this module imports libc.
enum Platform {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    static func words() -> [RawText] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map {
                RawText(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
            }
        }
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the number of columns of a terminal, or nil when it is unknown.
    static func columns(of terminal: Int32) -> Int? {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
    }

    /// Returns the path of the program that this process runs, or nil when the system does not report it.
    static func executable() -> String? {
        var path = [CChar](repeating: 0, count: 1 << 14)
        #if canImport(Darwin)
            var size = UInt32(path.count)
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
        #else
            guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
        #endif
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func leave(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    static func leave(code: Int32) -> Never { exit(code) }

    static func words(ofError code: Int32) -> String { String(cString: strerror(code)) }
}

// MARK: - Descriptors

extension Platform {
    /// Opens a file without waiting for the writer of a pipe: `awaitInput` waits, and a signal can end that wait.
    static func openForReading(_ path: RawText) throws(SystemFailure) -> Int32 {
        try self.check { self.withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
    }

    /// Opens an entry of an open folder, without waiting for the writer of a pipe. Fails if the entry is a link.
    static func openEntry(_ name: RawText, in folder: Int32) throws(SystemFailure) -> Int32 {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        return try self.check { self.withPath(name) { openat(folder, $0, flags) } }
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #elseif canImport(Darwin)
            _ = Darwin.close(descriptor)
        #endif
    }

    /// The length of one wait, in milliseconds. A signal that arrives just before a wait is noticed after the wait.
    static let nap: Int32 = 250

    /// Whether a read from the descriptor returns at once if there is no input, as for files that were opened here.
    static func waitsForNobody(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0 }

    /// Waits until there is input, the time limit is reached, or a signal arrives.
    static func awaitInput(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) != 0 && request.revents != 0
    }

    /// Reads bytes and returns their number. Returns 0 at the end of the input, and nil if there is no input yet.
    static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
    ) throws(SystemFailure) -> Int? {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        if errno == EINTR || errno == EAGAIN { return nil }
        throw SystemFailure(code: errno)
    }

    /// Writes all bytes, or fails. After a request to stop, it also fails if the reader reads nothing for a second.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
        var done = 0
        var secondsBefore = self.secondsSinceInterruption
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if count >= 0 {
                done += count
                secondsBefore = self.secondsSinceInterruption
                continue
            }
            if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            } else if errno != EINTR {
                throw SystemFailure(code: errno)
            }
            // The counter must advance by two seconds, because the first of them may have begun long before this write.
            if self.secondsSinceInterruption - secondsBefore >= 2 { throw SystemFailure(code: EINTR) }
        }
    }

    /// Repeats a call that a signal interrupted, unless the signal asks to stop.
    private static func check(_ call: () -> Int32) throws(SystemFailure) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR || self.interruption != nil { throw SystemFailure(code: code) }
        }
    }

    private static func withPath<Result>(_ path: RawText, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (path.bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}

// MARK: - Files

extension Platform {
    static func kind(of path: RawText, followingLinks: Bool = true) throws(SystemFailure) -> PathKind {
        var info = stat()
        _ = try self.check { self.withPath(path) { followingLinks ? stat($0, &info) : lstat($0, &info) } }
        return self.kind(info)
    }

    /// Returns the kind of an entry of an open folder, without following links.
    static func kind(of name: RawText, in folder: Int32) throws(SystemFailure) -> PathKind {
        var info = stat()
        _ = try self.check { self.withPath(name) { fstatat(folder, $0, &info, AT_SYMLINK_NOFOLLOW) } }
        return self.kind(info)
    }

    static func kind(of descriptor: Int32) throws(SystemFailure) -> PathKind {
        var info = stat()
        _ = try self.check { fstat(descriptor, &info) }
        return self.kind(info)
    }

    private static func kind(_ info: stat) -> PathKind {
        switch info.st_mode & S_IFMT {
        case S_IFREG: .file(size: Int(info.st_size))
        case S_IFDIR: .directory
        case S_IFLNK: .link
        default: .other
        }
    }

    /// Returns the names of the entries in a directory, sorted by bytes, without hidden entries.
    static func names(in directory: RawText) throws(SystemFailure) -> [RawText] {
        guard let stream = self.withPath(directory, { opendir($0) }) else { throw SystemFailure(code: errno) }
        defer { closedir(stream) }
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else {
            preconditionFailure("dirent has no name")
        }
        var names: [RawText] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = UnsafeRawPointer(entry) + nameOffset
            let length = strlen(name.assumingMemoryBound(to: CChar.self))
            let bytes = Array(UnsafeRawBufferPointer(start: name, count: length))
            if bytes.first != 0x2E { names.append(RawText(bytes: bytes)) }
        }
        if errno != 0 { throw SystemFailure(code: errno) }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}

// MARK: - Drafts

extension Platform {
    private static func draft(of path: RawText) -> RawText {
        RawText(bytes: path.bytes + Array(".\(getpid()).tmp".utf8))
    }

    /// Opens a draft next to `path`, with the same permissions. The draft later replaces the file.
    static func createDraft(of path: RawText) throws(SystemFailure) -> Int32 {
        let (draft, flags) = (self.draft(of: path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        var info = stat()
        guard self.withPath(path, { stat($0, &info) }) == 0 else {
            return try self.check { self.withPath(draft) { open($0, flags, 0o666) } }
        }
        let descriptor = try self.check { self.withPath(draft) { open($0, flags, 0o600) } }
        // Only the owner can change the owner of a file. For other users, at least the permissions are kept.
        _ = fchown(descriptor, info.st_uid, info.st_gid)
        _ = fchmod(descriptor, info.st_mode & 0o7777)
        return descriptor
    }

    static func publishDraft(of path: RawText) throws(SystemFailure) {
        let draft = self.draft(of: path)
        _ = try self.check { self.withPath(draft) { from in self.withPath(path) { rename(from, $0) } } }
    }

    /// Fails for a read-only file. Without this check, a draft would replace the file, and root could write any file.
    static func refuseReadOnly(_ path: RawText) throws(SystemFailure) {
        var info = stat()
        guard self.withPath(path, { stat($0, &info) }) == 0 else { return }
        if info.st_mode & 0o222 == 0 { throw SystemFailure(code: EACCES) }
        _ = try self.check { self.withPath(path) { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } }
    }

    /// Duplicates the descriptor of an open file.
    static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        try self.check { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    }

    static func removeDraft(of path: RawText) { _ = self.withPath(self.draft(of: path)) { unlink($0) } }

    /// Opens a pipe or a device for writing. Returns nil for a pipe without a reader.
    static func openForWriting(_ path: RawText) throws(SystemFailure) -> Int32? {
        let descriptor = self.withPath(path) { open($0, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
        if descriptor >= 0 { return descriptor }
        let failure = SystemFailure(code: errno)
        var info = stat()
        let isPipe = self.withPath(path) { stat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFIFO
        if isPipe, failure.code == ENXIO || failure.code == EINTR { return nil }
        throw failure
    }

    /// Returns the target of a link, or nil for anything else.
    static func target(ofLink path: RawText) -> RawText? {
        var target = [CChar](repeating: 0, count: 1 << 12)
        let count = self.withPath(path) { readlink($0, &target, target.count) }
        return count > 0 ? RawText(bytes: target[..<count].map(UInt8.init(bitPattern:))) : nil
    }

    /// Opens a file for appending, or returns nil if there is no file.
    ///
    /// Returns the descriptor, the size, and whether the last line is complete.
    static func openForAppending(
        _ path: RawText
    ) throws(SystemFailure) -> (descriptor: Int32, size: Int, isEnded: Bool)? {
        let descriptor: Int32
        do throws(SystemFailure) {
            descriptor = try self.check { self.withPath(path) { open($0, O_RDWR | O_APPEND | O_CLOEXEC) } }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        let size = lseek(descriptor, 0, SEEK_END)
        guard size != 0 else { return (descriptor, 0, true) }
        var last: UInt8 = 0
        guard size > 0, pread(descriptor, &last, 1, size - 1) == 1 else {
            let failure = SystemFailure(code: errno)
            self.close(descriptor)
            throw failure
        }
        return (descriptor, Int(size), last == 0x0A)
    }

    /// Creates a file for appending. Only its owner can read it.
    static func createForAppending(_ path: RawText) throws(SystemFailure) -> Int32 {
        try self.check { self.withPath(path) { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } }
    }

    /// Returns a path in the folder for temporary files.
    static func temporaryFile(_ name: String) -> RawText {
        RawText(self.environment("TMPDIR") ?? "/tmp").appending(name)
    }

    static func remove(_ path: RawText) { _ = self.withPath(path) { unlink($0) } }

    static var processID: Int { Int(getpid()) }

    /// Flushes a file to the disk and closes it.
    static func finish(_ descriptor: Int32) throws(SystemFailure) {
        let result = fsync(descriptor)
        let code = errno
        self.close(descriptor)
        if result != 0 { throw SystemFailure(code: code) }
    }

    /// Whether two paths refer to the same file. For the path `-`, the descriptor is used.
    static func areSame(_ one: RawText, _ other: RawText, descriptors: [Int32] = [-1, -1]) -> Bool {
        let infos = zip([one, other], descriptors).map { path, descriptor in
            var info = stat()
            let isKnown = path == "-" ? fstat(descriptor, &info) : self.withPath(path) { stat($0, &info) }
            return isKnown == 0 ? info : nil
        }
        guard let left = infos[0], let right = infos[1] else { return false }
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }

    /// Removes the bytes that were appended after `size`.
    static func cut(_ descriptor: Int32, to size: Int) { _ = ftruncate(descriptor, off_t(size)) }

    static func createDirectory(_ path: RawText) throws(SystemFailure) {
        let result = self.withPath(path) { mkdir($0, 0o777) }
        if result != 0, errno != EEXIST { throw SystemFailure(code: errno) }
    }
}

// MARK: - Signals

extension Platform {
    /// Opens placeholders for closed standard streams. Otherwise another file could get their numbers and output.
    ///
    /// Reading from the placeholders and writing to them fails, as it does for closed streams.
    static func fillStandardDescriptors() {
        for descriptor in self.standardInput...self.standardError where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == self.standardInput ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ignores SIGPIPE and SIGXFSZ, so that a write to a closed reader or beyond a size limit fails with an error.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Restores the default for SIGCHLD. If the parent ignores this signal, this process has inherited that setting.
    static func heedChildren() { signal(SIGCHLD, SIG_DFL) }

    /// Starts to handle interrupts. The first interrupt only sets a flag.
    ///
    /// A second interrupt ends the process at once if it arrives at least one second after the first. If it arrives
    /// earlier, it counts as part of the first, because `timeout` signals a process and then its group.
    ///
    /// After the first interrupt, an alarm arrives every second and interrupts blocking calls. An alarm may arrive just
    /// before a call blocks, but the next alarm then interrupts that call.
    static func noteInterrupts() {
        signal_notes_clear()
        for request in [SIGINT, SIGTERM, SIGHUP] where request != SIGHUP || !self.isIgnored(request) {
            self.handle(request) { number in
                guard signal_notes_request() == 0 else {
                    guard signal_notes_seconds() > 0 else { return }
                    signal(number, SIG_DFL)
                    raise(number)
                    return
                }
                signal_notes_set_request(number)
                // Before the first interrupt, an alarm may come from the parent, to end this process.
                Platform.handle(SIGALRM) { _ in
                    signal_notes_add_second()
                    alarm(1)
                }
                alarm(1)
            }
        }
        // Swift's runtime treats SIGQUIT as a crash, and reports it before the process ends.
        if !self.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        // If the parent starts this process from a pool thread, this process may inherit a mask that blocks these
        // signals.
        var all = sigset_t()
        sigemptyset(&all)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGQUIT] { sigaddset(&all, number) }
        sigprocmask(SIG_UNBLOCK, &all, nil)
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #elseif canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #endif
        sigaction(number, &action, nil)
    }

    /// Whether a signal is ignored, as `nohup` does for SIGHUP.
    private static func isIgnored(_ number: Int32) -> Bool {
        let standing = signal(number, SIG_IGN)
        signal(number, standing)
        return unsafeBitCast(standing, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The exit status if a signal has asked to stop. Otherwise nil.
    static var interruption: ExitStatus? {
        switch signal_notes_request() {
        case SIGINT: .interrupted
        case SIGTERM, SIGHUP: .terminated
        default: nil
        }
    }

    /// Sends this process the signal that ended another process, unless this process has already received a signal.
    static func passOn(_ status: ExitStatus) {
        if self.interruption == nil { raise(status == .interrupted ? SIGINT : SIGTERM) }
    }

    private static var secondsSinceInterruption: Int { Int(signal_notes_seconds()) }
}

// MARK: - Threads

/// The work that is passed to a thread.
private final class ThreadWork: Sendable {
    let number: Int
    let work: @Sendable (Int) -> Void

    init(_ number: Int, _ work: @escaping @Sendable (Int) -> Void) {
        self.number = number
        self.work = work
    }
}

/// Work on several threads at once.
package enum Threads {
    /// The number of threads that can run at once.
    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Runs work on at most `count` threads, including this one, and returns when all is done.
    package static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for number in 1..<max(1, count) {
            let box = Unmanaged.passRetained(ThreadWork(number, work))
            #if canImport(Darwin)
                var thread: pthread_t?
            #else
                var thread = pthread_t()
            #endif
            let status = pthread_create(&thread, nil, threadMain, box.toOpaque())
            guard status == 0 else {
                box.release()
                break
            }
            #if canImport(Darwin)
                if let thread { threads.append(thread) }
            #else
                threads.append(thread)
            #endif
        }
        work(0)
        for thread in threads { pthread_join(thread, nil) }
    }
}

#if canImport(Darwin)
    private let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { box in
        let work = Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue()
        work.work(work.number)
        return nil
    }
#else
    private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
        guard let box else { return nil }
        let work = Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue()
        work.work(work.number)
        return nil
    }
#endif
