package import Basics

/// Finds the access token in the headers of a request, as RFC 6750 has it there.
package enum BearerToken {
    /// The token as sent, which the office that issued it then knows or not.
    package static func read(_ headers: HeaderList) throws(AccessRefusal) -> String {
        guard let value = headers["Authorization"] else { throw .missing }
        guard headers.count(of: "Authorization") == 1 else { throw .malformed }
        let parts = value.split(separator: " ")
        guard parts.count == 2, isSameWord(parts[0], "Bearer"), parts[1].utf8.allSatisfy(Self.isTokenByte) else {
            throw .malformed
        }
        return String(parts[1])
    }

    /// The characters of RFC 6750, 2.1.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~+/=".utf8.contains(byte)
    }
}

extension TokenOffice {
    /// Who sends a request with these headers, if the token in them is valid now and allows what is needed.
    ///
    /// The one way from a request to its caller: publishing and syncing both come through here.
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
