import Basics
import ShoulderTap

extension Change {
    func write(_ writer: inout JSONWriter) {
        writer.member("kind", self.kind, of: Words.kinds)
        writer.member("id", self.id)
        writer.member("serverId", self.serverId)
        writer.member("generation", number: self.generation)
        writer.member("version", number: self.version)
        writer.member("readState", self.readState, of: Words.readStates)
        writer.member("userActionState", self.userActionState, of: Words.actions)
        if let content = self.content { writer.member("content", object: content.write) }
        writer.member("groupName", optional: self.groupName)
        writer.member("priority", self.priority, of: Words.priorities)
        writer.member("expiration", number: self.expiration.microseconds)
        writer.member("time", number: self.time.microseconds)
        writer.member("own", flag: self.isOwn)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            try required(fields.word("kind", Words.kinds), "kind"),
            id: try required(fields.text("id"), "id"),
            serverId: try required(fields.text("serverId"), "serverId"),
            generation: try required(fields.uint64("generation"), "generation"),
            version: try required(fields.uint64("version"), "version"),
            readState: try required(fields.word("readState", Words.readStates), "readState"),
            userActionState: try required(fields.word("userActionState", Words.actions), "userActionState"),
            content: try fields.object("content").map(Content.init),
            groupName: try fields.text("groupName"),
            priority: try required(fields.word("priority", Words.priorities), "priority"),
            expiration: Instant(microseconds: try required(fields.int64("expiration"), "expiration")),
            time: Instant(microseconds: try required(fields.int64("time"), "time")),
            isOwn: try fields.bool("own") ?? false)
    }
}

extension Content {
    func write(_ writer: inout JSONWriter) {
        writer.member("raw", optional: self.raw)
        if let visual = self.visual {
            writer.key("visual")
            writer.object { writer in
                writer.member("title", visual.title)
                writer.member("body", optional: visual.body)
            }
        }
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(raw: try fields.text("raw"), visual: try fields.object("visual").map(Visual.init))
    }
}

extension Content.Visual {
    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(title: try required(fields.text("title"), "title"), body: try fields.text("body"))
    }
}
