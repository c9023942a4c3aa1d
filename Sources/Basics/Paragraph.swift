/// Words in lines of a width.
package enum Paragraph {
    /// The lines of a text, each as full as it may be; a word that is longer than a line has one for itself.
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
