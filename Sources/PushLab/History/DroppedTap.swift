import PushGateway

/// Why a tap did not reach its app, as histories have it.
enum DroppedTap {
    /// The system of a device hands nothing to an app that its user has swiped away.
    static let refusedByDevice: UInt32 = 200

    static func words(_ detail: UInt32) -> String {
        detail == Self.refusedByDevice ? DropReason.forceQuit.words : WakeLoss(number: detail).words
    }
}

extension WakeLoss {
    private static let others: [WakeLoss] = [.addressGone, .deviceOffline, .expired, .lost, .collapsed, .overflow]

    /// Apple's reasons first.
    var number: UInt32 {
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

    init(number: UInt32) {
        let reasons = DropReason.allCases.map(WakeLoss.apple) + Self.others
        guard let loss = reasons.first(where: { $0.number == number }) else {
            preconditionFailure("no tap is dropped for reason \(number)")
        }
        self = loss
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
