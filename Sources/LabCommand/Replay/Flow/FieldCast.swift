import Captures
import PushLab
import ShoulderTap

/// The mapping from the devices and users of a capture to the devices and users of a lab.
///
/// A capture identifies devices by token and says little about users. Two devices belong to the same user if they were
/// tapped under the same subscription or about the same notification.
struct FieldCast {
    struct Member: Hashable {
        let user: Int
        let name: String
        let platform: LabPlatform
    }

    private(set) var members: [Member] = []
    private(set) var userCount = 0
    // Used for lookup only: iteration order is not deterministic.
    private var numbers: [CaptureEntry.Device?: Int] = [:]
    private var names: Set<String> = []
    private var userOfSubscription: [String: Int] = [:]
    private var userOfId: [String: Int] = [:]

    /// Names that have another meaning in a scenario.
    private static let reserved: Set<String> = ["account"]

    static func userName(_ user: Int) -> String { "user\(user + 1)" }

    /// Returns the number of the member for a device.
    ///
    /// A new device joins the cast.
    mutating func member(_ device: CaptureEntry.Device?, _ channel: CaptureEntry.Channel, tapped tap: Tap?) -> Int {
        let number = self.numbers[device] ?? self.join(device, channel, tap)
        guard let tap else { return number }
        if let subscription = tap.subscription, self.userOfSubscription[subscription] == nil {
            self.userOfSubscription[subscription] = self.members[number].user
        }
        for id in tap.activities where self.userOfId[id] == nil { self.userOfId[id] = self.members[number].user }
        return number
    }

    /// Returns the number of the cast member for a device on which a user acted on a notification. If the device is
    /// new, it joins the cast. Returns nil if the user of the notification is unknown.
    mutating func member(
        _ device: CaptureEntry.Device?, _ channel: CaptureEntry.Channel = .apns, actingOn id: String
    ) -> Int? {
        if let number = self.numbers[device] { return number }
        guard let device, let user = self.userOfId[id] else { return nil }
        return self.join(device, channel, user)
    }

    func knows(_ device: CaptureEntry.Device?) -> Bool { self.numbers[device] != nil }

    /// Returns the user for whom a notification is published. Returns nil if no tap has revealed the user yet.
    func user(of id: String, _ subscription: String?) -> Int? {
        subscription.flatMap { self.userOfSubscription[$0] } ?? self.userOfId[id]
    }

    private mutating func join(_ device: CaptureEntry.Device?, _ channel: CaptureEntry.Channel, _ tap: Tap?) -> Int {
        let known =
            tap?.subscription.flatMap { self.userOfSubscription[$0] }
            ?? tap?.activities.compactMap { self.userOfId[$0] }.first
        if known == nil { self.userCount += 1 }
        return self.join(device, channel, known ?? self.userCount - 1)
    }

    private mutating func join(_ device: CaptureEntry.Device?, _ channel: CaptureEntry.Channel, _ user: Int) -> Int {
        let name = self.name(for: device)
        self.names.insert(name)
        self.members.append(Member(user: user, name: name, platform: LabPlatform(channel)))
        self.numbers[device] = self.members.count - 1
        return self.members.count - 1
    }

    /// Returns the device's own name if it is valid and free. Otherwise returns a numbered name.
    private func name(for device: CaptureEntry.Device?) -> String {
        if case .named(let name)? = device, Self.isWord(name), !self.names.contains(name) { return name }
        var number = self.members.count + 1
        while self.names.contains("d\(number)") { number += 1 }
        return "d\(number)"
    }

    private static func isWord(_ name: String) -> Bool {
        if self.reserved.contains(name) { return false }
        guard let first = name.utf8.first, 0x61...0x7A ~= first, name.utf8.count <= 16 else { return false }
        return name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }
}

extension LabPlatform {
    /// Creates the platform whose pushes use a channel.
    init(_ channel: CaptureEntry.Channel) {
        self =
            switch channel {
            case .fcm: .android
            case .wns: .windows
            case .apns, .rest: .ios
            }
    }
}
