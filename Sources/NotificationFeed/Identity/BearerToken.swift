package import Basics

/// Finds the access token in the headers of a request, as defined by RFC 6750.
package enum BearerToken {
    /// Returns the token as it was sent. The office that issued it checks whether it is valid.
    package static func read(_ headers: HeaderList) throws(AccessRefusal) -> String {
        guard let value = headers["Authorization"] else { throw .missing }
        guard headers.count(of: "Authorization") == 1 else { throw .malformed }
        let parts = value.split(separator: " ")
        guard parts.count == 2, isSameWord(parts[0], "Bearer"), parts[1].utf8.allSatisfy(Self.isTokenByte) else {
            throw .malformed
        }
        return String(parts[1])
    }

    /// Whether the byte may be in a bearer token (RFC 6750, 2.1).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~+/=".utf8.contains(byte)
    }
}

extension TokenOffice {
    /// Returns the sender of a request with these headers, if the token is valid now and meets the need.
    ///
    /// Publishing and syncing both use only this method to identify their callers.
    package func caller(
        _ headers: HeaderList, for need: AccessNeed, at now: Instant
    ) -> Result<TokenHolder, AccessRefusal> {
        do throws(AccessRefusal) {
            return .success(try self.check(BearerToken.read(headers), for: need, at: now))
        } catch {
            return .failure(error)
        }
    }
}
