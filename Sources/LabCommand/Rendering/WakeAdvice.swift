import Basics
import ShoulderTap

/// The reasons why a valid silent push may wake no app. For each reason, says how to check it and how to reproduce it
/// in the lab.
struct WakeAdvice {
    /// A reason why a valid silent push may wake no app, with the way to check it.
    ///
    /// `steps` and `push` are the lines of a scenario that reproduces the cause. The lines in `push` go below `push:`.
    struct Cause: Equatable {
        let title: String
        let rule: String
        let check: String
        var steps: String?
        var push: String?
    }

    static let causes = [
        Cause(
            title: "Push type and priority",
            rule: "A silent push needs 'apns-push-type: background' and 'apns-priority: 5'.",
            check: "Look at the request that your server sends, or check a capture with 'shouldertap replay'."),
        Cause(
            title: "Topic and token",
            rule: "The topic is the bundle id without a suffix. A token of the sandbox works only with the sandbox.",
            check: "Look for 400 BadDeviceToken or DeviceTokenNotForTopic, or 410 Unregistered, in the answer.",
            steps: "- rotate_token: phone", push: "admission: true"),
        Cause(
            title: "Background mode",
            rule: "The app declares 'remote-notification' in UIBackgroundModes.",
            check: "Look at the Info.plist of the installed app, not of the project.",
            steps: "- without_background_mode: phone"),
        Cause(
            title: "Force quit",
            rule: "After the user swipes the app away, no push wakes it until the user opens it again.",
            check: "Open the app once, leave it with the home gesture, and send again.",
            steps: "- force_quit: phone"),
        Cause(
            title: "Low Power Mode and Background App Refresh",
            rule: "In Low Power Mode, or with refresh turned off, the system wakes no app for a silent push.",
            check: "Settings > Battery, and Settings > General > Background App Refresh.",
            steps: "- low_power: phone"),
        Cause(
            title: "Budget",
            rule: "An app gets about two or three wakes an hour; the system holds further pushes back.",
            check: "Wait an hour and send one push. To count your pushes: 'shouldertap capture stats'.",
            push: "wakes: 3/h"),
        Cause(
            title: "Offline, and expiration",
            rule: "APNs stores a push for an offline device, but not with 'apns-expiration: 0' or a time in the past.",
            check: "Take the device online, and send without apns-expiration.",
            steps: "- offline: phone"),
        Cause(
            title: "Collapse",
            rule: "APNs keeps one push for each app while a device is offline. Older ones are lost.",
            check: "Fetch all changes on each wake, not only the one that the push names.",
            steps: "- offline: phone\n- burst: {as: n, count: 3}\n- online: phone"),
        Cause(
            title: "Locked since the restart",
            rule: "Protected files cannot be read before the first unlock, so the app may start and do nothing.",
            check: "Unlock the device once after a restart. Look at the protection class of your files.",
            steps: "- lock: phone"),
        Cause(
            title: "Completion handler",
            rule: "The app calls the completion handler within 30 seconds. If it is late, the system wakes it less.",
            check: "Log when the handler begins and when it ends."),
    ]

    /// Returns sentences about the payload alone: whether its bytes let the system wake the app.
    ///
    /// - Parameter isBelowFindings: Whether the lines above show the findings of the payload.
    static func verdict(on report: PayloadReport, isBelowFindings: Bool) -> String {
        func more(than cause: Finding?) -> String {
            let count = report.mistakes.count { $0.offset != cause?.offset || $0.code != cause?.code }
            guard count > 0 else { return "" }
            let mistakes = counted(count, "more mistake")
            return isBelowFindings ? " The lines above show \(mistakes)." : " --explain shows \(mistakes)."
        }
        let fault = self.wakeFault(in: report)
        if report.kind.mayWake {
            let strict = PushPayload.inspect(report.payload)
            // If a strict reader cannot read the payload, its keys do not matter yet.
            let unreadable = strict.kind == .malformed ? strict.diagnostics.first { $0.severity == .error } : nil
            if !strict.kind.mayWake, let cause = unreadable.map(Finding.init) ?? fault ?? report.gravest {
                return "The payload wakes the app only in the lenient reading: \(cause.message) \(cause.remedy)"
                    + more(than: cause)
            }
            if let error = report.gravest, error.severity == .error {
                return "Fix an error in the payload first: \(Reason.phrase(error))." + more(than: error)
            }
            let effect =
                report.kind == .alertWithWake
                ? "The system shows the push, and may also wake the app." : "The system may wake the app for it."
            guard !report.mistakes.isEmpty else { return "The payload is right. \(effect)" }
            let warnings = counted(report.mistakes.count, "warning")
            return "\(effect) " + (isBelowFindings ? "See the \(warnings) above." : "--explain shows \(warnings).")
        }
        if let fault { return "The payload is the reason: \(fault.message) \(fault.remedy)" + more(than: fault) }
        switch report.kind {
        case .alert:
            return "The payload does not ask for a wake: aps has no content-available. The push is only shown."
        case .malformed:
            return "The payload is the reason: \(Reason.phrase(for: report))." + more(than: report.gravest)
        default:
            return "The payload is not a silent push: \(Reason.phrase(for: report))."
        }
    }

    /// Whether the list of causes is useful for this payload. This is so if the payload wakes the app, or was meant to
    /// wake it.
    static func isOfUse(for report: PayloadReport) -> Bool {
        report.kind.mayWake || self.wakeFault(in: report) != nil
    }

    private static let wakeFaults = Set(
        [
            .contentAvailableString, .contentAvailableBoolean, .contentAvailableNotOne, .contentAvailableWrongType,
            .contentAvailableOutsideAps, .contentAvailableInAlert, .fcmSpelling, .snakeCaseSpelling,
        ].map { (code: PayloadDiagnostic.Code) in code.description })

    /// Returns the finding that keeps a silent push from waking the app. In such a push, `content-available` has a
    /// wrong value, spelling or place.
    private static func wakeFault(in report: PayloadReport) -> Finding? {
        report.findings.first { self.wakeFaults.contains($0.code) }
    }

    /// All causes, in the order in which to check them.
    static var list: String {
        var text = "\nIf the app does not wake although the payload is right, check in this order:\n"
        for (number, cause) in self.causes.enumerated() {
            text += "\n\(number + 1 < 10 ? " " : "")\(number + 1)  \(cause.title)\n"
            text += self.wrapped("rule", cause.rule) + self.wrapped("check", cause.check)
            if let push = cause.push { text += "    lab    push: {\(push)}\n" }
            for (line, step) in (cause.steps ?? "").split(separator: "\n").enumerated() {
                text += "    \(line == 0 && cause.push == nil ? "lab  " : "     ")  \(step)\n"
            }
        }
        return text + "\nPut the lines after 'lab' into a scenario; 'shouldertap new' writes an example.\n"
    }

    private static func wrapped(_ title: String, _ text: String) -> String {
        Paragraph.lines(of: text, width: 68).enumerated().map { number, line in
            "    \(TerminalText.padded(number == 0 ? title : "", to: 5))  \(line)\n"
        }.joined()
    }
}

extension PayloadKind {
    /// Whether the system may wake the app for a push of this kind.
    fileprivate var mayWake: Bool { [.shoulderTap, .background, .alertWithWake].contains(self) }
}

extension PayloadReport {
    /// The warnings and errors. A note is not a mistake.
    fileprivate var mistakes: [Finding] { self.findings.filter { $0.severity != .note } }
}
