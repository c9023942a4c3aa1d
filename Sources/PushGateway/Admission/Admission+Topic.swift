/// For which app. The topic, its suffix, and who may push to it.
extension Admission {
    /// The topic as sent, or that of a certificate which has only one.
    private func topicText(_ examination: Examination, _ connection: PushConnection) -> String? {
        if let text = examination.fields.topic, !text.isEmpty { return text }
        return connection.certificate?.onlyTopic
    }

    func checkTopicPresence(_ examination: Examination, _ connection: PushConnection) throws(Refusal) {
        guard self.topicText(examination, connection) != nil else { throw .missingTopic }
    }

    func checkTopicForm(_ examination: inout Examination, _ connection: PushConnection) throws(Refusal) {
        guard let topic = self.topicText(examination, connection).flatMap(Topic.init) else { throw .badTopic }
        examination.topic = topic
    }

    /// Each type has one suffix. Without a type the suffix says which rules hold, and a bare topic has none.
    func checkTypeAgainstTopic(_ examination: inout Examination) throws(Refusal) {
        let suffixRule = examination.topic?.suffixRule
        guard let type = examination.type else {
            examination.rule = suffixRule
            return
        }
        let rule = PushTypeRule.of(type)
        guard rule.suffix == suffixRule?.suffix ?? "" else { throw .invalidPushType }
        examination.rule = rule
    }

    func checkTopicPermission(_ examination: Examination, _ connection: PushConnection) throws(Refusal) {
        guard let topic = examination.topic else { return }
        if let certificate = connection.certificate {
            let needsToken = examination.rule?.needsProviderToken == true
            guard !needsToken, certificate.topics.contains(topic.text) else { throw .topicDisallowed }
        }
        if let key = examination.signed?.key {
            guard self.keys.admits(topic, from: key) else { throw .topicDisallowed }
        }
    }
}
