import Basics
package import PushLab
import ShoulderTap

/// A report about an exploration as one HTML file.
///
/// It makes no requests, and can be stored and sent.
///
/// All content is in the page itself. The script only draws timelines and copies commands.
package struct HTMLReport: Sendable {
    /// A run that is shown even though it broke no promise.
    package struct Run: Sendable {
        package var title: String
        package var history: HistoryView

        package init(_ title: String, _ history: HistoryView) {
            self.title = title
            self.history = history
        }
    }

    /// The maximum number of mistakes, to keep the page readable.
    static let mostStories = 40

    let report: ExplorationReport
    private let runs: [Run]

    package init(_ report: ExplorationReport, runs: [Run] = []) {
        self.report = report
        self.runs = runs
    }

    package var text: String {
        let causes = self.report.causes
        let stories = causes.prefix(Self.mostStories).enumerated().map { self.story(of: $0.element, number: $0.offset) }
        let more = causes.count - stories.count
        let histories = causes.prefix(Self.mostStories).map(\.group).enumerated().compactMap { number, group in
            self.report.history(of: group.best).map {
                (number, $0, self.report.exploration.findings[group.best].violation.events)
            }
        }
        let runs = self.runs.enumerated().map { self.section(of: $0.element, number: causes.count + $0.offset) }
        let drawn = histories + self.runs.enumerated().map { (causes.count + $0.offset, $0.element.history, []) }
        let body =
            [self.header] + stories
            + (more > 0 ? ["<p class=\"more\">\(Words.counted(more, "more mistake")) not shown here.</p>\n"] : [])
            + self.missedLimits.enumerated().map { Self.story(of: $0.element, number: $0.offset) }
            + runs + [self.promises]
        return self.head + body.joined() + Self.data(drawn) + "<script>\(PageScript.text)</script>\n</body>\n</html>\n"
    }

    /// The content security policy: only the page's own script and style may run, and no request is allowed.
    private static let policy =
        "default-src 'none'; script-src '\(source(PageScript.text))'; style-src '\(source(PageStyle.text))'; "
        + "base-uri 'none'; form-action 'none'"

    private static func source(_ text: String) -> String {
        "sha256-\(Base64URL.text(of: SHA256.digest(of: Array(text.utf8))))="
    }

    private var head: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <title>ShoulderTap: \(HTMLText.escaped(self.report.conclusion))</title>
        <style>\(PageStyle.text)</style>
        </head>
        <body>

        """
    }

    private static func data(_ histories: [(number: Int, view: HistoryView, involved: [Int])]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            for (number, view, involved) in histories {
                writer.key(String(number))
                TimelineData(view, involved: involved).write(into: &writer)
            }
        }
        let json = HTMLText.embedded(json: String(decoding: writer.bytes, as: UTF8.self))
        return "<script type=\"application/json\" id=\"histories\">\(json)</script>\n"
    }
}
