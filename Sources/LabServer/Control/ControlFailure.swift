import PushServer
import ShoulderTap

/// A request to the control API that fails: the problem, and how to fix it.
struct ControlFailure: Error, Hashable {
    let status: Int
    let error: String
    let remedy: String

    init(_ status: Int, _ error: String, _ remedy: String) {
        (self.status, self.error, self.remedy) = (status, error, remedy)
    }

    var response: Response {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("error", self.error)
            writer.member("remedy", self.remedy)
        }
        return .json(self.status, String(decoding: writer.bytes, as: UTF8.self))
    }
}
