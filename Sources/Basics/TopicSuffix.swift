/// The suffixes that give a topic of APNs to a framework other than remote notifications.
package enum TopicSuffix {
    private static let all = [
        ".voip", ".voip-ptt", ".complication", ".pushkit.fileprovider", ".location-query", ".push-type.liveactivity",
        ".push-type.widgets", ".push-type.controls",
    ]

    /// Whether a topic ends in one of them.
    package static func ends(_ topic: String) -> Bool { self.all.contains { topic.hasSuffix($0) } }
}
