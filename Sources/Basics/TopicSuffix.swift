/// The suffixes that mark a topic of APNs as belonging to a framework other than remote notifications.
package enum TopicSuffix {
    private static let all = [
        ".voip", ".voip-ptt", ".complication", ".pushkit.fileprovider", ".location-query", ".push-type.liveactivity",
        ".push-type.widgets", ".push-type.controls",
    ]

    /// Whether a topic ends in one of these suffixes.
    package static func ends(_ topic: String) -> Bool { self.all.contains { topic.hasSuffix($0) } }
}
