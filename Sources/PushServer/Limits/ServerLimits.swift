package import Basics

/// The limits of a server for its clients.
///
/// Every field has a safe default.
package struct ServerLimits: Hashable, Sendable {
    /// The maximum number of connections over all listeners.
    ///
    /// Further connections are closed at once.
    package var connections = 10_000
    /// The maximum size of a request's headers in bytes, counted as HTTP/2 does: name, value and 32 bytes for each
    /// field.
    package var headerList = 8_000
    /// The size of headers, in bytes, above which the server ends the whole connection instead of only the request.
    package var headerFlood = 64 * 1_024
    /// The maximum size of a request's body in bytes, unless a route has its own limit.
    package var body = 64 * 1_024
    /// The maximum number of open requests on a connection.
    package var streams = 1_000
    /// The number of bytes that may wait for a client before the server stops producing more for it.
    package var unsent = 256 * 1_024
    /// The maximum number of tunnels of a proxy that are open at the same time.
    package var tunnels = 256
    /// The maximum size of a request to a proxy in bytes.
    package var proxyHead = 8 * 1_024

    /// The timeout for the TLS handshake, and then for the first request. It is also the timeout for a proxy to reach a
    /// host.
    package var opening = Interval.seconds(10)
    /// The timeout from the first byte of a request to the end of its headers.
    package var headers = Interval.seconds(10)
    /// The timeout from the end of the headers to the end of the body.
    package var upload = Interval.seconds(30)
    /// The timeout for a connection without any bytes in either direction.
    package var idle = Interval.hours(1)
    /// The timeout for a client that does not read its pending bytes.
    package var unread = Interval.seconds(30)
    /// The time for a client to close its end after the server has closed its own.
    package var parting = Interval.seconds(2)

    /// The allowed rate of streams that are reset by a client or because of its errors.
    package var resets = Allowance.Rule(burst: 200, perSecond: 7)
    package var pings = Allowance.Rule(burst: 1_000, perSecond: 20)
    package var settings = Allowance.Rule(burst: 100, perSecond: 2)
    /// The allowed rate of empty DATA frames that do not end their stream.
    package var emptyData = Allowance.Rule(burst: 100, perSecond: 10)
    /// The allowed rate of WINDOW_UPDATE and PRIORITY frames. The frames that the traffic explains do not count.
    package var hints = Allowance.Rule(burst: 5_000, perSecond: 500)

    package init() {}
}
