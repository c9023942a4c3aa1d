internal import COpenSSL

/// A type of OpenSSL object, with the function that frees it.
protocol HandleKind {
    static func free(_ handle: OpaquePointer)
}

/// A type of object that any thread may read after it is made.
protocol ReadOnlyHandleKind: HandleKind {}

/// The only owner of an OpenSSL object. It cannot be copied, so the object is freed exactly once.
struct Owned<Kind: HandleKind>: ~Copyable {
    private let handle: OpaquePointer

    /// Takes ownership of the result of a call. Returns nil if the call failed.
    init?(_ handle: OpaquePointer?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    /// Takes ownership of a new empty object. Traps when memory has run out.
    init(new handle: OpaquePointer?) {
        guard let handle else { preconditionFailure("OpenSSL has no memory left") }
        self.handle = handle
    }

    deinit { Kind.free(self.handle) }

    /// Passes the object to `body`; its address must not outlive the call.
    borrowing func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(self.handle)
    }
}

// A read-only object is never written, and OpenSSL locks the values that it computes lazily.
extension Owned: @unchecked Sendable where Kind: ReadOnlyHandleKind {}

/// An object that several values share, such as a certificate. It is freed with the last value.
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
