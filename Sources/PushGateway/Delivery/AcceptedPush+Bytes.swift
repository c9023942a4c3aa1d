import Basics
import ShoulderTap

/// The encoding of an accepted push inside a row.
extension AcceptedPush {
    func write(to writer: inout RowWriter) {
        writer.write(self.id)
        writer.write(self.token.text)
        writer.write(self.environment.rawValue)
        writer.write(self.topic)
        writer.write(self.bundle)
        writer.write(optional: self.type) { $0.write($1.rawValue) }
        writer.write(self.priority.rawValue)
        switch self.expiration {
        case .none: writer.write(UInt8(0))
        case .once: writer.write(UInt8(1))
        case .at(let moment):
            writer.write(UInt8(2))
            writer.write(moment)
        }
        writer.write(optional: self.collapseID) { $0.write($1) }
        writer.write(self.payload)
        writer.write(self.kind.description)
        writer.write(self.isFromOutside)
    }

    init?(from reader: inout RowReader) {
        guard let id = reader.text(), let token = reader.text(), let environment = reader.choice(PushEnvironment.self),
            let topic = reader.text(), let bundle = reader.text(),
            let type = reader.optional({ $0.text().flatMap(PushType.init(rawValue:)) }),
            let priority = reader.choice(PushPriority.self), let expiration = PushExpiration(from: &reader),
            let collapseID = reader.optional({ $0.text() }), let payload = reader.array(),
            let kind = reader.text().flatMap({ PayloadKind($0) }), let isFromOutside = reader.flag()
        else { return nil }
        self.init(
            id: id, token: DeviceToken(token), environment: environment, topic: topic, bundle: bundle, type: type,
            priority: priority, expiration: expiration, collapseID: collapseID, payload: payload, kind: kind)
        self.isFromOutside = isFromOutside
    }
}

extension PushExpiration {
    fileprivate init?(from reader: inout RowReader) {
        switch reader.number(UInt8.self) {
        case 0: self = .none
        case 1: self = .once
        case 2:
            guard let moment = reader.instant() else { return nil }
            self = .at(moment)
        default: return nil
        }
    }
}
