/// The published content, for the app or the system to show.
package struct Content: Hashable, Sendable {
    /// The part that the system itself may show.
    package struct Visual: Hashable, Sendable {
        package var title: String
        package var body: String?

        package init(title: String, body: String? = nil) {
            self.title = title
            self.body = body
        }
    }

    /// The app's own data. The service never reads it.
    package var raw: String?
    package var visual: Visual?

    package init(raw: String? = nil, visual: Visual? = nil) {
        self.raw = raw
        self.visual = visual
    }

    /// The size of the text in bytes, used to limit pages.
    package var size: Int {
        (self.raw?.utf8.count ?? 0) + (self.visual?.title.utf8.count ?? 0) + (self.visual?.body?.utf8.count ?? 0)
    }
}
