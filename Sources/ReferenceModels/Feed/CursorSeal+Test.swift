import Basics
package import NotificationFeed

extension CursorSeal {
    /// Returns the lab's seal, with a key made of one number.
    package static func test(key: UInt64) -> CursorSeal {
        guard let hash = KeyedHash(key: (0..<16).map { UInt8(truncatingIfNeeded: key >> (4 * $0)) }) else {
            preconditionFailure("a key has sixteen bytes")
        }
        return CursorSeal(hash)
    }
}
