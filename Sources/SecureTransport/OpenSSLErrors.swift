internal import COpenSSL

/// OpenSSL's error queue. Each thread has its own.
enum OpenSSLErrors {
    /// Clears errors of earlier calls, so that the next error belongs to the next call.
    static func forget() {
        // Clearing the queue takes a hundred times as long as checking that it is empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Returns the reason of the oldest error, in OpenSSL's words, and clears the queue.
    static func takeReason() -> String? {
        let code = ERR_get_error()
        ERR_clear_error()
        return Self.words(code)
    }

    /// Returns the oldest error of TLS itself and clears the queue.
    ///
    /// A lower-level error often comes first and is less useful. If there is no TLS error, the number is nil, because
    /// each part of OpenSSL has its own numbers.
    static func takeReasonOfTLS() -> (number: Int32?, words: String?) {
        let oldest = ERR_peek_error()
        var code = ERR_get_error()
        while code != 0, ERR_GET_LIB(code) != ERR_LIB_SSL { code = ERR_get_error() }
        ERR_clear_error()
        return code == 0 ? (nil, Self.words(oldest)) : (ERR_GET_REASON(code), Self.words(code))
    }

    private static func words(_ code: UInt) -> String? {
        guard code != 0, let reason = ERR_reason_error_string(code) else { return nil }
        return String(cString: reason)
    }
}
