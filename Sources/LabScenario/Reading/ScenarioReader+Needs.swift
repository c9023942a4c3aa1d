import PushLab

/// Reads the `needs` of a scenario: the app, the backend or the test that a saved plan needs in order to run.
extension ScenarioReader {
    static let needsKeys = ["app", "backend", "test", "of_test"]

    mutating func needs(_ node: YAMLNode) -> Scenario.Needs? {
        guard let fields = self.list.fields(node, "'needs'", Self.needsKeys) else { return nil }
        if case .map(let entries) = node.content, entries.isEmpty {
            self.list.add("'needs' is empty; name an app, a backend or a test, or remove the key", at: node.place)
        }
        var needs = Scenario.Needs()
        needs.app = self.word(fields["app"], "'app'")
        needs.backend = self.word(fields["backend"], "'backend'")
        needs.test = self.word(fields["test"], "'test'")
        needs.ofTest = self.choices(fields["of_test"], "'of_test'", "part of a test")
        if let test = fields["test"], fields["of_test"] == nil {
            self.list.add(
                "'test' needs 'of_test'; list the parts that only the test has, such as [app]", at: test.place)
        }
        if let parts = fields["of_test"] {
            if fields["test"] == nil {
                self.list.add("'of_test' needs 'test'; give the name of the test", at: parts.place)
            }
            var isEmpty = parts.isNull
            if case .list(let items) = parts.content { isEmpty = items.isEmpty }
            if isEmpty { self.list.add("'of_test' is empty; name a part of the test", at: parts.place) }
        }
        return needs
    }

    private mutating func word(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node, let text = self.list.text(node, what) else { return nil }
        if text.isEmpty { self.list.add("\(what) is empty; give a name", at: node.place) }
        return text
    }
}
