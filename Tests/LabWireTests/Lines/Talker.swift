@testable import LabWire
import Basics
import PushLab
import ShoulderTap

/// A child made of lines, without a process: what the lab would write to it, and what its lines come to.
struct Talker {
    static let launch = AppLaunch(
        reason: .opened, device: "phone", user: "alice", platform: .ios, host: "contoso.com",
        installation: "alice/phone")

    /// As the lab would write an event for an app, without its number.
    static func line(_ event: AppEvent) -> String {
        var (tongue, system) = (AppTongue(Self.launch), AppSystem())
        return tongue.line(for: event, &system).map(Self.text) ?? ""
    }

    static func line(_ event: BackendEvent) -> String {
        var (tongue, system) = (BackendTongue(), Self.backendSystem)
        return tongue.line(for: event, &system).map(Self.text) ?? ""
    }

    static var backendSystem: BackendSystem {
        let start = Instant(microseconds: 1_000_000)
        return BackendSystem(
            at: start + .milliseconds(5), since: start, Die(seed: 1), DieCause(step: 1), lastNumber: 0)
    }

    static func text(_ line: EventLine) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("event", line.name)
            line.fill(&writer)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The action that a line asks for.
    static func action(_ line: String, _ language: WireLanguage = .app) throws -> WireAction {
        try WireAction(JSONDocument(Array(line.utf8), limit: 1 << 20).root, language)
    }
}
