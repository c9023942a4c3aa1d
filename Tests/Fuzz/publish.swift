import Basics
import NotificationFeed
import ShoulderTap

/// Any bytes, as a body and as a whole request, get one answer of the documented table.
func fuzzPublish(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    let now = Instant(microseconds: 1_566_519_955_329_000)
    let answer = PublishDesk.answer(toText: bytes, at: now)
    holds(answer == PublishDesk.answer(toText: bytes, at: now), "the same bytes get another answer")
    holds(answer.status == (answer.error?.status ?? 201), "the status \(answer.status) is not that of the code")
    for field in answer.headers.fields {
        holds(field.value.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(field.name) cannot be sent")
    }
    guard let root = try? JSONDocument(answer.body, limit: 8 << 20).root else {
        holds(false, "the answer is no JSON")
        return 0
    }
    holds(root["error"]?["code"]?.string == answer.error?.code, "the answer has another code")
    holds((root["id"]?.string == "n-1") == (answer.status == 201), "the answer names nothing, or too much")
    return 0
}
