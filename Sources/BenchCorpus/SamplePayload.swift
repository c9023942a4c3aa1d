/// What a payload of the corpus is made like. The shares are those of the mix.
package enum PayloadShape: String, CaseIterable, Sendable {
    /// A silent push with an id or two, 80 to 110 bytes.
    case bare
    /// A silent push with nested custom data; half of them carry our envelope.
    case nested
    /// A push with something to show; some also wake the app.
    case alert
    /// Texts in raw UTF-8 of several scripts.
    case unicode
    /// Texts in `\u` escapes, with quotes, slashes and line feeds.
    case escapes
    /// 2 to 4 KB of items.
    case large

    /// How many of a hundred payloads are of this shape.
    package var share: Int {
        switch self {
        case .bare: 30
        case .nested, .alert: 20
        case .unicode, .escapes, .large: 10
        }
    }
}

/// One payload with what its maker knows about it.
package struct SamplePayload: Hashable, Sendable {
    package let bytes: [UInt8]
    package let shape: PayloadShape
    /// `content-available` is 1, and `aps` has no `alert`, `badge` or `sound`.
    package let isSilent: Bool
    /// Silent, and with our envelope.
    package let isTap: Bool
}
