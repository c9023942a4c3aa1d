/// The maximum number of allocations of `inspect` for one payload of a set, recorded from a run.
///
/// Raise a number only together with the reason for it; lower it when a run stays below.
enum InspectThresholds {
    static let most: [String: Int] = [
        "mixed": 19,
        "background-89": 1,
        "tap-171": 1,
        "malformed": 14,
    ]
}
