/// A measurement, with its reference and its target.
package struct Row: Hashable, Sendable {
    /// The metric, from the general to the specific: `parse mixed tryParse`.
    package var metric: String
    /// The measured value. Nil if nothing could be measured; `unit` then has the reason.
    package var value: Double?
    package var unit: String
    /// The name of the reference that was measured in the same run.
    package var reference: String?
    /// The value divided by the value of the reference. If `target` says "faster", the ratio says how many times faster
    /// the value is.
    package var ratio: Double?
    /// The target of the ratio, or of the value if there is no ratio.
    package var target: Target?

    package init(
        _ metric: String, _ value: Double?, _ unit: String, reference: String? = nil, ratio: Double? = nil,
        target: Target? = nil
    ) {
        self.metric = metric
        self.value = value
        self.unit = unit
        self.reference = reference
        self.ratio = ratio
        self.target = target
    }

    /// Whether the target is met. Nil if there is no target or no value, or if the target is not judged.
    package var isMet: Bool? {
        guard let target, target.reasonNotJudged == nil, let figure = self.ratio ?? self.value else { return nil }
        return target.accepts(figure)
    }
}

/// The target of a figure.
package struct Target: Hashable, Sendable {
    package enum Bound: String, Hashable, Sendable {
        case atMost = "<="
        case below = "<"
        case atLeast = ">="
        case exactly = "="
    }

    package let bound: Bound
    package let limit: Double
    /// The unit after the limit, such as `x` or `ms`.
    package let unit: String
    /// The reason why this run cannot judge the target. Nil when the run can judge it.
    package private(set) var reasonNotJudged: String?

    package init(_ bound: Bound, _ limit: Double, _ unit: String = "") {
        self.bound = bound
        self.limit = limit
        self.unit = unit
    }

    /// Returns the same target, marked as not judged if there is a reason.
    package func notJudged(because reason: String?) -> Target {
        var copy = self
        copy.reasonNotJudged = self.reasonNotJudged ?? reason
        return copy
    }

    func accepts(_ figure: Double) -> Bool {
        switch self.bound {
        case .atMost: figure <= self.limit
        case .below: figure < self.limit
        case .atLeast: figure >= self.limit
        case .exactly: figure == self.limit
        }
    }

    /// The target in the form that rows print, such as `<= 1.05x`.
    package var text: String {
        let plain = "\(self.bound.rawValue) \(Figure.text(self.limit))\(self.unit)"
        return self.reasonNotJudged.map { "\(plain) (not judged: \($0))" } ?? plain
    }
}
