/// Remedies for the problems that the library reports, in plain words.
extension YAMLParser {
    static func remedy(for problem: String) -> String? {
        switch problem {
        case "mapping values are not allowed in this context":
            "the line has a second ':'; put the value in quotes or on its own line"
        case "could not find expected ':'": "a ':' is missing after a key; add it"
        case "did not find expected key": "expected a key here, in the same column as the keys above"
        case "did not find expected '-' indicator": "expected a '-' here, in the same column as the items above"
        case "did not find expected ',' or '}'": "a ',' or '}' is missing; add it"
        case "did not find expected ',' or ']'": "a ',' or ']' is missing; add it"
        case "did not find expected node content": "expected a value here; add one, or remove this character"
        case "did not find expected <document start>":
            "there is text after the end of the scenario; remove the text, or an extra '}' or ']' before it"
        case "mapping keys are not allowed in this context": "a value cannot start with '?'; put it in quotes"
        case "block sequence entries are not allowed in this context":
            "a list item cannot be on this line; start the list on a new line"
        default: self.remedyForWords(problem) ?? self.remedyForDirectives(problem)
        }
    }

    /// Returns the remedy for a problem in a single value.
    private static func remedyForWords(_ problem: String) -> String? {
        switch problem {
        case "found unexpected end of stream": "the file ends inside a quoted value; add the closing quote"
        case "found unexpected document indicator":
            "a quoted value contains a line of '---' or '...'; add the closing quote before this line"
        case "found character that cannot start any token":
            "a value cannot start with this character; put the value in quotes"
        case "found unknown escape character": "this escape is unknown; write \\\\ for a backslash"
        case "did not find expected hexdecimal number":
            "the escape has too few digits; write two after \\x, four after \\u, eight after \\U"
        case "found invalid Unicode character escape code":
            "the escape is not a valid character; write the character itself"
        case "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            "the line is indented with a tab; use spaces"
        case "did not find expected alphabetic or numeric character":
            "a value cannot start with '&' or '*'; put it in quotes"
        case "found an indentation indicator equal to 0": "an indentation of 0 is not possible; remove the 0"
        case "did not find expected comment or line break":
            "expected the end of the line or a comment here; remove the rest of the line"
        default: nil
        }
    }

    /// Returns the remedy for a problem in a line that begins with a percent sign.
    private static func remedyForDirectives(_ problem: String) -> String? {
        switch problem {
        case "found unknown directive name", "could not find expected directive name",
            "found unexpected non-alphabetical character", "found duplicate %YAML directive",
            "did not find expected whitespace", "found extremely long version number",
            "did not find expected version number", "did not find expected digit or '.' character":
            "a line that starts with '%' is a YAML directive; remove it, or put the value in quotes"
        case "found incompatible YAML document": "this YAML version is not supported; remove the '%YAML' line"
        default: nil
        }
    }
}
