import Basics
import BenchReport
private import Captures
private import LabCommand
private import PushLab

/// The headers that nearly every push to APNs has.
enum FieldHeaders {
    static let usual: HeaderList = [
        "apns-topic": "com.example.notes", "apns-push-type": "background", "apns-priority": "5",
    ]
}

/// The cost of an event when captured taps are replayed, compared with an event in a lab that sends the taps itself.
enum FlowRace {
    static func rows(_ options: BenchOptions) -> [Row] {
        let devices = options.isQuick ? 100 : 1_000
        Platform.progress("replay: \(devices) devices")
        guard let lab = Self.nanoseconds(devices, isField: false), let flow = Self.nanoseconds(devices, isField: true)
        else { return [Row("replay flow of \(devices) devices", nil, "a lab does not go on")] }
        let name = "replay flow of \(devices) devices"
        let target = Target(.atLeast, 0.5, "x").notJudged(because: options.isQuick ? "quick run" : nil)
        return [
            Row(
                "\(name), taps", 1e9 / flow.tap, "taps/s", reference: "a lab that taps by itself",
                ratio: lab.tap / flow.tap, target: target),
            // A flow does immediately what a lab schedules as an event, so it has fewer events for the same tap.
            Row(
                "\(name), events", 1_000 / flow.event, "M events/s", reference: "a lab that taps by itself",
                ratio: lab.event / flow.event),
        ]
    }

    /// Returns the time of a tap and of an event, measured over twenty notifications for each device; nil on failure.
    private static func nanoseconds(_ devices: Int, isField: Bool) -> (tap: Double, event: Double)? {
        let lab = Lab(seed: 1)
        lab.keepsEvents = false
        do {
            let tap = isField ? try Self.field(lab, devices) : try Self.usual(lab, devices)
            let (first, start) = (lab.agendaEvents, Platform.threadNanoseconds())
            for number in 1...20 {
                for device in 0..<devices { try tap(device, number) }
            }
            let nanoseconds = Double(Platform.threadNanoseconds() - start)
            return (nanoseconds / Double(20 * devices), nanoseconds / Double(max(lab.agendaEvents - first, 1)))
        } catch {
            return nil
        }
    }

    /// Prepares a lab whose service sends the taps.
    private static func usual(_ lab: Lab, _ devices: Int) throws -> (Int, Int) throws -> Void {
        let users = (0..<devices).map { lab.user("user\($0)") }
        for user in users {
            let device = user.device("phone")
            _ = try lab.comeToRest()
            device.suspend()
        }
        return { device, number in
            try lab.commit(.raw("content", id: "n\(device).\(number)"), to: users[device])
            _ = try lab.comeToRest()
        }
    }

    /// Prepares a flow whose taps come from lines of a capture, as in a replay.
    private static func field(_ lab: Lab, _ devices: Int) throws -> (Int, Int) throws -> Void {
        let flow = FieldFlow(lab, .max, TapHazards())
        func drive(_ device: Int, _ number: Int) throws {
            let entry = Self.entry(device, number)
            _ = try flow.drive(entry, ChannelVerdict(of: entry))
        }
        for device in 0..<devices { try drive(device, 0) }
        return drive
    }

    private static func entry(_ device: Int, _ number: Int) -> CaptureEntry {
        let payload =
            "{\"aps\":{\"content-available\":1},\"shoulderTap\":{\"v\":1,\"scenario\":\"userNotifications\","
            + "\"host\":\"example.com\",\"subscription\":\"s\(device)\",\"head\":\"\(number)\","
            + "\"activities\":[{\"id\":\"n\(device).\(number)\"}]}}"
        return CaptureEntry(
            device: .named("\(device)"), headers: FieldHeaders.usual, payload: Array(payload.utf8))
    }
}
