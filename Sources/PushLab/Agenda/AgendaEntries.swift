/// The slot of an event, and the number of earlier uses of that slot. The number of uses reveals a stale handle.
struct AgendaPlace: Hashable, Sendable {
    let slot: UInt32
    let use: UInt32
}

/// An event in the near heap: its moment and ticket are packed into one word, and no two words are equal.
struct HeapWord: Comparable, Sendable {
    var word: UInt64
    var place: AgendaPlace

    @inline(__always)
    static func < (left: HeapWord, right: HeapWord) -> Bool { left.word < right.word }
}

/// An event too far ahead for a word of the near heap, such as an idle sync, a registration or an expiry.
struct FarEvent: Comparable, Sendable {
    var moment: Int64
    var ticket: UInt64
    var place: AgendaPlace

    static func < (left: FarEvent, right: FarEvent) -> Bool {
        left.moment == right.moment ? left.ticket < right.ticket : left.moment < right.moment
    }
}
