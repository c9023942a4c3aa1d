import Basics
import TestSupport
import Testing

@testable import SecureTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Rounds through everything that owns an object of OpenSSL's, counted in what OpenSSL has allocated and not freed.
///
/// Each runs in a process of its own: the counter must be there before the library is used, and nobody else may use it.
@Suite("Objects of OpenSSL")
struct LeakTests {
    @Test("rounds of keys, certificates, signatures and refusals leave none behind")
    func flat() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let rounds = Environment.number("SHOULDERTAP_LEAK_ROUNDS") ?? 50
            try LiveObjects.reportGrowth(over: rounds) { try Self.round() }
        }
        let report = try LiveObjects.text(of: #require(end))
        print(report, terminator: "")
        #expect(report.contains("left 0 allocations"), "\(report)")
    }

    @Test("one leaked object per round is noticed")
    func canary() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            LiveObjects.reportGrowth(over: 50) { _ = Unmanaged.passRetained(PrivateKey.generate().shared) }
        }
        let report = try LiveObjects.text(of: #require(end))
        #expect(report.contains(" rounds left ") && !report.contains("left 0 allocations"), "\(report)")
    }

    private static func round() throws {
        let validity = try Year.validity()
        let root = try ThrowAwayAuthority(validity)
        let server = try root.subordinate(validity).serverIdentity(validity)
        let provider = try root.providerIdentity(.universal(for: "com.contoso.mail"), validity)
        let list = root.revocationList(of: [provider.certificate.serial].compactMap { $0 }, validity)
        let read = try Identity(chainPEM: Array(server.chain.pem.utf8), keyPEM: Array(server.keyPEM.utf8))
        precondition(read.certificate.names == SubjectName.local && read.certificate.publicKey != nil)
        precondition(ProviderTopics(provider.certificate).topics.count == 3)
        let readList = try RevocationList(pem: Array(list.pem.utf8))
        precondition(readList.serials.count == 1)

        let key = try PrivateKey(pem: Array(provider.keyPEM.utf8))
        let seal = SealKey.generate()
        let tag = seal.tag(of: SHA256Digest.of(key.publicKey.der))
        let signature = key.signature(over: tag)
        precondition(key.publicKey.isSignature(signature, over: tag))
        let publicKey = try PublicKey(pem: Array(key.publicKey.pem.utf8))
        precondition(!publicKey.isSignature(signature, over: [1]))
        Self.refusals(root, validity)
    }

    private static func refusals(_ root: ThrowAwayAuthority, _ validity: Validity) {
        precondition(!root.key.publicKey.isSignature([UInt8](repeating: 1, count: 64), over: []))
        precondition(Certificate(der: root.certificate.der + [0]) == nil)
        precondition(RevocationList(der: Array(root.certificate.der)) == nil)
        var offCurve = root.key.publicKey.der
        offCurve[offCurve.count - 1] ^= 1
        precondition((try? PublicKey(der: offCurve)) == nil)
        precondition((try? PrivateKey(pem: Array(PEMBlock.text(.privateKey, [0x30, 0x00]).utf8))) == nil)
        precondition((try? root.clientIdentity(called: "", validity)) == nil)
        precondition((try? Identity(CertificateChain(root.certificate), key: PrivateKey.generate())) == nil)
    }
}

/// What OpenSSL has allocated and not freed.
private enum LiveObjects {
    // Only the one thread of the other process that runs the rounds allocates through it.
    nonisolated(unsafe) static var count = 0

    /// Prints by how many allocations the rounds let their number grow.
    static func reportGrowth(over rounds: Int, _ round: () throws -> Void) rethrows {
        precondition(Self.begin(), "OpenSSL was used before it was counted")
        // What the library makes once is made here.
        for _ in 0..<5 { try round() }
        let before = Self.count
        precondition(before > 0, "nothing was counted")
        for _ in 0..<rounds { try round() }
        print("\(rounds) rounds left \(Self.count - before) allocations")
    }

    static func text(of end: ExitTest.Result) -> String {
        // The other process may say more in front.
        String(decoding: end.standardOutputContent, as: UTF8.self)
    }

    private typealias Allocate = @convention(c) (Int, UnsafePointer<CChar>?, Int32) -> UnsafeMutableRawPointer?
    private typealias Resize =
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafePointer<CChar>?, Int32) -> UnsafeMutableRawPointer?
    private typealias Release = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void
    private typealias SetFunctions = @convention(c) (Allocate, Resize, Release) -> Int32

    /// Puts the counter under OpenSSL, which is only found by name because its headers belong to one module.
    private static func begin() -> Bool {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "CRYPTO_set_mem_functions") else { return false }
        return unsafeBitCast(symbol, to: SetFunctions.self)(
            { size, _, _ in
                guard size > 0 else { return nil }
                Self.count += 1
                return malloc(size)
            },
            { old, size, _, _ in
                if size == 0 {
                    if old != nil { Self.count -= 1 }
                    free(old)
                    return nil
                }
                if old == nil { Self.count += 1 }
                return realloc(old, size)
            },
            { old, _, _ in
                if old != nil { Self.count -= 1 }
                free(old)
            }) == 1
    }
}
