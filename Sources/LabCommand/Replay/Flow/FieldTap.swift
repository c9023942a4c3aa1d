import ShoulderTap

/// A tap from a capture, rewritten for a device of a lab.
///
/// The lab's service has its own names for the app, the subscription and the places of a feed. These names replace the
/// names in the tap. All other bytes of the tap stay unchanged.
struct FieldTap {
    let payload: [UInt8]

    /// - Parameters:
    ///   - own: A tap of the lab for the same device.
    ///   - head: The place in the lab's feed for this tap. Nil keeps the place from the field, which makes a device
    ///     fetch.
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
            // The names of the lab contain no characters that JSON has to escape.
            bytes.replaceSubrange(change.range, with: "\"\(change.text)\"".utf8)
        }
        return bytes
    }
}
