@testable import SecureTransport
import Testing

@Test("a queue without an error has no reason")
func noReason() {
    OpenSSLErrors.forget()
    #expect(OpenSSLErrors.takeReason() == nil)
}
