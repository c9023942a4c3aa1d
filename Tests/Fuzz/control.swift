import Basics
import PushServer
import ShoulderTap

@testable import LabServer

/// Any bytes, as the body and as the target of a request to the control API, are read or refused with a remedy.
func fuzzControl(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let fields = [
        Field.name("name", "a name"), .bundle("a bundle"), .seed,
        Field("word", .word(["low-power", "none"]), "a word"),
        Field("count", .integer(-9...9), "a count"), Field("time", .time, "a time"), Field("flag", .flag, "a flag"),
        Field("share", .share, "a share"),
    ]
    do throws(ControlFailure) { check(try FieldValues(json: input.array, fields)) } catch { check(error) }
    guard let target = Target(input.text) else { return 0 }
    do throws(ControlFailure) { check(try FieldValues(query: target.query, fields)) } catch { check(error) }
    return 0
}

private func check(_ values: FieldValues) {
    holds(values.text("name").map { 1...128 ~= $0.unicodeScalars.count } ?? true, "a name is too long")
    holds(values.text("word").map { ["low-power", "none"].contains($0) } ?? true, "a word is none of its words")
    holds(values.integer("count").map { -9...9 ~= $0 } ?? true, "a count is out of its range")
    holds(values.millionths("share").map { 0...1_000_000 ~= $0 } ?? true, "a share is out of its range")
    holds(values.time("time").map { $0 >= .zero } ?? true, "a time is below zero")
}

private func check(_ failure: ControlFailure) {
    holds(failure.status == 400, "bad input is answered with \(failure.status)")
    let answer = try? JSONDocument(failure.response.body, limit: 1 << 24).root
    holds(answer?["error"]?.string == failure.error, "the answer does not say what is wrong")
    holds(answer?["remedy"]?.string?.isEmpty == false, "the answer does not say what to do")
}
