/// The typed fields of `aps`. A field is nil when it is absent or has another type; the diagnostics say which is the
/// case.
public struct ApsDictionary: Sendable {
    /// The dictionary itself, for keys that Apple does not define.
    public let element: PayloadElement

    init?(_ element: PayloadElement) {
        guard element.kind == .object else { return nil }
        self.element = element
    }

    /// The alert to show.
    public var alert: Alert? { self.element["alert"].flatMap(Alert.init) }
    /// The number on the app's icon; 0 clears it.
    public var badge: PayloadNumber? { self.element["badge"]?.number }
    /// The sound to play.
    public var sound: Sound? { self.element["sound"].flatMap(Sound.init) }
    /// The id that the system uses to group notifications.
    public var threadID: String? { self.element["thread-id"]?.string }
    /// The category, which determines the actions.
    public var category: String? { self.element["category"]?.string }
    /// The identifier of the window to bring forward.
    public var targetContentID: String? { self.element["target-content-id"]?.string }
    /// The text that Focus filters use.
    public var filterCriteria: String? { self.element["filter-criteria"]?.string }
    /// The value of `content-available`. The number 1 requests background time.
    public var contentAvailable: PayloadNumber? { self.element["content-available"]?.number }
    /// The value of `mutable-content`. The number 1 allows a service extension to change the alert.
    public var mutableContent: PayloadNumber? { self.element["mutable-content"]?.number }
    /// The interruption level of the alert: passive, active, time-sensitive or critical.
    public var interruptionLevel: String? { self.element["interruption-level"]?.string }
    /// The score that the system uses to sort the alert, from 0 to 1. In a Live Activity, it may be any number.
    public var relevanceScore: PayloadNumber? { self.element["relevance-score"]?.number }
    /// The time at which a Live Activity was updated, in seconds since 1970.
    public var timestamp: PayloadNumber? { self.element["timestamp"]?.number }
    /// The event of a Live Activity: start, update or end.
    public var event: String? { self.element["event"]?.string }
    /// The changing part of a Live Activity.
    public var contentState: PayloadElement? { self.object("content-state") }
    /// The time at which a Live Activity becomes stale, in seconds since 1970.
    public var staleDate: PayloadNumber? { self.element["stale-date"]?.number }
    /// The time at which an ended Live Activity leaves the screen, in seconds since 1970.
    public var dismissalDate: PayloadNumber? { self.element["dismissal-date"]?.number }
    /// The type of the fixed part of a started Live Activity.
    public var attributesType: String? { self.element["attributes-type"]?.string }
    /// The fixed part of a started Live Activity.
    public var attributes: PayloadElement? { self.object("attributes") }
    /// The channel of a started Live Activity.
    public var inputPushChannel: String? { self.element["input-push-channel"]?.string }
    /// The value of `input-push-token`. The number 1 requests a push token for a started Live Activity.
    public var inputPushToken: PayloadNumber? { self.element["input-push-token"]?.number }
    /// The value of `content-changed`. True requests that widgets are reloaded.
    public var contentChanged: Bool? { self.element["content-changed"]?.bool }
    /// The arguments for the URL of a Safari website push.
    public var urlArgs: [String]? { self.element["url-args"].flatMap(strings) }

    private func object(_ key: String) -> PayloadElement? {
        guard let element = self.element[key], element.kind == .object else { return nil }
        return element
    }

    /// The content of an alert.
    public struct Alert: Sendable {
        /// The value of `alert`.
        public let element: PayloadElement

        init?(_ element: PayloadElement) {
            guard element.kind == .string || element.kind == .object else { return nil }
            self.element = element
        }

        /// The title.
        public var title: String? { self.element["title"]?.string }
        /// The line below the title.
        public var subtitle: String? { self.element["subtitle"]?.string }
        /// The text. An alert that is a string has only this.
        public var body: String? { self.element.string ?? self.element["body"]?.string }
        /// The picture shown while the app starts.
        public var launchImage: String? { self.element["launch-image"]?.string }
        /// The key of the localised title.
        public var titleLocKey: String? { self.element["title-loc-key"]?.string }
        /// The arguments of the localised title.
        public var titleLocArgs: [String]? { self.element["title-loc-args"].flatMap(strings) }
        /// The key of the localised subtitle.
        public var subtitleLocKey: String? { self.element["subtitle-loc-key"]?.string }
        /// The arguments of the localised subtitle.
        public var subtitleLocArgs: [String]? { self.element["subtitle-loc-args"].flatMap(strings) }
        /// The key of the localised text.
        public var locKey: String? { self.element["loc-key"]?.string }
        /// The arguments of the localised text.
        public var locArgs: [String]? { self.element["loc-args"].flatMap(strings) }
        /// The key of the localised action button.
        public var actionLocKey: String? { self.element["action-loc-key"]?.string }
        /// The action button of a Safari website push.
        public var action: String? { self.element["action"]?.string }
        /// The argument that this alert adds to the summary of its group.
        public var summaryArg: String? { self.element["summary-arg"]?.string }
        /// The number that this alert adds to a group's summary.
        public var summaryArgCount: PayloadNumber? { self.element["summary-arg-count"]?.number }
        /// The sound of a Live Activity's alert.
        public var sound: String? { self.element["sound"]?.string }
    }

    /// The sound of an alert.
    public struct Sound: Sendable {
        /// The value of `sound`.
        public let element: PayloadElement

        init?(_ element: PayloadElement) {
            guard element.kind == .string || element.kind == .object else { return nil }
            self.element = element
        }

        /// The file, or `default`.
        public var name: String? { self.element.string ?? self.element["name"]?.string }
        /// The value of `critical`. The number 1 requests that the sound is played even in silent mode.
        public var critical: PayloadNumber? { self.element["critical"]?.number }
        /// The volume of a critical sound, from 0 to 1.
        public var volume: PayloadNumber? { self.element["volume"]?.number }
    }
}

/// Returns the strings of an array. Returns nil if the array has any other element.
private func strings(_ element: PayloadElement) -> [String]? {
    guard let elements = element.elements else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
}
