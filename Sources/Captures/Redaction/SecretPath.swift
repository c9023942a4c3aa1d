internal import Basics

/// A path to secret values: keys separated by dots, `*` for any number of keys, and a backslash before a dot in a key.
///
/// Positions in arrays are not steps of the path.
package struct SecretPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case key(ExactText)
        /// Any number of keys, including none.
        case anyWay
    }

    /// The path as written.
    package let text: String
    let steps: [Step]

    /// Returns nil for a text with an empty step.
    package init?(_ text: String) {
        var steps: [Step] = []
        var key = ""
        var isEscaped = false
        for scalar in (text + ".").unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else if !isEscaped, scalar == "." {
                guard !key.isEmpty else { return nil }
                // Several `*` in a row have the same effect as one.
                let step = key == "*" ? Step.anyWay : .key(ExactText(key))
                if step != .anyWay || steps.last != .anyWay { steps.append(step) }
                key = ""
            } else {
                key.unicodeScalars.append(scalar)
                isEscaped = false
            }
        }
        // The loop adds a dot that ends the last key. A backslash at the end of the path escapes this dot.
        guard key.isEmpty else { return nil }
        self.text = text
        self.steps = steps
    }

    /// The positions in the path that are possible after some keys were matched. A position is the index of the next
    /// step. Several positions are possible, because `*` matches any number of keys.
    typealias Places = [Int]

    /// Returns the positions that are possible after one more key was matched.
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

    /// Whether the value at these positions is secret, including all values inside it.
    func ends(at places: Places) -> Bool { places.contains { self.reachable(from: $0).contains(self.steps.count) } }

    /// Returns the given position. If the step at this position is `*`, also returns the next position, because `*` may
    /// match no key at all.
    private func reachable(from place: Int) -> [Int] {
        place < self.steps.count && self.steps[place] == .anyWay ? [place, place + 1] : [place]
    }
}

extension SecretPath {
    /// The target in the older form of FCM messages.
    static let ofFCM = [SecretPath("to")].compactMap { $0 }
}
