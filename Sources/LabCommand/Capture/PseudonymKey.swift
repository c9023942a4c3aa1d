import Basics

extension InputDesk {
    /// Returns the key that turns tokens into pseudonyms. The key is read from the file, or it is random if no file is
    /// given. If the file contains no key, reports this and returns nil.
    func pseudonymKey(_ path: RawText?) throws(RunEnd) -> KeyedHash? {
        guard let path else { return KeyedHash(key: (0..<16).map { _ in UInt8.random(in: .min ... .max) }) }
        do throws(SystemFailure) {
            let bytes = try Platform.contents(of: path)
            let digits = bytes.filter { $0 > 0x20 }
            let key = KeyedHash(key: bytes) ?? Hex.bytes(of: digits).flatMap { KeyedHash(key: $0) }
            if let key { return key }
        } catch {
            try self.failToRead(path, error)
            return nil
        }
        try self.fail(.badData, "\(Self.quoted(path)) is not a key; a key has 16 bytes, or 32 hex digits")
        return nil
    }
}
