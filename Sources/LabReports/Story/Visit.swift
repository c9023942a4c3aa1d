import Basics
import PushLab

/// The actions of a device from a wake to its completion, described in one sentence.
struct Visit {
    /// The push that started the visit, or nil when no push woke the device.
    var push: UInt64?
    var isTap: Bool?
    var fetches = 0
    var changes = 0
    var hasAnswer = false
    var isCalledBack = false
    /// The changes that the user can see, in order.
    private var sights: [Sight] = []
    private var alerts = false
    var result: PushResult?
    /// The notifications that arrived even though their own taps were lost.
    var madeUpFor: [String] = []
    var end = Interval.zero

    private struct Sight {
        let verb: String
        var ids: [String]
        let ending: String

        var words: String { "\(self.verb) \(Words.list(self.ids))\(self.ending)" }
    }

    /// Records a visible change. The arguments are, for example, `shows`, `lunch` and ` as dismissed`.
    mutating func see(_ verb: String, _ id: String, _ ending: String = "", at time: Interval) {
        if self.sights.isEmpty || self.push != nil { self.end = time }
        if let index = self.sights.firstIndex(where: { $0.verb == verb && $0.ending == ending }) {
            if !self.sights[index].ids.contains(id) { self.sights[index].ids.append(id) }
        } else {
            self.sights.append(Sight(verb: verb, ids: [id], ending: ending))
        }
    }

    mutating func alert() { self.alerts = true }

    private var visible: [String] { self.sights.map(\.words) + (self.alerts ? ["alerts"] : []) }

    /// Whether the visit contains anything worth reporting.
    var isWorthTelling: Bool { self.push != nil || self.changes > 0 || !self.sights.isEmpty }

    var isGood: Bool { !self.sights.isEmpty }

    /// The sentence about the visit: `is tapped, fetches 1 change, shows lunch`
    var sentence: String {
        var parts: [String] = []
        if self.push != nil { parts.append(self.isTap == false ? "gets a push that is not a tap" : "is tapped") }
        if self.hasAnswer, self.push != nil || self.changes > 0 {
            parts.append(self.changes == 0 ? "fetches nothing new" : "fetches \(Words.counted(self.changes, "change"))")
        } else if self.fetches > 0, !self.hasAnswer {
            parts.append("fetches without success")
        }
        parts += self.visible
        if self.result == .failed { parts.append("and reports a failure") }
        return parts.joined(separator: ", ")
    }

    /// The sentence about the end of a visit, such as `is called back, shows lunch, alerts; push handled: new data`
    var endSentence: String {
        let deeds = ((self.isCalledBack ? ["is called back"] : []) + self.visible).joined(separator: ", ")
        guard let result = self.result.map({ "push handled: \(Words.result($0))" }) else { return deeds }
        return deeds.isEmpty ? result : "\(deeds); \(result)"
    }
}

/// Formats numbers and lists as words.
enum Words {
    static func counted(_ count: Int, _ noun: String, _ ending: String = "s") -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)\(ending)"
    }

    /// Returns a list in words: `phone, tablet and laptop`
    static func list(_ words: [String]) -> String { Spelling.list(words, "and") }

    static func result(_ result: PushResult) -> String {
        switch result {
        case .newData: "new data"
        case .noData: "no data"
        case .failed: "failed"
        }
    }

    /// Returns the id of a notification, or a placeholder for an empty id.
    static func name(_ id: String) -> String { id.isEmpty ? "(no id)" : id }
}
