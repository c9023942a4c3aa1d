private import Foundation

/// Foundation's readers of the same payloads, each answering whether a payload is a silent push.
package final class FoundationPeers {
    private let payloads: [Data]
    private let decoder = JSONDecoder()

    /// Copies the payloads into Foundation's own buffers, so that no reader pays for it.
    package init(_ payloads: [[UInt8]]) {
        self.payloads = payloads.map { Data($0) }
    }

    package var count: Int { self.payloads.count }

    /// `JSONDecoder` into the least that answers the question.
    package func minimalSaysSilent(_ index: Int) -> Bool {
        guard let push = try? self.decoder.decode(MinimalPush.self, from: self.payloads[index]) else { return false }
        return push.isSilent
    }

    /// `JSONDecoder` into every documented field.
    package func fullSaysSilent(_ index: Int) -> Bool {
        guard let push = try? self.decoder.decode(FullPush.self, from: self.payloads[index]) else { return false }
        return push.isSilent
    }

    /// `JSONSerialization` into dictionaries.
    package func serializationSaysSilent(_ index: Int) -> Bool {
        let root = try? JSONSerialization.jsonObject(with: self.payloads[index])
        guard let aps = (root as? [String: Any])?["aps"] as? [String: Any] else { return false }
        guard aps["alert"] == nil, aps["badge"] == nil, aps["sound"] == nil else { return false }
        return (aps["content-available"] as? NSNumber)?.intValue == 1
    }
}
