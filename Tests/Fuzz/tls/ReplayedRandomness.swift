import COpenSSL

/// Random bytes that are the same in every execution, so that a finding can be repeated and a handshake goes on.
///
/// Each side of a connection draws from its own stream: it says the same whether its peer is alive or recorded.
enum ReplayedRandomness {
    // The fuzzer runs one execution after another on one thread.
    private nonisolated(unsafe) static var state: UInt64 = 0
    private nonisolated(unsafe) static var method = RAND_METHOD(
        seed: { _, _ in 1 }, bytes: { ReplayedRandomness.fill($0, $1) }, cleanup: {}, add: { _, _, _ in 1 },
        pseudorand: { ReplayedRandomness.fill($0, $1) }, status: { 1 })

    /// From here on OpenSSL draws these bytes only.
    static func begin() { RAND_set_rand_method(&Self.method) }

    /// Lets `body` draw from a stream, and moves the stream on.
    static func draw<Result: ~Copyable>(from stream: inout UInt64, _ body: () -> Result) -> Result {
        Self.state = stream
        defer { stream = Self.state }
        return body()
    }

    private static func fill(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        for place in 0..<Int(count) {
            Self.state = Self.state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes?[place] = UInt8(truncatingIfNeeded: Self.state >> 56)
        }
        return 1
    }
}
