/// Maps the lab's numbers for requests and timers to the numbers that the child gave them.
struct ChildNumbers {
    private var requests: [Int: Int] = [:]
    private var timers: [(child: Int, lab: Int)] = []

    /// Records the child's number for a request, because the answer will be sent with this number.
    mutating func ask(_ lab: Int, as child: Int) { self.requests[lab] = child }

    mutating func answer(_ lab: Int) -> Int? { self.requests.removeValue(forKey: lab) }

    mutating func set(_ lab: Int, as child: Int) { self.timers.append((child, lab)) }

    mutating func ring(_ lab: Int) -> Int? {
        self.timers.firstIndex { $0.lab == lab }.map { self.timers.remove(at: $0).child }
    }

    /// Removes a timer and returns the lab's number for it, or nil if the child has not set this timer.
    mutating func stop(_ child: Int) -> Int? {
        self.timers.firstIndex { $0.child == child }.map { self.timers.remove(at: $0).lab }
    }
}
