package import Basics

/// The limits of a server for its clients. Every field has a safe default.
package struct ServerLimits: Hashable, Sendable {
    /// Connections at a time, over all listeners; one more is closed at once.
    package var connections = 10_000
    /// Bytes of a request's headers, counted as HTTP/2 does: both texts and 32 bytes for each field.
    package var headerList = 8_000
    /// Bytes of headers after which the whole connection ends instead of the request.
    package var headerFlood = 64 * 1_024
    /// Bytes of a request's body, where a route says nothing else.
    package var body = 64 * 1_024
    /// Requests at a time on a connection.
    package var streams = 1_000
    /// Bytes that wait for a client to read them, before nothing more is made for it.
    package var unsent = 256 * 1_024

    /// From the connection to the end of the TLS handshake, and from there to the first request.
    package var opening = Interval.seconds(10)
    /// From the first byte of a request to the end of its headers.
    package var headers = Interval.seconds(10)
    /// From the end of the headers to the end of the body.
    package var upload = Interval.seconds(30)
    /// The time without any byte in either direction.
    package var idle = Interval.hours(1)
    /// The time in which the client reads nothing of what waits for it.
    package var unread = Interval.seconds(30)
    /// The time for a client to close its end after the server has closed its own.
    package var parting = Interval.seconds(2)

    /// Streams that a client or its mistakes reset.
    package var resets = Allowance.Rule(burst: 200, perSecond: 7)
    package var pings = Allowance.Rule(burst: 1_000, perSecond: 20)
    package var settings = Allowance.Rule(burst: 100, perSecond: 2)
    /// DATA frames without a byte that do not end their stream.
    package var emptyData = Allowance.Rule(burst: 100, perSecond: 10)
    /// WINDOW_UPDATE and PRIORITY frames beyond those that the traffic explains.
    package var hints = Allowance.Rule(burst: 5_000, perSecond: 500)

    package init() {}
}
