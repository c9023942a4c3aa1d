internal import Basics

/// Which values of a payload are secret: keys with dots between, `*` for any way there, and a backslash before a dot
/// that belongs to a key. Places in arrays do not count as steps.
package struct SecretPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case key(ExactText)
        /// Any number of keys, also none.
        case anyWay
    }

    /// As somebody wrote it.
    package let text: String
    let steps: [Step]

    /// Nil for a text with an empty step.
    package init?(_ text: String) {
        var steps: [Step] = []
        var key = ""
        var isEscaped = false
        for scalar in (text + ".").unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else if !isEscaped, scalar == "." {
                guard !key.isEmpty else { return nil }
                // Several in a row say no more than one.
                let step = key == "*" ? Step.anyWay : .key(ExactText(key))
                if step != .anyWay || steps.last != .anyWay { steps.append(step) }
                key = ""
            } else {
                key.unicodeScalars.append(scalar)
                isEscaped = false
            }
        }
        // A backslash at the end has taken the dot that ends the last key.
        guard key.isEmpty else { return nil }
        self.text = text
        self.steps = steps
    }

    /// Where in its steps the path may stand, behind what was walked so far.
    typealias Places = [Int]

    /// The places behind one more key.
    func places(_ places: Places, behind key: String) -> Places {
        var next: Places = []
        func add(_ place: Int) { if !next.contains(place) { next.append(place) } }
        for place in places {
            for start in self.reachable(from: place) where start < self.steps.count {
                switch self.steps[start] {
                case .anyWay: add(start)
                case .key(let name): if name.text.isExactly(key) { add(start + 1) }
                }
            }
        }
        return next
    }

    /// Whether the value at these places is secret, and all in it.
    func ends(at places: Places) -> Bool { places.contains { self.reachable(from: $0).contains(self.steps.count) } }

    /// A place, and the one behind it where any way may be none.
    private func reachable(from place: Int) -> [Int] {
        place < self.steps.count && self.steps[place] == .anyWay ? [place, place + 1] : [place]
    }
}

extension SecretPath {
    /// Whom the older way to send by FCM names.
    static let ofFCM = [SecretPath("to")].compactMap { $0 }
}
