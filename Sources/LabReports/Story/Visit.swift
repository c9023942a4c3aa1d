import Basics
import PushLab

/// What a device does between being woken and being done, to be told in one sentence.
struct Visit {
    /// The push that it is about; nil when nobody woke the device.
    var push: UInt64?
    var isTap: Bool?
    var fetches = 0
    var changes = 0
    var hasAnswer = false
    var isCalledBack = false
    /// What becomes visible, in the order in which it does.
    private var sights: [Sight] = []
    private var alerts = false
    var result: PushResult?
    /// What arrived although its own tap got lost.
    var madeUpFor: [String] = []
    var end = Interval.zero

    private struct Sight {
        let verb: String
        var ids: [String]
        let ending: String

        var words: String { "\(self.verb) \(Words.list(self.ids))\(self.ending)" }
    }

    /// Something becomes visible: `shows`, `lunch`, ` as dismissed`.
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

    /// Whether there is anything to tell.
    var isWorthTelling: Bool { self.push != nil || self.changes > 0 || !self.sights.isEmpty }

    var isGood: Bool { !self.sights.isEmpty }

    /// `is tapped, fetches 1 change, shows lunch`
    var sentence: String {
        var parts: [String] = []
        if self.push != nil { parts.append(self.isTap == false ? "gets a push that is no tap" : "is tapped") }
        if self.hasAnswer, self.push != nil || self.changes > 0 {
            parts.append(self.changes == 0 ? "fetches nothing new" : "fetches \(Words.counted(self.changes, "change"))")
        } else if self.fetches > 0, !self.hasAnswer {
            parts.append("fetches in vain")
        }
        parts += self.visible
        if self.result == .failed { parts.append("and says that it failed") }
        return parts.joined(separator: ", ")
    }

    /// `is called back, shows lunch, alerts; push handled: new data`
    var endSentence: String {
        let deeds = ((self.isCalledBack ? ["is called back"] : []) + self.visible).joined(separator: ", ")
        guard let result = self.result.map({ "push handled: \(Words.result($0))" }) else { return deeds }
        return deeds.isEmpty ? result : "\(deeds); \(result)"
    }
}

/// How numbers and lists are said.
enum Words {
    static func counted(_ count: Int, _ noun: String, _ ending: String = "s") -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)\(ending)"
    }

    /// `phone, tablet and laptop`
    static func list(_ words: [String]) -> String { Spelling.list(words, "and") }

    static func result(_ result: PushResult) -> String {
        switch result {
        case .newData: "new data"
        case .noData: "no data"
        case .failed: "failed"
        }
    }

    /// The id of a notification; people need to see that there is none.
    static func name(_ id: String) -> String { id.isEmpty ? "(no id)" : id }
}
