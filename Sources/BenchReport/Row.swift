/// One measured fact, with what it is compared to and what it should be.
package struct Row: Hashable, Sendable {
    /// What was measured, from the general to the special: `parse mixed tryParse`.
    package var metric: String
    /// The figure; nil where nothing could be measured, and `unit` says why.
    package var value: Double?
    package var unit: String
    /// What the figure was compared to in the same run.
    package var reference: String?
    /// The figure over the reference's, or how many times faster it is where `target` says "faster".
    package var ratio: Double?
    /// What the ratio should be, or the value where there is no ratio.
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

    /// Whether the target is met; nil without a target, without a figure, and where the target is not judged.
    package var isMet: Bool? {
        guard let target, target.reasonNotJudged == nil, let figure = self.ratio ?? self.value else { return nil }
        return target.accepts(figure)
    }
}

/// What a figure should be.
package struct Target: Hashable, Sendable {
    package enum Bound: String, Hashable, Sendable {
        case atMost = "<="
        case below = "<"
        case atLeast = ">="
        case exactly = "="
    }

    package let bound: Bound
    package let limit: Double
    /// A word behind the limit, such as `x` or `ms`.
    package let unit: String
    /// Why this run cannot judge it; nil when it does.
    package private(set) var reasonNotJudged: String?

    package init(_ bound: Bound, _ limit: Double, _ unit: String = "") {
        self.bound = bound
        self.limit = limit
        self.unit = unit
    }

    /// The same target, stated but not judged, when there is a reason not to.
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

    /// The target as rows print it, such as `<= 1.05x`.
    package var text: String {
        let plain = "\(self.bound.rawValue) \(Figure.text(self.limit))\(self.unit)"
        return self.reasonNotJudged.map { "\(plain) (not judged: \($0))" } ?? plain
    }
}
