internal import Basics

/// Masks the secrets of headers.
enum HeaderMask {
    /// The headers that contain an address.
    private static let addresses: Set<String> = [":path", "location", "content-location", "referer", "link"]
    /// The minimum length of a word that is unlikely to occur by chance.
    private static let leastWord = 8
    private static let leastInName = 16

    static func masked(_ headers: HeaderList, _ words: SecretWords) -> HeaderList {
        HeaderList(
            headers.fields.map { field in
                let value = Array(field.value.utf8)
                let masked =
                    SecretName.isSecret(field.name) ? Self.credentials(value) : Self.value(value, field.name, words)
                return HeaderList.Field(Self.name(field.name, words), String(decoding: masked, as: UTF8.self))
            })
    }

    /// Masks the secrets in the name of a header, if they are long, such as whole tokens. Short secrets are not masked,
    /// because many names contain the same letters by chance.
    private static func name(_ name: String, _ words: SecretWords) -> String {
        let bytes = Array(name.utf8)
        var marks = TextMarks(bytes.count)
        for range in words.marks(in: bytes).ranges where range.count >= Self.leastInName { marks.add(range) }
        return String(decoding: marks.masking(bytes), as: UTF8.self)
    }

    /// Returns the device token at the end of an APNs request path.
    static func token(in headers: HeaderList) -> String? {
        guard let path = headers[":path"], path.hasPrefix(SecretPhrases.tokenPath) else { return nil }
        let token = path.dropFirst(SecretPhrases.tokenPath.count).prefix { $0 != "/" && $0 != "?" }
        return token.isEmpty ? nil : String(token)
    }

    /// Returns the credentials and the values under secret names. They are masked in all other places too.
    static func words(in headers: HeaderList) -> [String] {
        headers.fields.flatMap { field in
            let value = Array(field.value.utf8)
            let named = SecretPhrases.ranges(in: value).map { value[$0] }
            let own =
                CookieText.isNamed(field.name.utf8)
                ? CookieText.words(in: value) : SecretName.isSecret(field.name) ? Credentials.words(in: value) : []
            let words = (named + own).filter { $0.count >= Self.leastWord }
            return words.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func credentials(_ value: [UInt8]) -> [UInt8] {
        let scheme = Credentials.schemeLength(value[...])
        return Array(value.prefix(scheme)) + repeatElement(UInt8(ascii: "x"), count: value.count - scheme)
    }

    private static func value(_ value: [UInt8], _ name: String, _ words: SecretWords) -> [UInt8] {
        // This value decides the kind of the payload and is not secret.
        if name.lowercased() == "x-wns-type", value.map(ASCII.lowercase).elementsEqual("wns/raw".utf8) { return value }
        var marks = TextMarks(value.count)
        let readings = ReadText(value[...]).readings
        words.mark(readings, &marks)
        SecretPhrases.mark(readings, &marks)
        let isAddress = Self.addresses.contains(name.lowercased()) || value.starts(with: "http".utf8)
        if isAddress { Self.markAddress(value, &marks) }
        return marks.masking(value)
    }

    /// Marks the token at the end of a path, and the query of an address.
    private static func markAddress(_ value: [UInt8], _ marks: inout TextMarks) {
        let question = value.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 } ?? value.count
        let path = SecretPhrases.tokenPath.utf8
        let start = value.starts(with: path) ? min(question, path.count) : question
        for place in start..<value.count
        where value[place] != UInt8(ascii: "/") && value[place] != UInt8(ascii: "?") {
            marks.add(place..<place + 1)
        }
    }
}
