import Basics
import Testing

@Suite("A header list")
struct HeaderListTests {
    private static let sent = HeaderList([
        HeaderList.Field(":method", "POST"), HeaderList.Field("apns-topic", "com.contoso.app"),
        HeaderList.Field("Cookie", "a=1"),
        HeaderList.Field("APNS-Topic", "second"), HeaderList.Field("cookie", "b=2"), HeaderList.Field("x-empty", ""),
    ])

    @Test("finds names in any case", arguments: ["apns-topic", "APNS-TOPIC", "Apns-Topic"])
    func lookup(_ name: String) {
        #expect(Self.sent[name] == "com.contoso.app")
        #expect(Self.sent.values(of: name) == ["com.contoso.app", "second"])
        #expect(Self.sent.count(of: name) == 2)
        #expect(Self.sent.contains(name))
    }

    @Test("returns nothing for a name that was not sent", arguments: ["apns-id", "", "apns-topic ", "apns_topic"])
    func absent(_ name: String) {
        #expect(Self.sent[name] == nil)
        #expect(Self.sent.values(of: name) == [])
        #expect(Self.sent.count(of: name) == 0)
        #expect(!Self.sent.contains(name))
    }

    @Test("ignores the case of ASCII letters only")
    func onlyASCII() {
        let list: HeaderList = ["É": "1", "@": "2"]
        #expect(list["é"] == nil)
        #expect(list["`"] == nil)
        #expect(list["É"] == "1")
    }

    @Test("distinguishes an empty value from a missing one")
    func empty() { #expect(Self.sent["x-empty"] == "") }

    @Test("keeps the order in which fields were sent")
    func order() {
        var list: HeaderList = ["b": "1", "a": "2"]
        list.append("B", "3")
        #expect(list.fields.map(\.name) == ["b", "a", "B"])
        #expect(list != HeaderList(list.fields.reversed()))
    }

    @Test("replaces all fields of a name at the position of the first")
    func set() {
        var list = Self.sent
        list.set("COOKIE", "c=3")
        #expect(list.fields.map(\.name) == [":method", "apns-topic", "Cookie", "APNS-Topic", "x-empty"])
        #expect(list.values(of: "cookie") == ["c=3"])
        list.set("new", "1")
        #expect(list.fields.last == HeaderList.Field("new", "1"))
        list.set("new", "2")
        #expect(list.fields.last == HeaderList.Field("new", "2"))
        #expect(list.fields.count == 6)
    }

    @Test("removes all fields of a name")
    func remove() {
        var list = Self.sent
        #expect(list.remove("apns-TOPIC") == 2)
        #expect(list.remove("apns-topic") == 0)
        #expect(list.fields.map(\.name) == [":method", "Cookie", "cookie", "x-empty"])
    }

    @Test("lists repeated names in the order of their first repetition")
    func repeated() {
        #expect(Self.sent.repeatedNames == ["apns-topic", "Cookie"])
        #expect(HeaderList(["b", "a", "A", "a", "B"].map { HeaderList.Field($0, "") }).repeatedNames == ["a", "b"])
        #expect(HeaderList(["a", "b", "c"].map { HeaderList.Field($0, "") }).repeatedNames == [])
    }

    @Test("has the size that HTTP/2 counts")
    func size() {
        #expect(HeaderList().size == 0)
        #expect(HeaderList([HeaderList.Field("", "")]).size == 32)
        let list: HeaderList = ["apns-id": "é", "a": ""]
        #expect(list.size == 7 + 2 + 32 + 1 + 32)
    }

    @Test("returns the first field that HTTP forbids")
    func firstFault() throws {
        var list = Self.sent
        #expect(list.firstFault == nil)
        list.append("bad name", "1")
        list.append("", "2")
        let found = try #require(list.firstFault)
        #expect(found.field == HeaderList.Field("bad name", "1"))
        #expect(found.fault == .nameIsNoToken)
    }
}

@Suite("A header field")
struct HeaderFieldTests {
    @Test("has a token as its name")
    func names() {
        let allowed = Set(
            "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        for byte in UInt8.min...0x7F {
            let name = "a" + String(UnicodeScalar(byte))
            #expect((HeaderList.Field(name, "").fault == nil) == allowed.contains(byte), "\(byte)")
        }
        #expect(HeaderList.Field("é", "").fault == .nameIsNoToken)
        #expect(HeaderList.Field("", "").fault == .emptyName)
    }

    @Test("of HTTP/2 may have a colon at the start only")
    func pseudo() {
        #expect(HeaderList.Field(":path", "/3/device/00").isPseudo)
        #expect(!HeaderList.Field("path", "/").isPseudo)
        #expect(HeaderList.Field(":path", "/").fault == nil)
        #expect(HeaderList.Field(":", "/").fault == .emptyName)
        #expect(HeaderList.Field("::path", "/").fault == .nameIsNoToken)
        #expect(HeaderList.Field("pa:th", "/").fault == .nameIsNoToken)
    }

    @Test("has no control character in its value, except for a tab inside")
    func values() {
        for byte in UInt8.min...0x7F {
            let value = "a" + String(UnicodeScalar(byte)) + "b"
            let isAllowed = byte >= 0x20 && byte != 0x7F || byte == 0x09
            #expect((HeaderList.Field("a", value).fault == nil) == isAllowed, "\(byte)")
        }
        #expect(HeaderList.Field("a", "b\r\nc: d").fault == .controlCharacterInValue)
        #expect(HeaderList.Field("a", "é✓").fault == nil)
        #expect(HeaderList.Field("a", "").fault == nil)
    }

    @Test("has no whitespace around its value", arguments: [" b", "b ", "\tb", "b\t", " "])
    func blanks(_ value: String) { #expect(HeaderList.Field("a", value).fault == .blankAroundValue) }

    @Test("is compared byte by byte: other spellings of a letter and other cases of a name differ")
    func equality() {
        #expect(HeaderList.Field("a", "\u{E9}") != HeaderList.Field("a", "e\u{301}"))
        #expect(HeaderList.Field("A", "") != HeaderList.Field("a", ""))
        #expect(HeaderList.Field("a", "b") == HeaderList.Field("a", "b"))
        #expect(
            Set([HeaderList.Field("ab", "c"), HeaderList.Field("a", "bc"), HeaderList.Field("ab", "c")]).count == 2)
    }
}
