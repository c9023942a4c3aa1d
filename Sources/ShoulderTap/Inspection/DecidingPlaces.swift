/// The places of the objects in a payload whose keys decide the verdict: the outermost object, `aps`, the envelope and
/// its activities.
struct DecidingPlaces {
    enum Place { case top, aps, envelope, activity, elsewhere }

    private let aps: Int?
    private let envelope: Int?
    private let activities: Int?

    init(_ map: PayloadMap) {
        self.aps = map.value(of: "aps", in: 0)
        self.envelope = map.value(of: "shoulderTap", in: 0)
        self.activities = self.envelope.flatMap { envelope in
            map.value(of: "activities", in: envelope).flatMap { map.entries[$0].kind == .array ? $0 : nil }
        }
    }

    func place(of object: Int, in map: PayloadMap) -> Place {
        if object == 0 { return .top }
        if object == self.aps { return .aps }
        if object == self.envelope { return .envelope }
        guard let list = self.activities, object > list, object < Int(map.entries[list].next) else {
            return .elsewhere
        }
        var element = list + 1
        while element < object { element = Int(map.entries[element].next) }
        return element == object ? .activity : .elsewhere
    }
}
