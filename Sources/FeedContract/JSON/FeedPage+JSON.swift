import ShoulderTap

extension FeedPage {
    func write(_ writer: inout JSONWriter) {
        writer.array("changes") { array in
            for change in self.changes { array.object(change.write) }
        }
        switch self.next {
        case .more(let cursor): writer.member("more", cursor.text)
        case .done(let cursor): writer.member("cursor", cursor.text)
        }
        writer.member("position", self.position.text)
        writer.member("full", flag: self.isFull)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        var changes: [Change] = []
        for change in try required(fields.objects("changes"), "changes") { changes.append(try Change(change)) }
        let more = try fields.text("more").map { Next.more(Cursor($0)) }
        let done = try fields.text("cursor").map { Next.done(Cursor($0)) }
        // A page with both cursors is refused, because it must not move the reader's cursor.
        guard more == nil || done == nil else { throw FeedFormatError(.unknownValue, "more") }
        guard let position = FeedPosition(text: try required(fields.text("position"), "position")) else {
            throw FeedFormatError(.unknownValue, "position")
        }
        self.init(
            changes: changes, next: try required(more ?? done, "cursor"), position: position,
            isFull: try fields.bool("full") ?? false)
    }
}
