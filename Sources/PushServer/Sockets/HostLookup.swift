/// Name resolution.
package enum HostLookup {
    /// Returns the addresses of a host, in the order in which they should be tried.
    ///
    /// The call blocks.
    package static func addresses(of host: String, port: UInt16) throws(ServerError) -> [SocketAddress] {
        if let bytes = IPText.bytes(host) { return [.ip(bytes, port: port)] }
        let found: [SocketAddress]
        do throws(LookupFailure) {
            found = try System.lookUp(host, port: port)
        } catch {
            throw .unknownHost(host, words: error.words)
        }
        guard !found.isEmpty else { throw .unknownHost(host, words: "the name has no address") }
        return found
    }
}

/// The reason why name resolution failed, in the system's words.
struct LookupFailure: Error, Equatable {
    let words: String
}
