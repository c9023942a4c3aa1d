import Basics

/// An instruction from a test. It makes the server answer some pushes differently from the push service.
struct AnswerScript {
    /// The answer that the sender of a push gets.
    enum Action: String, Hashable, CaseIterable {
        /// The answer of the push service, optionally delayed.
        case accept
        /// An answer with a status and a reason.
        case answer
        /// The stream stays open without an answer.
        case silence
        /// The stream is reset.
        case reset
        /// The connection announces its end in two GOAWAY frames, and the push gets its usual answer.
        case goaway
        /// The connection is closed without an answer or a GOAWAY frame.
        case drop
    }

    /// The pushes that a script applies to. A nil property matches any value.
    struct Target: Hashable {
        var token: String?
        var device: String?
        var topic: String?

        func matches(token: String, device: String?, topic: String?) -> Bool {
            if let wanted = self.token, wanted != token { return false }
            if let wanted = self.device, wanted != device { return false }
            if let wanted = self.topic, wanted != topic { return false }
            return true
        }
    }

    let id: String
    let target: Target
    let action: Action
    var status = 0
    var reason = ""
    var retryAfter: Interval?
    var delay = Interval.zero
    /// The real time at which the script starts to apply.
    ///
    /// Before that time, the push service answers.
    var from: Instant
    /// Whether the push is delivered even though its sender does not get the usual answer.
    var delivers = false
    /// The number of further pushes that the script applies to, or nil for no limit.
    var remaining: Int?
    /// The share of matching pushes that the script applies to, in millionths. Nil means all pushes.
    var share: Int?
    var seed: UInt64 = 1
    /// The number of pushes that matched, and the number of pushes that the script was used for.
    private(set) var met = 0
    private(set) var used = 0

    init(id: String, target: Target, action: Action, from: Instant) {
        (self.id, self.target, self.action, self.from) = (id, target, action, from)
    }

    /// Counts a push that matches the script, and returns whether to use the script for this push.
    mutating func strikes() -> Bool {
        self.met += 1
        if let share {
            let draw = Die(seed: self.seed).draw(
                .scriptedAnswer, entity: 0, cause: DieCause(step: 0), n: UInt64(self.met))
            guard draw.below(1_000_000) < UInt64(share) else { return false }
        }
        self.used += 1
        if let left = self.remaining { self.remaining = left - 1 }
        return true
    }
}

extension DiePurpose {
    /// The purpose of the random draw that decides whether a script is used.
    fileprivate static var scriptedAnswer: DiePurpose { DiePurpose(number: 2_001) }
}

/// All scripts of a world, the latest first.
struct AnswerBook {
    /// The maximum number of scripts of a world.
    static let capacity = 1_000

    private(set) var scripts: [AnswerScript] = []
    private var count = 0

    /// Returns the id for the next script.
    mutating func nextID() -> String {
        self.count += 1
        return "a\(self.count)"
    }

    var isFull: Bool { self.scripts.count >= Self.capacity }

    mutating func add(_ script: AnswerScript) { self.scripts.insert(script, at: 0) }

    /// Removes the script with this id.
    ///
    /// Returns false if there is no such script.
    mutating func remove(_ id: String) -> Bool {
        let before = self.scripts.count
        self.scripts.removeAll { $0.id == id }
        return self.scripts.count < before
    }

    mutating func removeAll() { self.scripts = [] }

    /// Returns the script that determines the answer to a push, or nil if the push service answers.
    mutating func script(token: String, device: String?, topic: String?, at now: Instant) -> AnswerScript? {
        for place in self.scripts.indices where self.scripts[place].remaining != 0 && self.scripts[place].from <= now {
            guard self.scripts[place].target.matches(token: token, device: device, topic: topic) else { continue }
            if self.scripts[place].strikes() { return self.scripts[place] }
        }
        return nil
    }
}
