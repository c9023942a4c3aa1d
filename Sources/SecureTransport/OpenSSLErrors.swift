internal import COpenSSL

/// OpenSSL's queue of errors, which belongs to the thread.
enum OpenSSLErrors {
    /// Forgets what earlier calls left behind, so that the next error belongs to the next call.
    static func forget() { ERR_clear_error() }

    /// The reason of the oldest error, in OpenSSL's words, and empties the queue.
    static func takeReason() -> String? {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let reason = ERR_reason_error_string(code) else { return nil }
        return String(cString: reason)
    }
}
