import Basics
import PushGateway
import PushServer
import ShoulderTap

/// Operations for scripted answers.
extension ControlAPI {
    var answerOperations: [Operation] {
        [
            Operation(
                "GET", "/lab/answers", "List the scripted answers, in the order in which they are tried.",
                query: [Self.worldField], (200, "the scripts"), .scripts, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                request.answer { $0.member("answers", objects: world.answers.scripts) { Self.write($0, into: &$1) } }
            },
            Operation(
                "POST", "/lab/answers",
                "Script the answers to pushes for a token, a device or a topic, or to all pushes.",
                query: [Self.worldField],
                body: [
                    Field("token", .text(most: 2_000), "only pushes to this token"),
                    .name("device", "only pushes to the device with this id"),
                    .name("topic", "only pushes with this apns-topic"),
                    Field("action", .word(AnswerScript.Action.allCases.map(\.rawValue)), "the answer to the sender"),
                    Field("status", .integer(200...599), "the status of the answer"),
                    .name("reason", "the reason in the answer; by default, the usual one of the status"),
                    Field("retryAfter", .time, "the header retry-after, in whole seconds"),
                    Field("delay", .time, "the delay of the answer, at most 60s"),
                    Field("lag", .time, "how long pushes still get the usual answers before the script applies"),
                    Field("delivers", .flag, "whether the push is still delivered"),
                    Field("count", .integer(1...1_000_000_000), "the number of pushes; by default, all"),
                    Field("probability", .share, "the share of pushes that get this answer; the seed chooses them"),
                    Field("seed", .integer(0...Field.highestSeed), "the seed of the probability; 1 by default"),
                ],
                needsOneOf: ["action", "status", "reason", "delay"], (201, "the script"), .script,
                failures: [(404, "the world or the device does not exist"), (409, "there are too many scripts")]
            ) { [unowned self] request throws(ControlFailure) in try self.addScript(request) },
            Operation(
                "DELETE", "/lab/answers", "Remove all scripted answers.", query: [Self.worldField],
                (204, "they are removed"), nil, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                world.answers.removeAll()
                self.receiver.revive(nil, in: world)
                request.answer()
            },
            Operation(
                "DELETE", "/lab/answers/{id}", "Remove a scripted answer.", query: [Self.worldField],
                (204, "it is removed"), nil, failures: [(404, "the world or the script does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let (world, id) = (try self.world(request), request.gap("id"))
                let target = world.answers.scripts.first { $0.id == id }?.target
                guard world.answers.remove(id) else {
                    throw ControlFailure(
                        404, "script '\(id)' does not exist", "list them with GET /lab/answers")
                }
                self.receiver.revive(target, in: world)
                request.answer()
            },
        ]
    }

    private func addScript(_ request: ControlRequest) throws(ControlFailure) {
        let (world, body) = (try self.world(request), request.body)
        guard !world.answers.isFull else {
            throw ControlFailure(
                409, "a world has at most \(AnswerBook.capacity) scripts", "remove some with DELETE /lab/answers")
        }
        var target = AnswerScript.Target()
        target.token = body.text("token")?.lowercased()
        (target.device, target.topic) = (body.text("device"), body.text("topic"))
        if let device = target.device, world.device(device) == nil {
            throw ControlFailure(404, "device '\(device)' does not exist", "list the devices with GET /lab/devices")
        }
        let action = try Self.action(body)
        var script = AnswerScript(
            id: world.answers.nextID(), target: target, action: action,
            from: self.worlds.loop.now.later(by: body.time("lag") ?? .zero))
        (script.status, script.reason) = try Self.answer(body, action)
        script.retryAfter = body.time("retryAfter")
        script.delay = min(body.time("delay") ?? .zero, Self.longestWait)
        script.delivers = body.flag("delivers")
        (script.remaining, script.share) = (body.integer("count"), body.millionths("probability"))
        script.seed = UInt64(body.integer("seed") ?? 1)
        world.answers.add(script)
        request.answer { Self.write(script, into: &$0) }
    }

    /// Returns the action of a request.
    ///
    /// If the request has no action, its status, reason or delay determines the action.
    private static func action(_ body: FieldValues) throws(ControlFailure) -> AnswerScript.Action {
        let isAnswer = body.has("status") || body.has("reason")
        guard let word = body.text("action"), let action = AnswerScript.Action(rawValue: word) else {
            guard isAnswer || body.has("delay") else {
                throw ControlFailure(
                    400, "the script does nothing", "send 'status', 'delay', or an 'action' such as silence")
            }
            return isAnswer ? .answer : .accept
        }
        guard action == .answer || !body.has("status"), action != .accept || !body.has("reason") else {
            throw ControlFailure(400, "'status' cannot be used with action \(word)", "leave one of them out")
        }
        guard action != .answer || isAnswer else {
            throw ControlFailure(400, "an answer needs a status or a reason", "send 'status', such as 503")
        }
        return action
    }

    private static func answer(
        _ body: FieldValues, _ action: AnswerScript.Action
    ) throws(ControlFailure) -> (status: Int, reason: String) {
        let reason = body.text("reason")
        let known = reason.flatMap(Reasons.refusal)
        if let reason, known == nil {
            throw ControlFailure(
                400, "'\(reason)' is not a reason of Apple's service", "use a documented one, such as TooManyRequests")
        }
        guard action == .answer else { return (0, reason ?? "") }
        let status = body.integer("status") ?? known?.status ?? 0
        if status == 200 { return (200, "") }
        guard let word = reason ?? Reasons.usual(for: status) else {
            throw ControlFailure(400, "status \(status) has no default reason", "send 'reason' too")
        }
        return (status, word)
    }

    private static func write(_ script: AnswerScript, into writer: inout JSONWriter) {
        writer.member("id", script.id)
        writer.member("token", orNull: script.target.token)
        writer.member("device", orNull: script.target.device)
        writer.member("topic", orNull: script.target.topic)
        writer.member("action", script.action.rawValue)
        writer.member("status", orNull: script.action == .answer ? script.status : nil)
        writer.member("reason", orNull: script.reason.isEmpty ? nil : script.reason)
        writer.member("remaining", orNull: script.remaining)
        writer.member("met", number: script.met)
        writer.member("used", number: script.used)
    }
}
