/// The shape of a payload in the corpus, with its share in the mix.
package enum PayloadShape: String, CaseIterable, Sendable {
    /// A silent push with one or two ids, 80 to 110 bytes.
    case bare
    /// A silent push with nested custom data; half of them carry our envelope.
    case nested
    /// A push with something to show; some also wake the app.
    case alert
    /// Texts in raw UTF-8 of several scripts.
    case unicode
    /// Texts in `\u` escapes, with quotes, slashes and line feeds.
    case escapes
    /// A list of items, 2 to 4 KB in all.
    case large

    /// The number of payloads of this shape in a hundred.
    package var share: Int {
        switch self {
        case .bare: 30
        case .nested, .alert: 20
        case .unicode, .escapes, .large: 10
        }
    }
}

/// A payload, with the facts that are known from its construction.
package struct SamplePayload: Hashable, Sendable {
    package let bytes: [UInt8]
    package let shape: PayloadShape
    /// Whether `content-available` is 1 and `aps` has no `alert`, `badge` or `sound`.
    package let isSilent: Bool
    /// Whether the push is silent and has our envelope.
    package let isTap: Bool
}
