internal import Basics

/// Masks the secrets of headers.
enum HeaderMask {
    static let secret: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "x-auth-token",
        "x-access-token",
    ]
    /// Ways to say who one is; what follows is the secret.
    private static let schemes = ["bearer ", "basic ", "key="]
    private static let tokenPath = "/3/device/"

    static func masked(_ headers: HeaderList, _ words: SecretWords) -> HeaderList {
        HeaderList(
            headers.fields.map { field in
                let name = String(decoding: field.name.utf8.map(ASCII.lowercase), as: UTF8.self)
                let value = Array(field.value.utf8)
                let isSecret = Self.secret.contains(name)
                let masked =
                    isSecret ? Self.credentials(value) : words.masked(name == ":path" ? Self.path(value) : value)
                return HeaderList.Field(field.name, String(decoding: masked, as: UTF8.self))
            })
    }

    /// The device token that the path of a request to APNs ends in.
    static func token(in headers: HeaderList) -> String? {
        guard let path = headers[":path"], path.hasPrefix(Self.tokenPath) else { return nil }
        let token = path.dropFirst(Self.tokenPath.count).prefix { $0 != "/" && $0 != "?" }
        return token.isEmpty ? nil : String(token)
    }

    private static func credentials(_ value: [UInt8]) -> [UInt8] {
        let low = value.map(ASCII.lowercase)
        let scheme = Self.schemes.first { low.starts(with: $0.utf8) }?.utf8.count ?? 0
        return Array(value.prefix(scheme)) + repeatElement(UInt8(ascii: "x"), count: value.count - scheme)
    }

    /// The token of a path, and whatever it asks for.
    private static func path(_ value: [UInt8]) -> [UInt8] {
        let question = value.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 } ?? value.count
        var start = question
        if value.starts(with: Self.tokenPath.utf8) { start = min(start, Self.tokenPath.utf8.count) }
        return value.enumerated().map { place, byte in
            place < start || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") ? byte : UInt8(ascii: "x")
        }
    }
}
