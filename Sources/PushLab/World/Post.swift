import Basics
import PushGateway
import ShoulderTap

/// The push services of a world, and the addresses of its devices.
struct Post {
    var apple = ApplePush(PushDelivery())
    /// The front door, which receives pushes to Apple as requests. With nil, pushes are accepted without a check.
    var door: AppleDoor?
    /// The push service for pushes from outside; its delivery is empty between two requests.
    var gate: PushService?
    var firebase = FirebasePush()
    var windows = WindowsPush(isCaching: true)
    var timers = [DeliveryTimers(), DeliveryTimers(), DeliveryTimers()]
    /// Buffers for the actions of push services, reused each time.
    var wishes: (delivery: [DeliveryAction], wakes: [WakeAction]) = ([], [])
    /// For each push service, the device of each app or endpoint. The index is the number of the app or endpoint.
    private var owners: [[Int]] = [[], [], []]
    /// The number of pushes that no push service carried.
    private(set) var strangePushes: UInt64 = 0
    static let firstStrangePush = 1 << 31
    /// For each installation, the last tap that the service wanted to send. The tap is kept here if taps captured in
    /// the field are delivered instead. Nil if the service sends its own taps.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var keptTaps: [ExactText: Tap]?

    // MARK: Addresses

    /// Creates a new address.
    ///
    /// The address depends only on the seed, the device and the number of addresses that the device had before.
    static func newToken(_ platform: LabPlatform, _ die: Die, _ entity: UInt64, _ count: UInt64) -> String {
        let (start, words) =
            switch platform {
            case .ios: ("", 4)
            case .android: ("fcm:", 2)
            case .windows: ("https://wns.example/?token=", 2)
            }
        let length = start.utf8.count + 16 * words
        return String(unsafeUninitializedCapacity: length) { text in
            for (place, byte) in start.utf8.enumerated() { text[place] = byte }
            for word in 0..<words {
                let n = count << 8 | UInt64(word)
                let draw = die.draw(.pushToken, entity: entity, cause: DieCause(step: 0), n: n)
                Hex.write(draw.bits, to: text, at: start.utf8.count + 16 * word)
            }
            return length
        }
    }

    /// Notes that a new endpoint of a push service belongs to a device.
    mutating func own(_ endpoint: UInt32, _ device: Int, on platform: LabPlatform) {
        precondition(
            Int(endpoint) == self.owners[platform.index].count, "a push service gave out an endpoint of another device")
        self.owners[platform.index].append(device)
    }

    func owner(_ endpoint: Int, on platform: LabPlatform) -> Int { self.owners[platform.index][endpoint] }

    // MARK: Pushes

    /// Whether a timer is for the expiry of a push that waits for its device.
    ///
    /// The lab does not wait for expiries.
    mutating func keeps(_ timer: DeliveryTimer, _ platform: LabPlatform) -> Bool {
        switch platform {
        case .ios: self.apple.keepsUntil(timer)
        case .android: self.firebase.keepsUntil(timer)
        case .windows: self.windows.keepsUntil(timer)
        }
    }

    /// Returns a number for a push that no push service carries. It is far above every number that a push service
    /// assigns.
    mutating func nextStrangePush() -> UInt64 {
        self.strangePushes += 1
        return UInt64(Self.firstStrangePush) | self.strangePushes
    }

    // MARK: Packing

    /// Whether no front door, no gate, no kept taps and no strange pushes are in use.
    var isPlain: Bool {
        self.keptTaps == nil && self.strangePushes == 0 && self.door == nil && self.gate == nil
    }

    /// Whether no push is pending.
    var isAtRest: Bool {
        self.apple.delivery.pushesUnderWay == 0 && self.firebase.pushesUnderWay == 0
            && self.windows.pushesUnderWay == 0
    }

    func packOwners(into packer: inout Packer) {
        for owners in self.owners {
            packer.write(count: owners.count)
            for owner in owners { packer.write(count: owner) }
        }
    }

    /// - Parameter devices: The number of devices.
    mutating func unpackOwners(from unpacker: inout Unpacker, devices: Int) {
        for platform in self.owners.indices {
            self.owners[platform] = (0..<unpacker.count()).map { _ in unpacker.count() }
            precondition(self.owners[platform].allSatisfy { $0 < devices }, "an endpoint belongs to no device")
        }
    }

    func packServices(into packer: inout Packer) {
        self.apple.delivery.pack(into: &packer)
        self.firebase.pack(into: &packer)
        self.windows.pack(into: &packer)
    }

    mutating func unpackServices(from unpacker: inout Unpacker) {
        self.apple.delivery = PushDelivery(from: &unpacker, rules: self.apple.delivery.rules)
        self.firebase = FirebasePush(from: &unpacker)
        self.windows = WindowsPush(from: &unpacker)
    }
}
