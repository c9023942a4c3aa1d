/// Decides which fault affects a push, based on the fault list of a run. Call it once for each push.
package struct FaultPlan: Hashable, Sendable {
    private let list: FaultList
    private var count = 0
    /// The fault that continues for each token, with the number of pushes that it will still affect.
    private var streaks: [String: Streak] = [:]
    private var inactive: Set<String> = []

    private struct Streak: Hashable {
        var fault: PushFault
        var left: Int
    }

    package init(_ list: FaultList = FaultList()) { self.list = list }

    /// Whether the list has no faults.
    package var isEmpty: Bool { self.list.faults.isEmpty }

    /// Returns the fault of the next push, which is sent to this token. Returns nil if the push has no fault.
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
