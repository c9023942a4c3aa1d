internal import COpenSSL

/// What OpenSSL calls one sort of object, as far as its owner must know.
protocol HandleKind {
    static func free(_ handle: OpaquePointer)
}

/// A sort of object that OpenSSL lets any thread read once it is made.
protocol ReadOnlyHandleKind: HandleKind {}

/// The one owner of an object of OpenSSL's. It cannot be copied, so the object is freed exactly once.
struct Owned<Kind: HandleKind>: ~Copyable {
    private let handle: OpaquePointer

    /// Takes what a call has made; nil is its failure.
    init?(_ handle: OpaquePointer?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    /// Takes a new empty object, which only a lack of memory can withhold.
    init(new handle: OpaquePointer?) {
        guard let handle else { preconditionFailure("OpenSSL has no memory left") }
        self.handle = handle
    }

    deinit { Kind.free(self.handle) }

    /// The object for the length of `body`; its address must not leave it.
    borrowing func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(self.handle)
    }
}

// Nobody writes to a read-only object, and OpenSSL locks what it computes lazily inside.
extension Owned: @unchecked Sendable where Kind: ReadOnlyHandleKind {}

/// An object that values share, such as a certificate; freed with the last of them.
final class Shared<Kind: ReadOnlyHandleKind>: Sendable {
    private let owned: Owned<Kind>

    init(_ owned: consuming Owned<Kind>) { self.owned = owned }

    func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try self.owned.borrow(body)
    }
}

enum KeyKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { EVP_PKEY_free(handle) } }
enum SealContextKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { EVP_MAC_CTX_free(handle) } }
enum CertificateKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { X509_free(handle) } }
enum RevocationListKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { X509_CRL_free(handle) } }

enum KeyContextKind: HandleKind { static func free(_ handle: OpaquePointer) { EVP_PKEY_CTX_free(handle) } }
enum DigestContextKind: HandleKind { static func free(_ handle: OpaquePointer) { EVP_MD_CTX_free(handle) } }
enum WrappedKeyKind: HandleKind { static func free(_ handle: OpaquePointer) { PKCS8_PRIV_KEY_INFO_free(handle) } }
enum ExtensionKind: HandleKind { static func free(_ handle: OpaquePointer) { X509_EXTENSION_free(handle) } }
