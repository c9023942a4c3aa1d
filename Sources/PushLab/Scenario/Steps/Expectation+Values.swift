/// The keys of an expectation in a scenario file.
extension Scenario.Expectation {
    package var values: StepValues {
        switch self {
        case .agreement: ["agree": .word("all")]
        case .hold(let promises): ["hold": .word(Self.words(of: promises))]
        case .everywhere(let id, let sight): (["everywhere": .text(id)] as StepValues).with(sight.values)
        case .on(let device, let id, let sight):
            (["device": .device(device), "n": .text(id)] as StepValues).with(sight.values)
        }
    }

    init?(_ values: StepValues) {
        if let id = values.text("everywhere") {
            self = .everywhere(id, Scenario.Sight(values))
        } else if let device = values.device, let id = values.text("n") {
            self = .on(device, id, Scenario.Sight(values))
        } else if let promises = values.text("hold").flatMap(Self.promises) {
            self = .hold(promises)
        } else if values.text("agree") != nil {
            self = .agreement
        } else {
            return nil
        }
    }

    /// Parses a range of promises: `all`, `P15` or `P7..P16`.
    package static func promises(_ text: String) -> ClosedRange<Property>? {
        if text == "all" { return Property.everyPromise }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isRange = ends.count == 3 && ends[1].isEmpty
        guard ends.count == 1 || isRange, let low = Property(id: ends[0]),
            let high = Property(id: ends[ends.count - 1]), low != .expectation, low <= high
        else { return nil }
        return low...high
    }

    private static func words(of promises: ClosedRange<Property>) -> String {
        if promises == Property.everyPromise { return "all" }
        let (low, high) = (promises.lowerBound, promises.upperBound)
        return low == high ? low.id : "\(low.id)..\(high.id)"
    }
}

extension Scenario.Sight {
    fileprivate var values: StepValues {
        [
            "state": self.state.map { .word($0.rawValue) }, "read": self.isRead.map { .flag($0) },
            "banner": self.banner.map { .word($0.rawValue) },
        ]
    }

    fileprivate init(_ values: StepValues) {
        self.init(
            state: values.text("state").flatMap { Scenario.State(rawValue: $0) }, isRead: values.flag("read"),
            banner: values.text("banner").flatMap { Scenario.Banner(rawValue: $0) })
    }
}
