/// The typed fields of `aps`. A field is nil when it is absent or has another type; the diagnostics say which.
public struct ApsDictionary: Sendable {
    /// The dictionary itself, for keys that Apple gives no meaning.
    public let element: PayloadElement

    init?(_ element: PayloadElement) {
        guard element.kind == .object else { return nil }
        self.element = element
    }

    /// What is shown.
    public var alert: Alert? { self.element["alert"].flatMap(Alert.init) }
    /// The number on the app's icon; 0 clears it.
    public var badge: PayloadNumber? { self.element["badge"]?.number }
    /// What is played.
    public var sound: Sound? { self.element["sound"].flatMap(Sound.init) }
    /// Groups notifications.
    public var threadID: String? { self.element["thread-id"]?.string }
    /// Names the actions.
    public var category: String? { self.element["category"]?.string }
    /// The window to bring forward.
    public var targetContentID: String? { self.element["target-content-id"]?.string }
    /// What a Focus filter looks at.
    public var filterCriteria: String? { self.element["filter-criteria"]?.string }
    /// Asks for background time, if it is the number 1.
    public var contentAvailable: PayloadNumber? { self.element["content-available"]?.number }
    /// Lets a service extension change the alert, if it is the number 1.
    public var mutableContent: PayloadNumber? { self.element["mutable-content"]?.number }
    /// How urgently the alert interrupts: passive, active, time-sensitive or critical.
    public var interruptionLevel: String? { self.element["interruption-level"]?.string }
    /// How the system sorts the alert, from 0 to 1; any number in a Live Activity.
    public var relevanceScore: PayloadNumber? { self.element["relevance-score"]?.number }
    /// When a Live Activity was updated, in seconds since 1970.
    public var timestamp: PayloadNumber? { self.element["timestamp"]?.number }
    /// What happens to a Live Activity: start, update or end.
    public var event: String? { self.element["event"]?.string }
    /// The changing part of a Live Activity.
    public var contentState: PayloadElement? { self.object("content-state") }
    /// When a Live Activity becomes stale, in seconds since 1970.
    public var staleDate: PayloadNumber? { self.element["stale-date"]?.number }
    /// When an ended Live Activity leaves the screen, in seconds since 1970.
    public var dismissalDate: PayloadNumber? { self.element["dismissal-date"]?.number }
    /// The type of a started Live Activity's fixed part.
    public var attributesType: String? { self.element["attributes-type"]?.string }
    /// The fixed part of a started Live Activity.
    public var attributes: PayloadElement? { self.object("attributes") }
    /// The channel that a started Live Activity listens to.
    public var inputPushChannel: String? { self.element["input-push-channel"]?.string }
    /// Asks a started Live Activity for its own push token, if it is the number 1.
    public var inputPushToken: PayloadNumber? { self.element["input-push-token"]?.number }
    /// Reloads widgets, if it is true.
    public var contentChanged: Bool? { self.element["content-changed"]?.bool }
    /// What fills the URL of a Safari website push.
    public var urlArgs: [String]? { self.element["url-args"].flatMap(strings) }

    private func object(_ key: String) -> PayloadElement? {
        guard let element = self.element[key], element.kind == .object else { return nil }
        return element
    }

    /// What an alert shows.
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
        /// The text; an alert that is a string is only this.
        public var body: String? { self.element.string ?? self.element["body"]?.string }
        /// The picture shown while the app starts.
        public var launchImage: String? { self.element["launch-image"]?.string }
        /// The key of the localised title.
        public var titleLocKey: String? { self.element["title-loc-key"]?.string }
        /// What fills the localised title.
        public var titleLocArgs: [String]? { self.element["title-loc-args"].flatMap(strings) }
        /// The key of the localised subtitle.
        public var subtitleLocKey: String? { self.element["subtitle-loc-key"]?.string }
        /// What fills the localised subtitle.
        public var subtitleLocArgs: [String]? { self.element["subtitle-loc-args"].flatMap(strings) }
        /// The key of the localised text.
        public var locKey: String? { self.element["loc-key"]?.string }
        /// What fills the localised text.
        public var locArgs: [String]? { self.element["loc-args"].flatMap(strings) }
        /// The key of the localised action button.
        public var actionLocKey: String? { self.element["action-loc-key"]?.string }
        /// The action button of a Safari website push.
        public var action: String? { self.element["action"]?.string }
        /// What the summary of a group names.
        public var summaryArg: String? { self.element["summary-arg"]?.string }
        /// How many things the summary of a group counts for this alert.
        public var summaryArgCount: PayloadNumber? { self.element["summary-arg-count"]?.number }
        /// The sound of a Live Activity's alert.
        public var sound: String? { self.element["sound"]?.string }
    }

    /// What an alert plays.
    public struct Sound: Sendable {
        /// The value of `sound`.
        public let element: PayloadElement

        init?(_ element: PayloadElement) {
            guard element.kind == .string || element.kind == .object else { return nil }
            self.element = element
        }

        /// The file, or `default`.
        public var name: String? { self.element.string ?? self.element["name"]?.string }
        /// Whether the sound plays in silent mode, if it is the number 1.
        public var critical: PayloadNumber? { self.element["critical"]?.number }
        /// How loud a critical sound is, from 0 to 1.
        public var volume: PayloadNumber? { self.element["volume"]?.number }
    }
}

/// The texts of an array that holds nothing else.
private func strings(_ element: PayloadElement) -> [String]? {
    guard let elements = element.elements else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
}
