/// What an `authorization` header brings.
enum Credentials: Hashable {
    /// Nothing, or a scheme without a token.
    case none
    /// Neither nothing nor the `bearer` scheme.
    case foreign
    case token([UInt8])

    /// The scheme is read in any case, and any blanks may stand around the token.
    init(_ header: String?) {
        let words = (header ?? "").utf8.split { $0 == 0x20 || $0 == 0x09 }
        let isBearer = words.first.map { $0.map { $0 | 0x20 } == Array("bearer".utf8) } ?? false
        switch words.count {
        case 0: self = .none
        case 1: self = isBearer ? .none : .foreign
        case 2: self = isBearer ? .token(Array(words[1])) : .foreign
        default: self = .foreign
        }
    }
}
