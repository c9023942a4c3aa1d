#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The environment and the files of a test's process.
///
/// No other file of this module imports the C library.
enum Platform {
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Writes a file, and creates the folders on its path.
    static func write(_ text: String, to name: String, in folder: String) throws(KeepingFailure) {
        for end in folder.indices where folder[end] == "/" && end > folder.startIndex {
            try self.make(String(folder[..<end]))
        }
        try self.make(folder)
        let path = "\(folder)/\(name)"
        guard let file = fopen(path, "w") else { throw self.failure("cannot write", path) }
        let isWritten = text.withCString { fputs($0, file) } >= 0
        // Closing writes the buffered bytes, and may fail.
        guard fclose(file) == 0, isWritten else { throw self.failure("cannot write", path) }
    }

    /// The first line of a short file; nil when there is none.
    static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return String(decoding: line.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a file, and its folder if the folder is then empty.
    static func remove(_ path: String, in folder: String) {
        unlink(path)
        rmdir(folder)
    }

    /// Writes to standard error.
    static func warn(_ text: String) {
        guard let file = fdopen(dup(2), "w") else { return }
        _ = text.withCString { fputs($0, file) }
        fclose(file)
    }

    private static func make(_ folder: String) throws(KeepingFailure) {
        guard mkdir(folder, 0o755) != 0, errno != EEXIST else { return }
        throw self.failure("cannot create", folder)
    }

    private static func failure(_ what: String, _ path: String) -> KeepingFailure {
        KeepingFailure("\(what) \(path): \(String(cString: strerror(errno)))")
    }
}
