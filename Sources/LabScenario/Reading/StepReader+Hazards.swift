import Basics
import PushLab

/// Reads partitions.
///
/// If no device is named, a partition affects all devices.
extension StepReader {
    mutating func partition(_ node: YAMLNode, _ kind: StepKind) -> Scenario.Deed? {
        guard let fields = self.list.fields(node, "'\(kind.word)'", kind.fields.map(\.key)) else { return nil }
        let (devices, pushes) = (self.some(fields, "devices"), self.some(fields, "push"))
        var cut = Scenario.Cut(
            devices: devices.compactMap { self.device($0) },
            pushes: pushes.compactMap { self.list.choice($0, "platform", LabPlatform.self) })
        if fields["devices"] == nil, fields["push"] == nil { cut.devices = self.scenario.devices }
        let length = self.needed("for", of: kind, in: fields).flatMap { self.list.duration($0, "'for'") }
        return length.map { .partition(cut, for: $0) }
    }

    /// Returns the items of the list with this key, or no items if the key is missing.
    ///
    /// Adds a fault if the list is empty.
    private mutating func some(_ fields: Fields, _ key: String) -> [YAMLNode] {
        guard let node = fields[key], let items = self.list.list(node, "'\(key)'") else { return [] }
        if items.isEmpty { self.list.add("'\(key)' is empty; add an item, or remove the key", at: node.place) }
        return items
    }
}
