import LabScenario
import PushLab

/// Any bytes are a scenario or get faults with places in them; what is a scenario is written so that it is read again.
/// What stands behind a first NUL is in every file that they include; without one that is all.
func fuzzScenario(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    let pieces = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let reading = ScenarioReading(Array(pieces[0]), named: "a.yaml") { path in
        let leadsDown = !path.names.isEmpty && !path.names.contains { ["", ".", ".."].contains($0) }
        holds(leadsDown, "an include leads elsewhere")
        return .text(Array(pieces[pieces.count - 1]))
    }
    switch reading {
    case .faults(let faults):
        holds(!faults.isEmpty, "refused without a reason")
        holds(faults == faults.sorted(), "the faults are not in their order")
        for fault in faults {
            holds(fault.place.line >= 1 && fault.place.column >= 1, "a fault in no place")
            holds(fault.place.line <= bytes.count + 2, "a fault behind the end")
        }
    case .scenario(let scenario):
        guard scenario.people.count <= 100 else { return 0 }
        guard case .scenario(let again) = ScenarioReading(Array(scenario.yaml.utf8)) else {
            holds(false, "what is written is not read")
            return 0
        }
        holds(again == scenario, "what is read again is another scenario")
    }
    return 0
}
