/// The shapes of all answers.
extension Shape {
    static let error = Shape("Error", [("error", .text), ("remedy", .text)], optional: ["remedy"])

    static let world = Shape(
        "World",
        [
            ("name", .text), ("clock", .text), ("now", .text), ("time", .integer), ("seed", .integer),
            ("users", .integer), ("devices", .integer), ("pushes", .integer), ("events", .integer),
            ("failure", .optionalText),
        ])
    static let worlds = Shape("Worlds", [("worlds", .objects(.world))])

    static let user = Shape("User", [("name", .text), ("world", .text), ("devices", .objects(.device))])
    static let users = Shape("Users", [("users", .objects(.user))])

    static let counters = Shape(
        "Counters",
        [
            ("pushes", .integer), ("taps", .integer), ("fetches", .integer), ("callbacks", .integer),
            ("alerts", .integer),
        ])
    static let shownNotification = Shape(
        "ShownNotification", [("id", .text), ("state", .text), ("read", .flag), ("inTray", .flag)])
    static let device = Shape(
        "Device",
        [
            ("id", .text), ("world", .text), ("user", .text), ("name", .text), ("platform", .text), ("bundle", .text),
            ("token", .text), ("subscription", .optionalText), ("app", .text), ("ready", .flag), ("state", .text),
            ("running", .flag), ("online", .flag), ("lowPower", .flag), ("locked", .flag), ("signedIn", .flag),
            ("tray", .texts),
            ("notifications", .objects(.shownNotification)), ("taps", .integer), ("fetches", .integer),
            ("callbacks", .integer), ("counters", .object(.counters)),
        ])
    static let devices = Shape("Devices", [("devices", .objects(.device))])

    static let published = Shape("Published", [("id", .text), ("user", .text), ("bundles", .texts)])

    static let header = Shape("Header", [("name", .text), ("value", .text)])
    static let diagnostic = Shape(
        "Diagnostic",
        [
            ("code", .text), ("severity", .text), ("offset", .integer), ("path", .text), ("message", .text),
            ("remedy", .text),
        ])
    static let tap = Shape(
        "Tap", [("host", .optionalText), ("subscription", .optionalText), ("head", .optionalText)])
    static let push = Shape(
        "Push",
        [
            ("number", .integer), ("time", .text), ("world", .text), ("device", .optionalText), ("token", .text),
            ("topic", .optionalText), ("type", .optionalText), ("priority", .optionalText),
            ("expiration", .optionalText), ("collapseId", .optionalText), ("apnsId", .optionalText),
            ("status", .optionalInteger), ("reason", .optionalText), ("outcome", .text), ("script", .optionalText),
            ("headers", .objects(.header)), ("payload", .text), ("payloadBase64", .text), ("bytes", .integer),
            ("kind", .text), ("isTap", .flag), ("tap", .optionalObject(.tap)),
            ("diagnostics", .objects(.diagnostic)),
        ], optional: ["payload", "payloadBase64"])
    static let pushes = Shape(
        "Pushes", [("pushes", .objects(.push)), ("count", .integer), ("complete", .flag), ("last", .integer)])

    static let event = Shape(
        "Event",
        [
            ("n", .integer), ("time", .text), ("microseconds", .integer), ("bundle", .text), ("actor", .text),
            ("device", .optionalText), ("kind", .text), ("subject", .optionalText), ("words", .text),
        ])
    static let events = Shape(
        "Events", [("events", .objects(.event)), ("last", .integer), ("dropped", .integer)])

    static let script = Shape(
        "Answer",
        [
            ("id", .text), ("token", .optionalText), ("device", .optionalText), ("topic", .optionalText),
            ("action", .text), ("status", .optionalInteger), ("reason", .optionalText), ("remaining", .optionalInteger),
            ("met", .integer), ("used", .integer),
        ])
    static let scripts = Shape("Answers", [("answers", .objects(.script))])

    static let violation = Shape(
        "Violation", [("property", .text), ("witness", .text), ("time", .text), ("bundle", .text)])
    static let promise = Shape(
        "Promise", [("property", .text), ("judged", .integer), ("atRisk", .integer), ("violations", .integer)])
    static let verdict = Shape(
        "Verdict",
        [
            ("world", .text), ("verdict", .text), ("complete", .flag), ("violations", .objects(.violation)),
            ("promises", .objects(.promise)),
        ])

    static let clock = Shape("Clock", [("clock", .text), ("now", .text), ("time", .integer)])
    static let health = Shape("Health", [("status", .text)])
    static let summary = Shape("Summary", [("version", .text), ("worlds", .texts), ("pushes", .integer)])
    static let certificate = Shape("Certificate", [("certificate", .text), ("key", .text), ("ca", .text)])
    static let document = Shape("Document", [("openapi", .text)])

    static let all: [Shape] = [
        error, world, worlds, user, users, counters, shownNotification, device, devices, published, header, diagnostic,
        tap, push, pushes, event, events, script, scripts, violation, promise, verdict, clock, health, summary,
        certificate, document,
    ]
}
