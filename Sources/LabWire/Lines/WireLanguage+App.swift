import PushLab

extension WireLanguage {
    /// The protocol between the lab and an app.
    package static let app = WireLanguage(
        name: "shouldertapApp", speaker: "app",
        events: [
            WireWord("reset"),
            WireWord(
                "launched", .word("reason", LaunchReason.self), .word("platform", LabPlatform.self), .text("host"),
                .text("installation"), .word("account", LabAccount.self).optional, .text("stored").optional,
                .list("delivered").optional),
            WireWord("pushToken", .text("token")),
            WireWord(
                "push", .number("push"), .text("payload").optional, .texts("data").optional, .text("raw").optional),
            WireWord("foreground", .list("delivered").optional),
            WireWord("background"),
            WireWord("user", .word("act", UserAct.self), .text("id")),
            WireWord("timer", .number("timer")),
            WireWord(
                "answer", .number("request"), .word("answer", AnswerWord.self),
                .objects(
                    "changes", .word("kind", AppChange.Kind.self), .text("id"), .number("generation"),
                    .number("version"), .flag("read"), .word("state", AppChange.Action.self), .text("content").optional
                ).optional,
                .text("cursor").optional, .flag("last").optional, .flag("full").optional, .flag("saved").optional,
                .number("version").optional, .text("subscription").optional, .number("status").optional,
                .text("message").optional),
            WireWord("accessToken", .text("token").optional),
            WireWord("signedIn", .word("account", LabAccount.self)),
            WireWord("signedOut"),
        ],
        actions: [
            WireWord(
                "register", .number("request"), .text("pushToken"), .text("app").optional, .text("token").optional),
            WireWord("subscribe", .number("request"), .text("app").optional, .text("token").optional),
            WireWord(
                "fetch", .number("request"), .text("cursor").optional, .number("limit").optional,
                .text("subscription").optional, .text("token").optional),
            WireWord(
                "save", .number("request"), .id, .number("generation").optional, .flag("read").optional,
                .word("state", AppChange.Action.self).optional, .text("subscription").optional,
                .text("token").optional),
            WireWord(
                "delete", .number("request"), .id, .number("generation").optional,
                .text("subscription").optional, .text("token").optional),
            WireWord("askForToken"),
            WireWord("timer", .number("timer"), .number("after"), .flag("idle").optional),
            WireWord("cancelTimer", .number("timer")),
            WireWord(
                "show", .id, .number("generation"), .number("version"), .flag("read"),
                .word("state", AppChange.Action.self)),
            WireWord("hide", .id),
            WireWord("alert", .id),
            WireWord("withdrawAlert", .id),
            WireWord("badge", .number("count")),
            WireWord("store", .text("text")),
            WireWord("finished", .number("push"), .word("result", PushResult.self)),
            WireWord("tellServer", .text("subscription")),
            WireWord("log", .text("text")),
        ])

    /// The launch reasons as spelled in lines.
    enum LaunchReason: String, CaseIterable {
        case opened
        case push

        init(_ reason: AppLaunch.Reason) {
            switch reason {
            case .opened: self = .opened
            case .push: self = .push
            }
        }
    }

    /// The results of requests as spelled in lines.
    enum AnswerWord: String, CaseIterable {
        case page
        case saved
        case subscribed
        case registered
        case refused
        case lost
    }
}
