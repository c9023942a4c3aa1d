import Basics

/// B10: connections are reused.
///
/// A single connection with one push is normal, because a short process opens one. Many such connections in a row break
/// the promise. If all of them have the same provider token, a smaller number breaks the promise.
struct ConnectionReuse: Hashable, Sendable {
    private struct Link: Hashable {
        var pushes = 0
        var first: Instant
        var isDisturbed = false
        var authorization: String?
    }

    private var links: [Link] = []
    private var places: [Int: Int] = [:]

    /// This number of connections in a row, each with one push, breaks the promise. For a single provider token, the
    /// number is ``tooManyOfOne``.
    private static let tooMany = 12
    private static let tooManyOfOne = 5
    /// Two connections belong to the same row only if the second one is opened within this time after the first one.
    private static let together = Interval.seconds(1)

    mutating func take(_ push: SentPush) {
        let place = self.places[push.connection] ?? self.links.count
        if place == self.links.count {
            self.links.append(Link(first: push.time, authorization: push.headers.authorization))
            self.places[push.connection] = place
        }
        self.links[place].pushes += 1
        if push.isDisturbed { self.links[place].isDisturbed = true }
    }

    func judge(into verdict: inout BackendVerdict) {
        verdict.look(.b10, times: self.links.count)
        var (row, rowOfOne) = (0, 0)
        var before: Link?
        for link in self.links {
            // A connection that a fault ended could not be reused.
            if link.isDisturbed { continue }
            let isClose = before.map { link.first - $0.first < Self.together } ?? true
            row = link.pushes > 1 ? 0 : isClose ? row + 1 : 1
            let isOfOne = link.authorization != nil && before?.authorization == link.authorization
            rowOfOne = isOfOne ? min(rowOfOne + 1, row) : min(1, row)
            before = link
            guard row == Self.tooMany || rowOfOne == Self.tooManyOfOne else { continue }
            let words =
                """
                \(max(row, rowOfOne)) connections in a row carried only one push each, and each was opened within \
                \(Self.together.words) of the one before; keep one connection and send all pushes over it
                """
            verdict.add(BackendFinding(.b10, words, at: link.first))
        }
    }
}
