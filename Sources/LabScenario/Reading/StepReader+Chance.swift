import Basics
import PushLab

/// Reads steps with random operations: `{operations: 40..400, rate: 20/m}`.
extension StepReader {
    mutating func random(_ node: YAMLNode, _ kind: StepKind) -> Scenario.Deed? {
        guard let fields = self.list.fields(node, "'\(kind.word)'", kind.fields.map(\.key)) else { return nil }
        self.isOpen = true
        guard let count = self.needed("operations", of: kind, in: fields) else { return nil }
        let range = self.list.count(count, "'operations'", in: 0...Self.mostSteps)
        let span = self.span(of: range?.upperBound ?? 0, fields)
        let unwanted = fields["without"].flatMap { self.list.list($0, "'without'") } ?? []
        let words = unwanted.compactMap { self.list.word($0, "step", among: Scenario.RandomDeeds.words) }
        let wanted = fields["with"].flatMap { self.list.list($0, "'with'") } ?? []
        let extras = wanted.compactMap { self.list.word($0, "extra step", among: Scenario.RandomDeeds.extraWords) }
        let overlaps = fields["overlaps"].flatMap { self.list.flag($0, "'overlaps'") } ?? false
        return range.map {
            .random(
                Scenario.RandomDeeds(
                    count: $0, over: span, with: Set(extras), without: Set(words), overlaps: overlaps))
        }
    }

    /// Returns the time over which the operations are spread. This is the value of `over`. If `rate` is given instead,
    /// it is the time that this number of operations takes at this rate. If neither is given, it is a default.
    private mutating func span(of count: Int, _ fields: Fields) -> Interval {
        guard let rate = fields["rate"] else {
            return fields["over"].flatMap { self.list.duration($0, "'over'") } ?? Scenario.RandomDeeds.usualSpan
        }
        if fields["over"] != nil {
            self.list.add("'over' and 'rate' both set the duration; remove one", at: rate.place)
        }
        return self.list.rate(rate, "'rate'").map { Interval(microseconds: Int64(count) * $0.microseconds) } ?? .zero
    }
}
