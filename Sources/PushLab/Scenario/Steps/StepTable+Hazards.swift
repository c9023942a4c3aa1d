import Basics

/// Steps with the service, the server under test and the ways between.
extension StepTable {
    static let hazards: [StepKind] = [
        StepKind(
            "kill_service", "The service's process dies, and is started again after some time.", [.length],
            shape: "outage",
            make: { values in values.time("for").map { .killService(for: $0) } },
            values: { if case .killService(let time) = $0 { ["for": .time(time)] } else { nil } },
            phrase: { "the service dies, and is started again \($0.time("for")) later" }),
        StepKind(
            "kill_server",
            "The process of the server under test dies, and is started again after some time; the lab's own has none.",
            [.length], shape: "outage",
            make: { values in values.time("for").map { .killServer(for: $0) } },
            values: { if case .killServer(let time) = $0 { ["for": .time(time)] } else { nil } },
            phrase: { "the app's server dies, and is started again \($0.time("for")) later" }),
        partition,
    ]

    private static let partition: StepKind = {
        var kind = StepKind(
            "partition",
            "Some devices, or all, cannot reach the service for some time, or the service some push services.",
            [.optional("devices", .devices), .optional("push", .platforms), .length],
            make: { values in
                guard let time = values.time("for") else { return nil }
                let pushes = values.words("push").compactMap { LabPlatform(rawValue: $0) }
                return .partition(Scenario.Cut(devices: values.devices, pushes: pushes), for: time)
            },
            values: { deed in
                guard case .partition(let cut, let time) = deed else { return nil }
                return [
                    "devices": cut.devices.isEmpty ? nil : .devices(cut.devices),
                    "push": cut.pushes.isEmpty ? nil : .words(cut.pushes.map(\.rawValue)), "for": .time(time),
                ]
            },
            phrase: { phrase in
                let devices = phrase.values.devices.map(phrase.plan.title).joined(separator: ", ")
                let pushes = phrase.values.words("push").joined(separator: ", ")
                let parts = [
                    devices.isEmpty ? nil : "\(devices) cannot reach the service",
                    pushes.isEmpty ? nil : "the service cannot reach the push service of \(pushes)",
                ]
                return parts.compactMap { $0 }.joined(separator: " and ") + phrase.length
            })
        kind.reading = .partition
        kind.easing = { deed in
            guard case .partition(let cut, let time) = deed else { return [] }
            return cut.parts.map { .partition($0, for: time) } + time.simpler.map { .partition(cut, for: $0) }
        }
        return kind
    }()
}

extension Scenario.Cut {
    /// Each of those that are cut off alone, where there are several.
    fileprivate var parts: [Scenario.Cut] {
        guard self.devices.count + self.pushes.count > 1 else { return [] }
        return self.devices.map { Scenario.Cut(devices: [$0]) } + self.pushes.map { Scenario.Cut(pushes: [$0]) }
    }
}
