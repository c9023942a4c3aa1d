import Basics
import PushGateway

/// Judges P45: a push that a push service accepted reaches its app, or is dropped for a reason that is true.
///
/// A push waits only as long as there is a reason. After the run has settled, no push is held for an app in the
/// foreground of a device with a network.
struct PushAccounted: Judge {
    static var property: Property { .p45 }
    static var interests: [HistoryEvent.Kind] {
        [
            .tapSent, .tapRefused, .tapDropped, .tapStored, .tapHeld, .pushArrived, .pushTokenGiven, .appState, .link,
            .installed,
            .backgroundMode,
        ]
    }

    private struct Push {
        var number: UInt64
        var address: HistoryEvent.TextNumber
        var index: Int
        /// Whether the push had to wait.
        var hasWaited = false
    }

    /// An address that a push service reported as gone. If the device later gets another address, this confirms the
    /// report.
    private struct Claim {
        var index: Int
        var address: HistoryEvent.TextNumber
    }

    private struct Phone {
        var pushes: [Push] = []
        var claims: [Claim] = []
        var address = HistoryEvent.TextNumber.none
        /// The time at which the device got this address, in microseconds.
        var addressedAt: UInt64 = 0
        var lacksBackgroundMode = false
        /// The last address for which the push service accepted a push.
        var accepted = HistoryEvent.TextNumber.none
    }

    private static let mostPushes = 256
    /// The age at which an address may have expired. Microsoft's addresses are valid for thirty days.
    private static let life: UInt64 = 29 * 86_400_000_000

    private var phones: [Phone] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.phones.grow(to: file.devices.count, with: Phone())
        guard let device = event.kind == .tapDropped ? file.receiver(of: event) : event.actor.device else { return }
        switch event.kind {
        case .tapSent:
            self.phones[device].accepted = event.subject
            self.phones[device].pushes.append(Push(number: event.push, address: event.subject, index: index))
            if self.phones[device].pushes.count > Self.mostPushes { self.phones[device].pushes.removeFirst() }
        case .tapRefused: self.refuse(event, at: index, device, file, &bench)
        case .tapStored, .tapHeld:
            guard let place = self.place(of: event.push, device) else { return }
            self.phones[device].pushes[place].hasWaited = true
        case .pushArrived:
            guard !event.isStrange else { return }
            guard let place = self.place(of: event.push, device) else { return }
            let push = self.phones[device].pushes.remove(at: place)
            bench.judge(atRisk: push.hasWaited)
        case .tapDropped: self.drop(event, at: index, device, file, &bench)
        case .pushTokenGiven:
            guard self.phones[device].address != event.subject else { return }
            (self.phones[device].address, self.phones[device].addressedAt) = (event.subject, file.now(event))
        case .backgroundMode: self.phones[device].lacksBackgroundMode = !event.hasBackgroundMode
        default: break
        }
    }

    private func place(of push: UInt64, _ device: Int) -> Int? {
        self.phones[device].pushes.firstIndex { $0.number == push }
    }

    /// Checks a refusal. If an address is reported as gone, a new address must have replaced it before the run ends.
    /// The service must never send a bad request.
    private mutating func refuse(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        bench.judge()
        if event.isGone { return self.phones[device].claims.append(Claim(index: index, address: event.subject)) }
        // An address of the sandbox is invalid in production, even in a correct request.
        guard event.status == 400 || event.status == 405, self.phones[device].accepted == event.subject else { return }
        bench.object(
            "bad request", [index],
            "a push to \(file.name(device)) was refused with status \(event.status) at \(file.moment(index))")
    }

    private mutating func drop(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        guard let place = self.place(of: event.push, device) else { return }
        let push = self.phones[device].pushes.remove(at: place)
        let record = file.devices[device]
        bench.judge(atRisk: true)
        let isTrue: Bool
        switch event.dropped {
        case .byDevice, .byService(.apple(.forceQuit)): isTrue = record.state == .forceQuit
        case .byService(.apple(.noBackgroundMode)): isTrue = self.phones[device].lacksBackgroundMode
        case .byService(.deviceOffline), .byService(.apple(.onlyAttemptFailed)): isTrue = !record.isOnline
        case .byService(.apple(.appKilled)): isTrue = !record.isRunning
        case .byService(.apple(.disabled)), .byService(.apple(.notUnderstood)): isTrue = false
        case .byService(.addressGone), .byService(.apple(.tokenNotActive)), .byService(.apple(.uninstalled)):
            self.phones[device].claims.append(Claim(index: index, address: push.address))
            return
        // The newer push is checked separately. A copy of a push is not checked, because no event reports the copy.
        case .byService(.collapsed), .byService(.overflow), .byService(.lost), .byService(.expired),
            .byService(.apple(.replaced)), .byService(.apple(.newerIsWaiting)), .byService(.apple(.collapsed)),
            .byService(.apple(.lost)), .byService(.apple(.expired)):
            return
        }
        guard !isTrue else { return }
        bench.object(
            "wrong reason", [push.index, index],
            """
            the push that was sent to \(file.name(device)) at \(file.moment(push.index)) was dropped at \
            \(file.moment(index)) for a reason that is not true: \(event.dropped.words)
            """)
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated()
        where device < self.phones.count && record.isOpened && record.state == .foreground {
            let phone = self.phones[device]
            (self.phones[device].pushes, self.phones[device].claims) = ([], [])
            for push in phone.pushes {
                bench.judge(atRisk: true)
                bench.object(
                    "never came", [push.index, index],
                    """
                    the push that was sent to \(file.name(device)) at \(file.moment(push.index)) had neither arrived \
                    nor been dropped at \(file.moment(index)), when everything had settled
                    """)
            }
            for claim in phone.claims {
                let age = file.now(file.view.events[claim.index]).subtractingReportingOverflow(phone.addressedAt)
                guard claim.address == phone.address, !age.overflow, age.partialValue < Self.life else { continue }
                bench.object(
                    "not gone", [claim.index, index],
                    """
                    a push to \(file.name(device)) was dropped at \(file.moment(claim.index)) with the reason that its \
                    token is gone, but the device still had this token at \(file.moment(index))
                    """)
            }
        }
    }
}
