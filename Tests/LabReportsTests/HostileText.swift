import TestSupport

/// Words chosen to break out of whatever they are written into.
enum HostileText {
    /// Ours, and a public list of such words where it lies beside the project.
    static let all = RandomHistory.hostile + ours + Self.shared

    static let ours = [
        "</script><script>alert(1)</script>", "<!--<script>", "--></script>", "]]>", "<![CDATA[", "&lt;", "&#60;",
        "\" onclick=\"alert(1)", "' onclick='alert(1)", "javascript:alert(1)", "data:text/html,<script>x</script>",
        "::error::x", "::set-output name=a::b", "::add-mask::a", "##[error]x", " ::error::x", "a\n::error::b",
        "a\r\n::stop-commands::x", "%0A::error::x", "a,title=b", "file=a::b", "%25", "%",
        "```\n# heading\n```", "````", "`code`", "| cell | cell |", "[link](https://example.com)", "![i](x)", "**b**",
        "# heading", "- item", "1. item", "> quote", "---", "<details>", "@somebody", "#1", "https://example.com",
        "\\", "\\n", "a\u{0}b", "\u{1B}[31mred\u{1B}[0m", "\u{8}", "\u{FEFF}", "\u{2066}x\u{2069}", "\u{FFFE}",
        "${{ secrets.TOKEN }}", "$(reboot)", "'; reboot; '", "{{x}}", "{\"a\":1}", "null", "NaN", "__proto__",
        "constructor", "toString", String(repeating: "\u{300}", count: 100), String(repeating: "x", count: 5_000),
    ]

    static let shared: [String] = {
        guard let bytes = ProjectFiles.bytes(ProjectFiles.shared("text-stress/blns.json")),
            let list = try? ReferenceJSON.parse(bytes)
        else { return [] }
        return (list.elements ?? []).compactMap { $0.text.map { String(decoding: $0, as: UTF8.self) } }
    }()
}
