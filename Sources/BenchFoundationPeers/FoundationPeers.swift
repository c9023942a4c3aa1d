private import Foundation

/// Foundation's readers of the same payloads. Each reports whether a payload is a silent push.
package final class FoundationPeers {
    private let payloads: [Data]
    private let decoder = JSONDecoder()

    /// Copies the payloads into Foundation's own buffers in advance, so that the copy is not part of a reader's time.
    package init(_ payloads: [[UInt8]]) {
        self.payloads = payloads.map { Data($0) }
    }

    package var count: Int { self.payloads.count }

    /// Decodes only the necessary fields with `JSONDecoder`.
    package func minimalSaysSilent(_ index: Int) -> Bool {
        guard let push = try? self.decoder.decode(MinimalPush.self, from: self.payloads[index]) else { return false }
        return push.isSilent
    }

    /// Decodes every documented field with `JSONDecoder`.
    package func fullSaysSilent(_ index: Int) -> Bool {
        guard let push = try? self.decoder.decode(FullPush.self, from: self.payloads[index]) else { return false }
        return push.isSilent
    }

    /// Decodes dictionaries with `JSONSerialization`.
    package func serializationSaysSilent(_ index: Int) -> Bool {
        let root = try? JSONSerialization.jsonObject(with: self.payloads[index])
        guard let aps = (root as? [String: Any])?["aps"] as? [String: Any] else { return false }
        guard aps["alert"] == nil, aps["badge"] == nil, aps["sound"] == nil else { return false }
        return (aps["content-available"] as? NSNumber)?.intValue == 1
    }
}
