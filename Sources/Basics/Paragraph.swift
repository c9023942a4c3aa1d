/// Text that is wrapped into lines of a given width.
package enum Paragraph {
    /// Returns the lines of a text, each as full as possible. A word that is longer than a line gets its own line.
    package static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [""]) { lines, word in
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
