/// The content of an `authorization` header.
enum Credentials: Hashable {
    /// No header, or a scheme without a token.
    case none
    /// The header has a scheme other than `bearer`.
    case foreign
    case token([UInt8])

    /// Reads the header. The scheme is case-insensitive, and blanks around the token are ignored.
    init(_ header: String?) {
        var header = header ?? ""
        self = header.withUTF8 { Self.reading($0) }
    }

    private static func reading(_ bytes: UnsafeBufferPointer<UInt8>) -> Credentials {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = bytes.drop(while: isBlank)
        let scheme = start.prefix { !isBlank($0) }
        guard !scheme.isEmpty else { return .none }
        let isBearer =
            scheme.count == Self.scheme.utf8CodeUnitCount
            && zip(scheme, UnsafeBufferPointer(start: Self.scheme.utf8Start, count: scheme.count))
                .allSatisfy { $0 | 0x20 == $1 }
        let rest = start[scheme.endIndex...].drop(while: isBlank)
        guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return isBearer ? .none : .foreign }
        let token = rest[...end]
        return isBearer && !token.contains(where: isBlank) ? .token(Array(token)) : .foreign
    }

    private static let scheme: StaticString = "bearer"
}
