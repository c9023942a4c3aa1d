internal import COpenSSL

/// OpenSSL's queue of errors, which belongs to the thread.
enum OpenSSLErrors {
    /// Forgets what earlier calls left behind, so that the next error belongs to the next call.
    static func forget() {
        // Emptying the queue takes a hundred times as long as seeing that it is empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// The reason of the oldest error, in OpenSSL's words, and empties the queue.
    static func takeReason() -> String? {
        let code = ERR_get_error()
        ERR_clear_error()
        return Self.words(code)
    }

    /// The oldest error of TLS itself and empties the queue; what failed below it often comes first and says less.
    ///
    /// Without one there is no number, since each part of OpenSSL counts its own.
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
