/// An XML document as a tree, for what a careful writer makes: no namespaces, no processing, no entities but the five.
///
/// It refuses whatever it does not know, so that what it takes is well-formed for every reader.
package struct PlainXML: Hashable, Sendable {
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [PlainXML] = []
    /// What stands directly inside, without the children.
    package var text = ""

    package struct Refusal: Error, Hashable {
        package let reason: String
    }

    package static func parse(_ text: String) throws(Refusal) -> PlainXML {
        var reader = Reader(rest: text.unicodeScalars[...])
        try reader.expect(#"<?xml version="1.0" encoding="UTF-8"?>"#)
        reader.skipBlanks()
        let root = try reader.element()
        reader.skipBlanks()
        guard reader.rest.isEmpty else { throw Refusal(reason: "something is behind the end") }
        return root
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        mutating func expect(_ text: String) throws(Refusal) {
            guard self.rest.starts(with: text.unicodeScalars) else {
                throw Refusal(reason: "no \(text) at \(String(self.rest.prefix(20)))")
            }
            self.rest = self.rest.dropFirst(text.unicodeScalars.count)
        }

        mutating func skipBlanks() { self.rest = self.rest.drop { " \n\t\r".unicodeScalars.contains($0) } }

        mutating func name() throws(Refusal) -> String {
            let name = self.rest.prefix { "a"..."z" ~= $0 || "A"..."Z" ~= $0 || $0 == "-" }
            guard let first = name.first, first != "-" else { throw Refusal(reason: "no name") }
            self.rest = self.rest.dropFirst(name.count)
            return String(name)
        }

        mutating func element() throws(Refusal) -> PlainXML {
            try self.expect("<")
            var element = PlainXML(name: try self.name())
            while self.rest.first == " " {
                self.rest.removeFirst()
                let name = try self.name()
                try self.expect("=\"")
                let value = try self.characters(until: "\"", isAttribute: true)
                try self.expect("\"")
                guard element.attributes.updateValue(value, forKey: name) == nil else {
                    throw Refusal(reason: "\(name) is given twice")
                }
            }
            if self.rest.first == "/" {
                try self.expect("/>")
                return element
            }
            try self.expect(">")
            while true {
                element.text += try self.characters(until: "<", isAttribute: false)
                if self.rest.starts(with: "</".unicodeScalars) { break }
                element.children.append(try self.element())
            }
            try self.expect("</\(element.name)>")
            return element
        }

        private mutating func characters(until end: Unicode.Scalar, isAttribute: Bool) throws(Refusal) -> String {
            var text = ""
            while let scalar = self.rest.first, scalar != end {
                self.rest.removeFirst()
                text.unicodeScalars.append(scalar == "&" ? try self.reference() : scalar)
                let isBlank = scalar == "\n" || scalar == "\t" || scalar == "\r"
                guard !isAttribute || scalar != "<" && !isBlank else { throw Refusal(reason: "bare in an attribute") }
                guard scalar != "\r" else { throw Refusal(reason: "a reader would make it a line feed") }
                let isAllowed = isBlank || (0x20...0xFFFD).contains(scalar.value) || scalar.value >= 0x1_0000
                guard isAllowed else { throw Refusal(reason: "U+\(String(scalar.value, radix: 16)) is not allowed") }
                guard isAttribute || !text.hasSuffix("]]>") || scalar != ">" else { throw Refusal(reason: "]]>") }
            }
            guard self.rest.first == end else { throw Refusal(reason: "it ends in the middle") }
            return text
        }

        private mutating func reference() throws(Refusal) -> Unicode.Scalar {
            let word = String(self.rest.prefix { $0 != ";" })
            self.rest = self.rest.dropFirst(word.unicodeScalars.count)
            try self.expect(";")
            if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][word] as Unicode.Scalar? {
                return known
            }
            guard let code = ["#9": UInt8(9), "#10": 10, "#13": 13][word] else {
                throw Refusal(reason: "unknown reference &\(word);")
            }
            return Unicode.Scalar(code)
        }
    }
}
