extension WireLanguage {
    /// The protocol between the lab and a server.
    package static let backend = WireLanguage(
        name: "shouldertapBackend", speaker: "server",
        events: [
            WireWord("reset"),
            WireWord("started", .text("host"), .text("token"), .text("stored").optional),
            WireWord(
                "publish", .text("user"), .text("id"), .text("content"), .flag("visual"), .number("lifetime").optional),
            WireWord("subscribed", .text("user"), .text("device"), .text("subscription")),
            WireWord("answer", .number("post"), .number("status"), .texts("headers"), .text("body")),
            WireWord("timer", .number("timer")),
            WireWord("accessToken", .text("token"), .text("user").optional),
        ],
        actions: [
            WireWord("post", .number("post"), .texts("headers"), .text("body"), .text("path").optional),
            WireWord("askForToken", .text("user").optional),
            WireWord("timer", .number("timer"), .number("after"), .flag("idle").optional),
            WireWord("cancelTimer", .number("timer")),
            WireWord("store", .text("text")),
            WireWord("log", .text("text")),
        ])
}
