import Basics

/// The steps that publish notifications or act on them.
extension StepTable {
    static let publications: [StepKind] = [publication, burst]

    private static let publication: StepKind = {
        var kind = StepKind(
            "publish",
            "The app's server publishes a notification for a user; as is its id. The service refuses a notification "
                + "that expires in more than 30 days, and a visual one with more than 256 characters.",
            [
                .id("as", note: "The notification's id."),
                .user(note: "The user; required if there are several."),
                .text("content", note: "The text that the app shows."),
                .flag("visual", note: "Whether the system shows a banner too."),
                .time("expires", note: "The time until the notification expires."),
            ],
            chance: .faces(.any, 0...29),
            make: { values in
                guard let id = values.text("as"), let user = values.text("user") else { return nil }
                let notification = LabNotification(
                    id: id, content: values.text("content") ?? Self.usualContent(of: id),
                    isVisual: values.flag("visual") ?? false,
                    lifetime: values.time("expires").map { .microseconds($0.microseconds) })
                return .publish(notification, user: user)
            },
            values: { deed in
                guard case .publish(let notification, let user) = deed else { return nil }
                let isUsual = notification.content == Self.usualContent(of: notification.id)
                return [
                    "as": .text(notification.id), "user": .text(user),
                    "content": isUsual ? nil : .text(notification.content),
                    "visual": notification.isVisual ? .flag(true) : nil,
                    "expires": notification.lifetime.map { .time(Interval($0)) },
                ]
            },
            phrase: { phrase in
                let kind = phrase.values.flag("visual") == true ? " as a visible one" : ""
                let lifetime = phrase.values.time("expires").map { ", which expires in \($0.words)" } ?? ""
                return "publish \(phrase.name("as")) to \(phrase.text("user"))\(kind)\(lifetime)"
            })
        kind.choose = .step { $0.publication() }
        kind.extra = .step { $0.oddPublication() }
        kind.easing = { deed in
            guard case .publish(let notification, let user) = deed else { return [] }
            return notification.simpler.map { .publish($0, user: user) }
        }
        return kind
    }()

    private static let burst = StepKind(
        "burst", "The app's server publishes many notifications at once; their ids are as and a number.",
        [
            .id("as", note: "The start of each id."), .count(missing: "a number such as 120"),
            .user(note: "The user; required if there are several."),
        ],
        chance: .inGroups,
        make: { values in
            guard let stem = values.text("as"), let user = values.text("user") else { return nil }
            return .burst(stem, count: values.count, user: user)
        },
        values: { deed in
            guard case .burst(let stem, let count, let user) = deed else { return nil }
            return ["as": .text(stem), "count": .number(count), "user": .text(user)]
        },
        phrase: { phrase in
            let (stem, user) = (phrase.name("as"), phrase.text("user"))
            return phrase.values.count == 1
                ? "publish \(stem)1 to \(user)"
                : "publish \(phrase.values.count) notifications to \(user), \(stem)1 and so on"
        })

    /// The default content of a notification. Used if a file gives no content.
    static func usualContent(of id: String) -> String { "content of \(id)" }

    // MARK: Actions of users

    static let acts: [StepKind] = UserAct.allCases.enumerated().map { lot, act in
        .device(
            act.rawValue, Self.sentence(act), [.notification], shape: "act", chance: .faces(.any, 32...59, lot: lot),
            make: { values in values.text("n").map { .act(act, $0) } },
            values: { deed in if case .act(act, let id) = deed { ["n": .text(id)] } else { nil } },
            choose: { .act(act, $0.recentId()) },
            extra: { .act(act, $0.recentId()) },
            phrase: { "\($0.device) \(Self.verb(act)) \($0.name("n"))" })
    }

    private static func sentence(_ act: UserAct) -> String {
        switch act {
        case .open: "The user opens a notification."
        case .dismiss: "The user dismisses a notification."
        case .snooze: "The user snoozes a notification."
        case .read: "The user marks a notification as read."
        case .delete: "The user deletes a notification from all devices."
        }
    }

    private static func verb(_ act: UserAct) -> String {
        switch act {
        case .open: "opens"
        case .dismiss: "dismisses"
        case .snooze: "snoozes"
        case .read: "reads"
        case .delete: "deletes"
        }
    }
}

extension LabNotification {
    /// Simpler forms of the notification. The first form has no special properties. If the notification has more than
    /// one special property, each further form lacks one of them.
    fileprivate var simpler: [LabNotification] {
        var (plain, lasting, silent) = (self, self, self)
        (plain.lifetime, plain.isVisual, lasting.lifetime, silent.isVisual) = (nil, false, nil, false)
        if plain == self { return [] }
        return [plain] + [lasting, silent].filter { $0 != self && $0 != plain }
    }
}
