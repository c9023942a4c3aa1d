internal import Basics
internal import ShoulderTap

/// Payloads as `.apns` files, which can be dropped on an iOS Simulator.
package enum SimulatorFile {
    private static let bundleKey = "Simulator Target Bundle"

    /// The bytes of such a file, or why there can be none.
    ///
    /// A payload that names its app is taken as it is; otherwise the app is written in front of the other keys.
    ///
    /// - Parameter bundle: The app, where the entry does not name one by its topic.
    package static func bytes(of entry: CaptureEntry, bundle: String? = nil) throws(CaptureFinding) -> [UInt8] {
        guard entry.channel == .apns else {
            throw CaptureFinding(.notPayload, "it was sent by \(entry.channel.rawValue), and a Simulator takes apns")
        }
        guard let root = PushPayload.inspect(entry.payload).root, let members = root.members else {
            throw CaptureFinding(.notPayload, "it is no JSON object, and a Simulator takes nothing else")
        }
        guard root[Self.bundleKey] == nil, let app = bundle ?? entry.headers["apns-topic"] else { return entry.payload }
        var json = JSONWriter()
        json.object { $0.member(Self.bundleKey, app) }
        let comma: [UInt8] = members.isEmpty ? [] : [UInt8(ascii: ",")]
        let behindBrace = root.offset + 1
        return entry.payload[..<behindBrace] + json.bytes.dropFirst().dropLast() + comma + entry.payload[behindBrace...]
    }
}
