/// Decides which fault affects a push, by the list of a run. Call it once for each push.
package struct FaultPlan: Hashable, Sendable {
    private let list: FaultList
    private var count = 0
    /// The faults that continue for a token, with the number of pushes that they will still affect.
    private var streaks: [String: Streak] = [:]
    private var inactive: Set<String> = []

    private struct Streak: Hashable {
        var fault: PushFault
        var left: Int
    }

    package init(_ list: FaultList = FaultList()) { self.list = list }

    /// Whether the list has no faults.
    package var isEmpty: Bool { self.list.faults.isEmpty }

    /// Returns the fault of the next push, which is for this token; nil for none.
    package mutating func next(for token: String) -> PushFault? {
        self.count += 1
        let number = self.count
        if self.inactive.contains(token) { return PushFault(.gone, at: number) }
        if let streak = self.streaks[token] {
            self.streaks[token] = streak.left > 1 ? Streak(fault: streak.fault, left: streak.left - 1) : nil
            return streak.fault
        }
        guard let fault = self.list.faults.first(where: { $0.push == number }) else { return nil }
        if fault.kind == .gone { self.inactive.insert(token) }
        if fault.count > 1 { self.streaks[token] = Streak(fault: fault, left: fault.count - 1) }
        return fault
    }
}
