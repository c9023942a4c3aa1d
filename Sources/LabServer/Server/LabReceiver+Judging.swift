import BackendPromises
import Basics
import PushGateway
import PushLab
import PushServer

/// The events for the judges of backends.
extension LabReceiver {
    /// Shows a push and its answer to the judges.
    func show(
        _ push: IncomingPush, _ token: String, _ device: String?, _ answer: Answered, in world: ServedWorld
    ) {
        self.pushCount += 1
        guard world.judgesSenders || self.judgesAllWorlds else { return }
        let now = self.worlds.loop.now
        let outcome: SentPush.Outcome =
            switch answer.outcome {
            case .answered(let status, let reason): .answered(status: status, reason: reason)
            case .none(.silence): .silence
            case .none: .cutOff
            }
        let name = device.flatMap { world.device($0) }.flatMap { device in
            device.device.userName == Self.anybody ? nil : "\(device.device.userName)'s \(device.device.name)"
        }
        // If the connection has only one open request, this request is also the latest one.
        let openRequests = push.link.state.openStreams
        let began = openRequests == 1 ? push.link.latestBegin ?? now : now
        let sent = SentPush(
            number: self.pushCount, time: began, answered: now + answer.delay, connection: push.link.number,
            openRequests: openRequests, token: token, device: name,
            headers: SentPush.Headers(push.request.headers), payload: push.request.body, outcome: outcome,
            isDelivered: answer.isDelivered, isDisturbed: answer.isDisturbed)
        if self.judgesAllWorlds { self.judge.take(.push(sent)) }
        if world.judgesSenders { world.backends.take(.push(sent)) }
    }

    /// Reports to the judges that tokens are valid again after a script had made them inactive.
    func revive(_ target: AnswerScript.Target?, in world: ServedWorld) {
        let device = target?.device.flatMap { world.device($0) }
        let token = target?.token ?? device?.device.pushToken
        self.judge.take(.registered(token: token))
        world.backends.take(.registered(token: token))
    }

    /// Reports to the judges that a backend will not retry a failed push to a token.
    func excuse(_ token: String, in world: ServedWorld) {
        self.judge.take(.reported(token: token))
        world.backends.take(.reported(token: token))
    }
}
