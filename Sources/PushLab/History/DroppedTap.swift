import PushGateway

/// The reason why a tap did not reach its app, as histories record it.
enum DroppedTap: Hashable {
    case byService(WakeLoss)
    /// The system of a device delivers nothing to an app that its user has swiped away.
    case byDevice

    private static let byDeviceNumber: UInt32 = 200

    init(number: UInt32) { self = number == Self.byDeviceNumber ? .byDevice : .byService(WakeLoss(number: number)) }

    var number: UInt32 {
        switch self {
        case .byService(let loss): loss.number
        case .byDevice: Self.byDeviceNumber
        }
    }

    /// Whether the tap was lost on its way to the device.
    var isLost: Bool { self == .byService(.apple(.lost)) || self == .byService(.lost) }

    var words: String {
        switch self {
        case .byService(let loss): loss.words
        case .byDevice: DropReason.forceQuit.words
        }
    }
}

extension WakeLoss {
    private static let others: [WakeLoss] = [.addressGone, .deviceOffline, .expired, .lost, .collapsed, .overflow]

    /// The number that stands for this reason in the format of histories. Apple's reasons have the lowest numbers.
    fileprivate var number: UInt32 {
        switch self {
        case .apple(let reason): UInt32(reason.rawValue)
        case .addressGone: 101
        case .deviceOffline: 102
        case .expired: 103
        case .lost: 104
        case .collapsed: 105
        case .overflow: 106
        }
    }

    fileprivate init(number: UInt32) {
        if let reason = UInt8(exactly: number).flatMap(DropReason.init) {
            self = .apple(reason)
        } else if let loss = Self.others.first(where: { $0.number == number }) {
            self = loss
        } else {
            preconditionFailure("no tap is dropped for reason \(number)")
        }
    }

    fileprivate var words: String {
        switch self {
        case .apple(let reason): reason.words
        case .addressGone: DropReason.tokenNotActive.words
        case .deviceOffline: "the device is offline"
        case .expired: DropReason.expired.words
        case .lost: DropReason.lost.words
        case .collapsed: "another push took its place"
        case .overflow: "too many wait for the device"
        }
    }
}

extension DropReason {
    fileprivate var words: String {
        switch self {
        case .tokenNotActive: "its address belongs to no app any more"
        case .disabled: "the app takes no pushes"
        case .expired: "it has expired"
        case .onlyAttemptFailed: "its only attempt failed"
        case .lost: "it got lost"
        case .replaced: "a newer push took its place"
        case .newerIsWaiting: "a newer push has its place"
        case .collapsed: "a newer push with its collapse id came first"
        case .noBackgroundMode: "the app lacks the background mode"
        case .forceQuit: "the app is swiped away"
        case .appKilled: "the app was ended"
        case .uninstalled: "the app is not installed"
        case .notUnderstood: "the device cannot read it"
        }
    }
}
