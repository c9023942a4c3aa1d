/// What a child calls its requests and timers, by what the lab calls them.
struct ChildNumbers {
    private var requests: [Int: Int] = [:]
    private var timers: [(child: Int, lab: Int)] = []

    /// Something was asked for that will be answered.
    mutating func ask(_ lab: Int, as child: Int) { self.requests[lab] = child }

    mutating func answer(_ lab: Int) -> Int? { self.requests.removeValue(forKey: lab) }

    mutating func set(_ lab: Int, as child: Int) { self.timers.append((child, lab)) }

    mutating func ring(_ lab: Int) -> Int? {
        self.timers.firstIndex { $0.lab == lab }.map { self.timers.remove(at: $0).child }
    }

    /// What the lab calls a timer that is to ring no more; nil where the child has set none.
    mutating func stop(_ child: Int) -> Int? {
        self.timers.firstIndex { $0.child == child }.map { self.timers.remove(at: $0).lab }
    }
}
