import TestSupport
import Testing

/// JSON that is no push at all is foreign; what matters here is that only JSON is.
@Suite("JSON, by the public test suite and by a table of our own")
struct JSONTestSuiteTests {
    private static let folder = ProjectFiles.shared("json-test-suite")
    private static let isPresent = ProjectFiles.exists(folder)

    /// What RFC 8259 leaves to the reader, and what we decided: true is accepted.
    ///
    /// Numbers are kept as text, so none is too large. Everything else that is not clean Unicode text in
    /// UTF-8 without a byte-order mark, or nests deeper than 64, is refused.
    static let decisions: [String: Bool] = [
        "i_number_double_huge_neg_exp.json": true,
        "i_number_huge_exp.json": true,
        "i_number_neg_int_huge_exp.json": true,
        "i_number_pos_double_huge_exp.json": true,
        "i_number_real_neg_overflow.json": true,
        "i_number_real_pos_overflow.json": true,
        "i_number_real_underflow.json": true,
        "i_number_too_big_neg_int.json": true,
        "i_number_too_big_pos_int.json": true,
        "i_number_very_big_negative_int.json": true,
        "i_object_key_lone_2nd_surrogate.json": false,
        "i_string_1st_surrogate_but_2nd_missing.json": false,
        "i_string_1st_valid_surrogate_2nd_invalid.json": false,
        "i_string_UTF-16LE_with_BOM.json": false,
        "i_string_UTF-8_invalid_sequence.json": false,
        "i_string_UTF8_surrogate_U+D800.json": false,
        "i_string_incomplete_surrogate_and_escape_valid.json": false,
        "i_string_incomplete_surrogate_pair.json": false,
        "i_string_incomplete_surrogates_escape_valid.json": false,
        "i_string_invalid_lonely_surrogate.json": false,
        "i_string_invalid_surrogate.json": false,
        "i_string_invalid_utf-8.json": false,
        "i_string_inverted_surrogates_U+1D11E.json": false,
        "i_string_iso_latin_1.json": false,
        "i_string_lone_second_surrogate.json": false,
        "i_string_lone_utf8_continuation_byte.json": false,
        "i_string_not_in_unicode_range.json": false,
        "i_string_overlong_sequence_2_bytes.json": false,
        "i_string_overlong_sequence_6_bytes.json": false,
        "i_string_overlong_sequence_6_bytes_null.json": false,
        "i_string_truncated-utf-8.json": false,
        "i_string_utf16BE_no_BOM.json": false,
        "i_string_utf16LE_no_BOM.json": false,
        "i_structure_500_nested_arrays.json": false,
        "i_structure_UTF-8_BOM_empty_object.json": false,
    ]

    @Test(
        "The suite's 95 y_ files are JSON, its 188 n_ files are not, its 35 i_ files are as we decided",
        .enabled(if: isPresent, "JSONTestSuite is not beside the project; the table of our own runs without it"),
        arguments: Reader.allCases)
    func suite(_ reader: Reader) throws {
        let names = ProjectFiles.names(in: Self.folder).filter { $0.hasSuffix(".json") }
        #expect(names.count { $0.hasPrefix("y_") } == 95)
        #expect(names.count { $0.hasPrefix("n_") } == 188)
        #expect(names.filter { $0.hasPrefix("i_") } == Self.decisions.keys.sorted())

        var wrong: [String] = []
        for name in names {
            let bytes = try #require(ProjectFiles.bytes(Self.folder + "/" + name))
            let isAccepted = reader.kind(bytes) != "malformed"
            let expected = name.hasPrefix("y_") || Self.decisions[name] == true
            if isAccepted != expected { wrong.append("\(isAccepted ? "accepted" : "refused") \(name)") }
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: names.count))")
    }

    @Test("The decision of each reader on our own shapes", arguments: Reader.allCases)
    func ownShapes(_ reader: Reader) {
        let wrong = JSONShape.all.filter { (reader.kind($0.bytes) != "malformed") != $0.isJSON }
        #expect(JSONShape.all.count { $0.isJSON } > 40)
        #expect(JSONShape.all.count { !$0.isJSON } > 90)
        #expect(wrong.count == 0, "\(Complaints(wrong.map(\.description), of: JSONShape.all.count))")
    }
}
