/// What the app server published for the app or the system to show.
package struct Content: Hashable, Sendable {
    /// What the system itself may draw.
    package struct Visual: Hashable, Sendable {
        package var title: String
        package var body: String?

        package init(title: String, body: String? = nil) {
            self.title = title
            self.body = body
        }
    }

    /// The app's own data, which the service never reads.
    package var raw: String?
    package var visual: Visual?

    package init(raw: String? = nil, visual: Visual? = nil) {
        self.raw = raw
        self.visual = visual
    }

    /// Bytes of text, by which pages are kept short.
    package var size: Int {
        (self.raw?.utf8.count ?? 0) + (self.visual?.title.utf8.count ?? 0) + (self.visual?.body?.utf8.count ?? 0)
    }
}
