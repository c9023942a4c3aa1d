import ShoulderTap

/// A tap of the field, as a device of a lab gets it: its own bytes, but for what names the service of the field.
///
/// The service of the lab calls the app, the subscription and the places of a feed by names of its own. They stand in
/// place of the field's; every other byte stays.
struct FieldTap {
    let payload: [UInt8]

    /// - Parameters:
    ///   - own: A tap of the lab for the same device.
    ///   - head: The place in the lab's feed that this tap means; nil leaves the field's, which sends a device looking.
    func renamed(like own: Tap, head: String?) -> [UInt8] {
        guard let root = try? JSONDocument(self.payload, limit: max(self.payload.count, 1)).root else {
            return self.payload
        }
        let envelope = root["shoulderTap"] ?? root
        var changes: [(range: Range<Int>, text: String)] = []
        for (key, text) in [("host", own.host), ("subscription", own.subscription), ("head", head)] {
            guard let text, let old = envelope[key]?.rawBytes else { continue }
            changes.append((old.indices, text))
        }
        var bytes = self.payload
        for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            // The lab's names have nothing in them that JSON would want escaped.
            bytes.replaceSubrange(change.range, with: "\"\(change.text)\"".utf8)
        }
        return bytes
    }
}
