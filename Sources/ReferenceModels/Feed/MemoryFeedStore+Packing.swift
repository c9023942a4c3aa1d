package import Basics
package import NotificationFeed

extension MemoryFeedStore {
    /// Packs and unpacks a store that has sent all its pushes.
    package func packedAndUnpacked(near now: Instant) -> MemoryFeedStore {
        var store = self
        var packer = Packer(origin: now)
        store.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: now)
        store = MemoryFeedStore(from: &unpacker, rules: self.rules)
        precondition(unpacker.isAtEnd, "more was packed than is unpacked")
        return store
    }
}
