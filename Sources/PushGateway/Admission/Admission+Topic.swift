/// The checks of the topic: its form, its suffix, and the sender's permission to push to it.
extension Admission {
    /// Returns the topic as sent. If there is none, returns the topic of a certificate that has only one topic.
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

    /// Checks the push type against the suffix of the topic.
    ///
    /// Each push type has one suffix. If the request has no type, the suffix determines the rule. If there is no suffix
    /// either, there is no rule.
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
