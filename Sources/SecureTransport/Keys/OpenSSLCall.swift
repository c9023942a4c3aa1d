internal import COpenSSL

/// Calls on objects that OpenSSL itself has made or checked. They fail only when memory runs out.
enum OpenSSLCall {
    static func expect(_ result: Int32) { precondition(result > 0, "OpenSSL has no memory left") }

    /// Returns the DER of an object. The writer is called twice: first to get the size, and then to write.
    static func encoding(
        of handle: OpaquePointer,
        by write: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        let count = write(handle, nil)
        Self.expect(count)
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var end = buffer.baseAddress
            written = Int(write(handle, &end))
        }
    }
}
