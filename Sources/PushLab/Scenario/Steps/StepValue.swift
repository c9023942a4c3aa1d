package import Basics

/// A value in a step, as a scenario file writes it.
package enum StepValue: Hashable, Sendable {
    /// A text with any characters.
    case text(String)
    /// A word of the format.
    case word(String)
    case words([String])
    case flag(Bool)
    case number(Int)
    case numbers(ClosedRange<Int>)
    case time(Interval)
    case device(Scenario.DeviceName)
    case devices([Scenario.DeviceName])
}

/// The values of one step by their keys. A value that a file leaves out is absent.
package struct StepValues: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var entries: [Entry] = []

    private struct Entry: Hashable, Sendable {
        var key: String
        var value: StepValue
    }

    package init() {}

    init(device: Scenario.DeviceName) { self["device"] = .device(device) }

    package init(dictionaryLiteral elements: (String, StepValue?)...) {
        for (key, value) in elements { self[key] = value }
    }

    package subscript(_ key: String) -> StepValue? {
        get { self.entries.first { $0.key == key }?.value }
        set {
            self.entries.removeAll { $0.key == key }
            if let newValue { self.entries.append(Entry(key: key, value: newValue)) }
        }
    }

    /// Returns these values together with others. If both have a value for the same key, the result contains the other
    /// value.
    func with(_ others: StepValues) -> StepValues {
        var all = self
        for entry in others.entries { all[entry.key] = entry.value }
        return all
    }
}

extension StepValues {
    /// The device that the step is about.
    package var device: Scenario.DeviceName? { self.device("device") }

    /// Every device that the step names.
    var devices: [Scenario.DeviceName] {
        self.entries.flatMap { entry -> [Scenario.DeviceName] in
            switch entry.value {
            case .device(let device): [device]
            case .devices(let devices): devices
            default: []
            }
        }
    }

    func device(_ key: String) -> Scenario.DeviceName? {
        if case .device(let device)? = self[key] { device } else { nil }
    }

    func text(_ key: String) -> String? {
        switch self[key] {
        case .text(let text), .word(let text): text
        default: nil
        }
    }

    func words(_ key: String) -> [String] { if case .words(let words)? = self[key] { words } else { [] } }

    func flag(_ key: String) -> Bool? { if case .flag(let flag)? = self[key] { flag } else { nil } }

    func time(_ key: String) -> Interval? { if case .time(let time)? = self[key] { time } else { nil } }

    func number(_ key: String) -> Int? { if case .number(let number)? = self[key] { number } else { nil } }

    /// The number of times that the step happens; the default is one.
    var count: Int { self.number("count") ?? 1 }
}
