import ShoulderTap

extension FeedRequest {
    /// The request as JSON. It is an object with one member, and the key of that member names the kind of request.
    package var json: [UInt8] {
        switch self {
        case .fetch(let request): JSONWriter.only("fetch", request.write)
        case .save(let request): JSONWriter.only("save", request.write)
        case .delete(let request): JSONWriter.only("delete", request.write)
        case .subscribe(let request): JSONWriter.only("subscribe", request.write)
        case .unsubscribe(let request): JSONWriter.only("unsubscribe", request.write)
        case .register(let request): JSONWriter.only("register", request.write)
        case .unregister(let request): JSONWriter.only("unregister", request.write)
        }
    }

    /// Reads a request. Unknown members are ignored, but an unknown kind of request is refused.
    package init(json bytes: [UInt8]) throws(FeedFormatError) {
        let (name, fields) = try FieldReader(json: bytes).onlyMember()
        switch name {
        case "fetch": self = .fetch(try FetchRequest(fields))
        case "save": self = .save(try SaveRequest(fields))
        case "delete": self = .delete(try DeleteRequest(fields))
        case "subscribe": self = .subscribe(try SubscribeRequest(fields))
        case "unsubscribe": self = .unsubscribe(try UnsubscribeRequest(fields))
        case "register": self = .register(try RegisterRequest(fields))
        case "unregister": self = .unregister(try UnregisterRequest(fields))
        default: throw FeedFormatError(.unknownValue, name)
        }
    }
}

extension FetchRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("host", self.host)
        writer.member("subscription", optional: self.subscription)
        writer.member("cursor", optional: self.cursor?.text)
        writer.member("limit", number: self.limit)
        writer.member("days", number: self.days)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            host: try required(fields.text("host"), "host"), subscription: try fields.text("subscription"),
            cursor: try fields.text("cursor").map(Cursor.init),
            limit: try fields.int64("limit").map(Int.init(clamping:)),
            days: try fields.int64("days").map(Int.init(clamping:)))
    }
}

extension SaveRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("host", self.host)
        writer.member("subscription", optional: self.subscription)
        writer.member("id", self.id)
        writer.member("generation", number: self.generation)
        writer.member("readState", self.readState, of: Words.readStates)
        writer.member("userActionState", self.userActionState, of: Words.actions)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            host: try required(fields.text("host"), "host"), subscription: try fields.text("subscription"),
            id: try required(fields.text("id"), "id"), generation: try fields.uint64("generation"),
            readState: try fields.word("readState", Words.readStates),
            userActionState: try fields.word("userActionState", Words.actions))
    }
}

extension DeleteRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("host", self.host)
        writer.member("subscription", optional: self.subscription)
        writer.member("id", self.id)
        writer.member("generation", number: self.generation)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            host: try required(fields.text("host"), "host"), subscription: try fields.text("subscription"),
            id: try required(fields.text("id"), "id"), generation: try fields.uint64("generation"))
    }
}

extension SubscribeRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("host", self.host)
        writer.member("device", self.device)
        writer.member("appId", self.appId)
        writer.member("serial", number: self.serial)
        if self.isQuiet { writer.member("quiet", flag: true) }
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            host: try required(fields.text("host"), "host"), device: try required(fields.text("device"), "device"),
            appId: try required(fields.text("appId"), "appId"), serial: try fields.uint64("serial"),
            isQuiet: try fields.bool("quiet") ?? false)
    }
}

extension UnsubscribeRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("host", self.host)
        writer.member("subscription", self.subscription)
        writer.member("serial", number: self.serial)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            host: try required(fields.text("host"), "host"),
            subscription: try required(fields.text("subscription"), "subscription"),
            serial: try fields.uint64("serial"))
    }
}

extension RegisterRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("device", self.device)
        writer.member("type", self.channel.kind, of: Words.channels)
        writer.member("token", self.channel.token)
        writer.member("appId", self.appId)
        writer.member("appDisplayName", self.appDisplayName)
        writer.member("serial", number: self.serial)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        let kind = try required(fields.word("type", Words.channels), "type")
        self.init(
            device: try required(fields.text("device"), "device"),
            channel: PushChannel(kind, token: try required(fields.text("token"), "token")),
            appId: try required(fields.text("appId"), "appId"),
            appDisplayName: try required(fields.text("appDisplayName"), "appDisplayName"),
            serial: try fields.uint64("serial"))
    }
}

extension UnregisterRequest {
    func write(_ writer: inout JSONWriter) {
        writer.member("device", self.device)
        writer.member("serial", number: self.serial)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(device: try required(fields.text("device"), "device"), serial: try fields.uint64("serial"))
    }
}
