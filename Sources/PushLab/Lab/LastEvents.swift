import Basics

/// The last events of the devices involved in a failure. The report of the failure ends with them.
package struct LastEvents: Hashable, Sendable {
    /// The names of the devices.
    package let devices: [String]
    /// A line of the trace for each event, in the order in which they happened.
    package let lines: [String]

    /// The maximum number of events for each device.
    static let mostEvents = 6
    /// The maximum number of devices.
    ///
    /// The devices with the latest events are chosen.
    static let mostDevices = 4

    /// Creates an empty value.
    init() { (self.devices, self.lines) = ([], []) }

    /// Collects the last events up to the time of a violation, for the devices that the violation is about. If the
    /// violation is about no known device, collects the events of all devices.
    init(of violation: Violation, in view: HistoryView) {
        let shown = violation.events.filter { view.events.indices.contains($0) }.map { view.events[$0] }
        let devices = shown.flatMap { [$0.actor.device, $0.party.device].compactMap(\.self) }
        self.init(of: devices, in: view, until: LabTime.start.later(by: violation.time))
    }

    /// Collects the last events of these devices. If the list of devices is empty, collects the last events of all
    /// devices.
    init(of devices: [Int], in view: HistoryView, until end: Instant = .distantFuture) {
        var counts: [Int: Int] = [:]
        var chosen: [Int] = []
        var found: [HistoryEvent] = []
        for event in view.events.reversed() where event.moment <= end {
            guard let device = event.actor.device, devices.isEmpty || devices.contains(device) else { continue }
            if counts[device] == nil {
                guard chosen.count < Self.mostDevices else { continue }
                chosen.append(device)
            }
            guard counts[device, default: 0] < Self.mostEvents else { continue }
            counts[device, default: 0] += 1
            found.append(event)
        }
        self.devices = chosen.sorted().map { view.devices[$0].name }
        let width = chosen.map { view.title($0).count }.max() ?? 0
        self.lines = found.reversed().map { Trace.line($0, view, width) }
    }

    /// A heading, followed by the lines. Empty if there are no lines.
    package var told: [String] {
        guard !self.lines.isEmpty else { return [] }
        return ["the last events of \(Spelling.list(self.devices, "and")):"] + self.lines.map { "  \($0)" }
    }
}

/// A place in the source of a test.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file, as `#fileID` gives them.
    package let fileID: String
    package let line: Int

    package init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    package var description: String { "\(self.fileID):\(self.line)" }
}
