import BackendPromises
import Basics
import PushGateway
import PushLab
import PushServer

/// The part of the receiver that applies the faults of a run to pushes.
extension LabReceiver {
    /// Starts to apply faults to pushes, with a new judge.
    func disturb(with faults: FaultList, contentsDiffer: Bool?) {
        self.plan = FaultPlan(faults)
        self.judge = BackendJudge(contentsDiffer: contentsDiffer)
    }

    /// Whether this push repeats an earlier push that was delivered, but whose answer was lost.
    func isRepetition(_ name: String?, _ script: AnswerScript?, _ fault: PushFault?) -> Bool {
        guard let name, script == nil, fault == nil else { return false }
        return self.unanswered.contains(name)
    }

    /// Accepts a push without delivering it.
    func accept(_ push: IncomingPush) -> (PushReply, Answered) {
        let response = self.response(200, "", since: self.worlds.loop.now, push.request)
        return (.response(response), Answered(response, ""))
    }

    func reply(
        to push: IncomingPush, _ fault: PushFault, _ world: ServedWorld, _ app: ServedApp?
    ) -> (PushReply, Answered) {
        switch fault.kind {
        case .unavailable, .tooMany, .broken, .gone:
            let status = Int(fault.kind.rawValue) ?? 0
            let reason = Reasons.usual(for: status) ?? ""
            let response = self.response(status, reason, since: self.worlds.loop.now, push.request)
            return (.response(response), Answered(response, reason))
        case .reset: return (.reset, Answered(none: .reset))
        case .drop: return (.drop, Answered(none: .drop))
        case .unanswered:
            var answer = Answered(none: .reset)
            answer.isDelivered = self.deliver(push, world, app)
            return (.reset, answer)
        case .goaway:
            let orders = self.orders(for: push, world, app)
            var answer = Answered(orders)
            answer.isDisturbed = true
            return (.goAway(.shutdown, .answer(orders)), answer)
        case .slow:
            let orders = self.orders(for: push, world, app)
            var answer = Answered(orders)
            (answer.delay, answer.isDisturbed) = (.seconds(1), true)
            return (.after(answer.delay, .answer(orders)), answer)
        case .lost: return self.accept(push)
        case .late:
            self.deliverLater(push, world, app)
            return self.accept(push)
        }
    }

    /// Delivers a push to its device. Returns whether the push service accepts the push.
    func deliver(_ push: IncomingPush, _ world: ServedWorld, _ app: ServedApp?) -> Bool {
        Answered(self.orders(for: push, world, app)).isDelivered
    }

    private func deliverLater(_ push: IncomingPush, _ world: ServedWorld, _ app: ServedApp?) {
        let number = self.pushCount
        let deliver = { [unowned self] in
            _ = self.deliver(push, world, app)
            world.serveWaiters(at: self.worlds.loop.uptime)
            self.worlds.schedule()
        }
        let timer = self.worlds.loop.timer(after: .seconds(1)) { [unowned self] in
            self.late[number] = nil
            deliver()
        }
        self.late[number] = (timer, deliver)
    }

    /// Delivers all delayed pushes at once.
    func deliverLate() {
        let waiting = self.late.sorted { $0.key < $1.key }
        self.late = [:]
        for (_, push) in waiting { push.deliver() }
    }
}
