import BackendPromises

extension BackendReport {
    /// The report in JUnit form, with one case for the command and one for each promise.
    package var junit: JUnitReport {
        let group = "shouldertap.with"
        let own = self.outcome(of: Trouble.exit) ?? (self.ending.code == 0 ? .passed : self.failed(self.conclusion))
        var cases = [JUnitReport.Case(self.command, in: group, own)]
        for promise in BackendPromise.allCases {
            let usual: JUnitReport.Outcome =
                self.judged[promise] == nil ? .skipped(message: "no push tested it") : .passed
            cases.append(JUnitReport.Case(promise.title, in: group, self.outcome(of: promise.id) ?? usual))
        }
        return JUnitReport("shouldertap with", cases, milliseconds: self.milliseconds)
    }

    private func outcome(of property: String) -> JUnitReport.Outcome? {
        if let failure = self.failures.first(where: { $0.property == property }) {
            let place = "seed \(failure.seed), faults: \(failure.faults)"
            return .failed(
                message: failure.witness, text: "\(failure.witness)\n\(place)\nrepeat: \(failure.command)\n")
        }
        guard let doubt = self.doubts.first(where: { $0.trouble.property == property }) else { return nil }
        return .skipped(message: "unstable: \(doubt.trouble.witness)")
    }

    private func failed(_ words: String) -> JUnitReport.Outcome { .failed(message: words, text: words + "\n") }

    /// The report as an HTML page without scripts.
    package var html: String {
        let failures = self.failures.map { failure in
            """
            <article>
            <h2>\(HTMLText.escaped(Self.title(of: failure.property)))</h2>
            <p class="witness">\(HTMLText.escaped(failure.witness))</p>
            <p class="where">seed \(failure.seed), faults: \(HTMLText.escaped(failure.faults.description))</p>
            <p class="command"><code>\(HTMLText.escaped(failure.command))</code></p>
            </article>

            """
        }
        let doubts = self.doubts.map { doubt in
            "<p>unstable: \(HTMLText.escaped(Self.title(of: doubt.trouble.property))): "
                + "\(HTMLText.escaped(doubt.trouble.witness))</p>\n"
        }
        let rows = BackendPromise.allCases.map { promise in
            let isBroken = self.failures.contains { $0.property == promise.id }
            let state = isBroken ? "broken" : self.judged[promise] == nil ? "idle" : ""
            return "<tr class=\"\(state)\"><td>\(promise.id)</td><td>\(HTMLText.escaped(promise.facts.name))</td>"
                + "<td>\(self.judged[promise] ?? 0)</td></tr>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>ShoulderTap: \(HTMLText.escaped(self.conclusion))</title>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <header>
            <p class="verdict \(self.verdict == .pass ? "pass" : self.verdict == .fail ? "fail" : "inconclusive")">\
            \(self.verdict.rawValue)</p>
            <h1>\(HTMLText.escaped(self.conclusion))</h1>
            <ul class="sum"><li><code>\(HTMLText.escaped(self.command))</code></li></ul>
            </header>
            \(failures.joined())\(doubts.joined())<section>
            <h2>Promises</h2>
            <table class="counts"><thead><tr><th>id</th><th>promise</th><th>judged</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody></table>
            </section>
            </body>
            </html>

            """
    }
}
