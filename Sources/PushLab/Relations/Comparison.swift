import Basics

/// The differences between the final states of two runs, which should be equal.
///
/// Compares only notifications that have the same changes at the service, in the same order. A device that learns of a
/// change late may rightly act differently. Notifications that changed after the last sync are not compared either.
struct Comparison {
    /// A difference on one device.
    struct Finding: Hashable {
        var kind: String
        var witness: String
        /// The events of the first run that show the difference.
        var events: [Int]
    }

    /// A comparison of one device between the two runs. It also tells whether the comparison could have revealed a
    /// mistake.
    struct Look: Hashable {
        var isThreatened: Bool
        var findings: [Finding] = []
    }

    private let first: Ending
    private let second: Ending
    private let variation: any Variation

    init(_ first: Ending, _ second: Ending, _ variation: any Variation) {
        self.first = first
        self.second = second
        self.variation = variation
    }

    /// The comparisons of devices, for all users that have comparable notifications.
    var looks: [Look] {
        let alike = self.first.names.indices.map { self.alike(of: $0) }
        return zip(self.first.screens, self.second.screens).compactMap { one, other in
            let names = alike[one.user]
            guard !names.isEmpty else { return nil }
            let tales = names.compactMap { self.first.tales[one.user][$0] }
            let isThreatened = other.differences > 0 && tales.contains(where: self.variation.endangers)
            var look = Look(isThreatened: isThreatened)
            look.findings = names.compactMap { self.difference($0, one, other) }
            // A badge counts all notifications, so badges are compared only if all notifications can be compared.
            let isWhole = [self.first, self.second].allSatisfy { $0.names[one.user].count == names.count }
            // An app may decide whether snoozed notifications count, and its decision may change with time.
            let isSame = abs(Int(one.badge) - Int(other.badge)) <= max(one.putOff, other.putOff)
            if isWhole, !isSame { look.findings.append(self.badges(one, other)) }
            return look
        }
    }

    /// The names of the user's notifications that can be compared, in the order in which the notifications appeared.
    private func alike(of user: Int) -> [Ending.Name] {
        self.first.names[user].filter { name in
            let tales = (self.first.tales[user][name], self.second.tales[user][name])
            guard let one = tales.0, let other = tales.1 else { return false }
            return !one.isFresh && !other.isFresh && one.commits == other.commits
        }
    }

    private func difference(_ name: Ending.Name, _ one: Ending.Screen, _ other: Ending.Screen) -> Finding? {
        let (here, there) = (one.sights[name] ?? Ending.Sight(), other.sights[name] ?? Ending.Sight())
        let (before, after): (String, String)
        if here.listed != there.listed {
            (before, after) = (Self.words(here, name), Self.words(there, name))
        } else if here.hasBanner != there.hasBanner, here.listed == nil,
            !here.isSystemBanner && !there.isSystemBanner || !(self.first.tales[one.user][name]?.isWaiting ?? true)
        {
            (before, after) = (Self.banner(here, name), Self.banner(there, name))
        } else {
            return nil
        }
        return Finding(
            kind: "differs",
            witness: "in the end \(one.title) \(before); in a second run, \(self.variation.words), it \(after)",
            events: here.index.map { [$0] } ?? [])
    }

    private static func words(_ sight: Ending.Sight, _ name: Ending.Name) -> String {
        let id = String(decoding: name, as: UTF8.self)
        guard let states = sight.listed else { return "does not show \(id)" }
        return "shows \(id) as \(states.words)"
    }

    private static func banner(_ sight: Ending.Sight, _ name: Ending.Name) -> String {
        (sight.hasBanner ? "has a banner of " : "has no banner of ") + String(decoding: name, as: UTF8.self)
    }

    private func badges(_ one: Ending.Screen, _ other: Ending.Screen) -> Finding {
        Finding(
            kind: "badge differs",
            witness: """
                in the end the badge of \(one.title) says \(one.badge); in a second run, \(self.variation.words), \
                it says \(other.badge)
                """, events: one.badgeIndex.map { [$0] } ?? [])
    }
}
