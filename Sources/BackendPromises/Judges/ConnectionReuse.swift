import Basics

/// B10: connections are reused.
///
/// A connection with one push is nothing odd: a short process opens one. A row of them at once is.
struct ConnectionReuse: Hashable, Sendable {
    private struct Link: Hashable {
        var pushes = 0
        var first: Instant
        var isDisturbed = false
    }

    private var links: [Link] = []
    private var places: [Int: Int] = [:]

    /// The number of connections in a row with one push each that is too many.
    private static let tooMany = 8
    /// The time from one to the next that makes a row.
    private static let together = Interval.seconds(1)

    mutating func take(_ push: SentPush) {
        let place = self.places[push.connection] ?? self.links.count
        if place == self.links.count {
            self.links.append(Link(first: push.time))
            self.places[push.connection] = place
        }
        self.links[place].pushes += 1
        if push.isDisturbed { self.links[place].isDisturbed = true }
    }

    func judge(into verdict: inout BackendVerdict) {
        verdict.look(.b10, times: self.links.count)
        var row = 0
        var before: Instant?
        for link in self.links {
            // A connection that a fault ended had no chance.
            if link.isDisturbed { continue }
            let isClose = before.map { link.first - $0 < Self.together } ?? true
            row = link.pushes > 1 ? 0 : isClose ? row + 1 : 1
            before = link.first
            guard row == Self.tooMany else { continue }
            let words =
                "\(Self.tooMany) connections in a row carried one push each, within \(Self.together.words) of each "
                + "other; keep one connection and send all pushes over it"
            verdict.add(BackendFinding(.b10, words, at: link.first))
        }
    }
}
