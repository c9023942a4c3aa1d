/// The two directions of an open tunnel. It pauses a side that is faster than the other, and passes the end of each
/// stream on.
///
/// It takes events and returns actions.
struct TunnelFlow {
    enum Side: Hashable, CaseIterable {
        case client
        case host

        var other: Side { self == .client ? .host : .client }
    }

    enum Action: Hashable {
        /// Stop reading from this side.
        case pause(Side)
        case resume(Side)
        /// Send all pending bytes to this side, and then the end of the stream.
        case endWriting(Side)
        /// Send all pending bytes to this side, and then close it.
        case close(Side)
    }

    private var paused: Set<Side> = []
    private var ended: Set<Side> = []
    private var lost: Set<Side> = []

    /// Handles bytes that one side sent and that were passed on. They may have filled the other side's buffer.
    mutating func passed(from side: Side, otherIsFull: Bool) -> [Action] {
        otherIsFull && self.paused.insert(side).inserted ? [.pause(side)] : []
    }

    /// Handles free room in the buffer of a side.
    mutating func hasRoom(_ side: Side) -> [Action] {
        self.paused.remove(side.other) == nil ? [] : [.resume(side.other)]
    }

    /// Handles the end of a side's stream. The other side may still send an answer.
    mutating func receivedEnd(of side: Side) -> [Action] {
        guard self.ended.insert(side).inserted, self.lost.isEmpty else { return [] }
        return self.ended.count == 1 ? [.endWriting(side.other)] : [.close(side), .close(side.other)]
    }

    /// Handles the end of a side's connection.
    mutating func lost(_ side: Side) -> [Action] {
        guard self.lost.insert(side).inserted, self.lost.count == 1 else { return [] }
        return [.close(side.other)]
    }
}
