package import Basics
import FeedContract

extension NameTable {
    /// Creates a packer for data that uses these names. The texts are packed first and are removed from this table.
    package mutating func packAway(origin: Instant) -> Packer {
        var texts = TextNumbers()
        swap(&texts, &self.texts)
        return Packer(origin: origin, texts: texts)
    }

    /// Packs the facts into a packer that this table created.
    package func pack(into packer: inout Packer) {
        packer.write(count: self.facts.count)
        for facts in self.facts { facts.pack(into: &packer) }
    }

    /// Restores the same texts and facts under the same numbers. They must be read before any other text.
    package init(from unpacker: inout Unpacker) {
        self.init()
        self.texts = unpacker.firstTexts
        for _ in 0..<unpacker.count() { _ = self.intern(NotificationFacts(from: &unpacker)) }
    }
}

extension NotificationFacts {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.serverId)
        self.content.pack(into: &packer)
        packer.write(self.groupName)
        packer.write(self.priority.rawValue)
        packer.write(self.expiration)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let serverId = unpacker.text()
        let content = Content?(from: &unpacker)
        self.init(
            serverId: serverId, content: content, groupName: unpacker.optionalText(),
            priority: .init(rawValue: unpacker.byte())!, expiration: unpacker.moment())
    }
}

extension LastText {
    /// Creates the state of a column whose next text is probably the text of this name. The table that contains the
    /// name must be packed before the column.
    package init(_ name: Name) {
        self.init(number: name.isNone || name == .unknown ? nil : name.number - 1)
    }
}
