/// Messages of the library, in our words and with a remedy.
extension YAMLParser {
    static func remedy(for problem: String) -> String? {
        switch problem {
        case "mapping values are not allowed in this context":
            "a second ':' in one line; put the value in quotes, or into a line of its own"
        case "could not find expected ':'": "a ':' is missing behind a key"
        case "did not find expected key": "here should be a key, in the column of those before it"
        case "did not find expected '-' indicator": "here should be a '-', in the column of those before it"
        case "did not find expected ',' or '}'": "a ',' or '}' is missing"
        case "did not find expected ',' or ']'": "a ',' or ']' is missing"
        case "did not find expected node content": "a value is missing; write one, or take out what stands here"
        case "did not find expected <document start>":
            "the scenario ends before this; take out what follows, or a '}' or ']' too many"
        case "mapping keys are not allowed in this context": "a '?' cannot begin a value; put it in quotes"
        case "block sequence entries are not allowed in this context": "a list begins in a line of its own"
        default: self.remedyForWords(problem) ?? self.remedyForDirectives(problem)
        }
    }

    /// Returns the remedy for a problem in a single value.
    private static func remedyForWords(_ problem: String) -> String? {
        switch problem {
        case "found unexpected end of stream": "the text ends in the middle of a value in quotes"
        case "found unexpected document indicator": "a line of '---' or '...' in the middle of a value in quotes"
        case "found character that cannot start any token": "a value that begins like this needs quotes"
        case "found unknown escape character": "this is no escape; write \\\\ for a backslash"
        case "did not find expected hexdecimal number":
            "an escape lacks digits; two follow \\x, four \\u, and eight \\U"
        case "found invalid Unicode character escape code":
            "an escape that stands for no character; write the character itself"
        case "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            "a tab cannot indent; use spaces"
        case "did not find expected alphabetic or numeric character":
            "a '&' or '*' begins a name that YAML gives values; put the value in quotes"
        case "found an indentation indicator equal to 0": "a text that is indented by nothing; leave the 0 out"
        case "did not find expected comment or line break": "here should be the end of the line, or a comment"
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
            "a line that begins with '%' is for YAML itself; take it out, or put the value in quotes"
        case "found incompatible YAML document": "this is read as YAML 1.2; take the line with '%YAML' out"
        default: nil
        }
    }
}
