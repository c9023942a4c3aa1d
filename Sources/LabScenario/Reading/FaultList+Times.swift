import Basics
import PushLab

/// Durations, rates and counts.
extension FaultList {
    /// Reads a rate such as `50/s`, `20/m` or `3/h`, and returns the time between two occurrences.
    mutating func rate(_ node: YAMLNode, _ what: String) -> Interval? {
        let units: KeyValuePairs<String, Interval> = ["/s": .seconds(1), "/m": .minutes(1), "/h": .hours(1)]
        if case .scalar(let text, _) = node.content,
            let (suffix, unit) = units.first(where: { text.hasSuffix($0.key) }),
            let number = Self.digits(text.dropLast(suffix.utf8.count)), 1...1_000_000 ~= number
        {
            return Interval(microseconds: unit.microseconds / Int64(number))
        }
        self.add("\(what) must be a rate such as 50/s, 20/m or 3/h", at: node.place)
        return nil
    }

    /// Reads a rate such as `3/h`.
    mutating func perHour(_ node: YAMLNode, _ what: String, atMost most: Int) -> Int? {
        guard case .scalar(let text, _) = node.content, text.hasSuffix("/h"),
            let number = Self.digits(text.dropLast(2)), 1...most ~= number
        else {
            self.add("\(what) must be a rate from 1/h to \(most)/h", at: node.place)
            return nil
        }
        return number
    }

    mutating func duration(_ node: YAMLNode, _ what: String) -> Interval? {
        guard let text = self.text(node, what) else { return nil }
        return self.duration(text[...], what, at: node.place)
    }

    /// Reads a distribution: `40ms`, `5ms..80ms` or `exp(40ms)`.
    mutating func spread(_ node: YAMLNode, _ what: String) -> Spread? {
        guard let text = self.text(node, what) else { return nil }
        guard text.hasPrefix("exp") else { return self.durations(node, what).map { .even($0) } }
        guard text.hasPrefix("exp("), text.hasSuffix(")") else {
            self.add("\(what) must have parentheses after 'exp', as in exp(40ms)", at: node.place)
            return nil
        }
        return self.duration(text.dropFirst(4).dropLast(), what, at: node.place).map { .exponential(mean: $0) }
    }

    /// Reads a duration or a range: `40ms` or `5ms..80ms`.
    mutating func durations(_ node: YAMLNode, _ what: String) -> ClosedRange<Interval>? {
        guard let text = self.text(node, what) else { return nil }
        guard !text.hasPrefix("exp"), let (first, last) = Self.ends(of: text) else {
            self.add("\(what) must be a duration such as 40ms, or a range such as 5ms..80ms", at: node.place)
            return nil
        }
        guard let low = self.duration(first, what, at: node.place),
            let high = first == last ? low : self.duration(last, what, at: node.place)
        else { return nil }
        guard low <= high else {
            self.add(
                "\(what) is a range in the wrong order: \(low)..\(high); put the shorter time first", at: node.place)
            return nil
        }
        return low...high
    }

    private mutating func duration(_ text: Substring, _ what: String, at place: Place) -> Interval? {
        do {
            let interval = try Interval(duration: text)
            guard interval <= Scenario.longest else {
                self.add("\(what) is longer than the limit of ten years", at: place)
                return nil
            }
            return interval
        } catch {
            self.add("\(what): \(error.reason)", at: place)
            return nil
        }
    }
}
