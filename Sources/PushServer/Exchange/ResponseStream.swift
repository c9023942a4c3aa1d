/// The body of an answer that is written in pieces, such as server-sent events.
package final class ResponseStream {
    private let exchange: Exchange
    private let line: any ExchangeLine
    private var isFinished = false

    init(_ exchange: Exchange, _ line: any ExchangeLine) {
        (self.exchange, self.line) = (exchange, line)
    }

    /// Whether the reader is gone or the stream was finished.
    package var isOver: Bool { self.isFinished || self.exchange.isOver }

    /// The number of bytes that are waiting to be sent to the reader.
    ///
    /// Check this number before you write much.
    package var unsentCount: Int { self.line.unsentCount }

    package func write(_ bytes: [UInt8]) {
        guard !self.isOver, !bytes.isEmpty else { return }
        self.line.write(bytes)
    }

    package func finish() {
        guard !self.isOver else { return }
        self.isFinished = true
        self.line.finish()
    }
}
