/// One kind of line: its name and its members. The members that every line has are left out.
package struct WireWord: Hashable, Sendable {
    package let name: String
    package let members: [Member]

    init(_ name: String, _ members: Member...) {
        self.name = name
        self.members = members
    }

    package struct Member: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case text
            /// A text that is not empty: the id of a notification.
            case id
            /// A whole number.
            case number
            case flag
            /// An object whose values are texts.
            case texts
            /// An array of texts.
            case list
            /// An array of objects with these members.
            case objects([Member])
            /// One of these texts.
            case word([String])
        }

        package let name: String
        package let kind: Kind
        package private(set) var isOptional = false

        static func text(_ name: String) -> Member { Member(name: name, kind: .text) }
        static var id: Member { Member(name: "id", kind: .id) }
        static func number(_ name: String) -> Member { Member(name: name, kind: .number) }
        static func flag(_ name: String) -> Member { Member(name: name, kind: .flag) }
        static func texts(_ name: String) -> Member { Member(name: name, kind: .texts) }
        static func list(_ name: String) -> Member { Member(name: name, kind: .list) }
        static func objects(_ name: String, _ members: Member...) -> Member {
            Member(name: name, kind: .objects(members))
        }
        static func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String, _: Word.Type) -> Member {
            Member(name: name, kind: .word(Word.allCases.map(\.rawValue)))
        }

        /// The same member, but optional: it may be left out or null.
        var optional: Member {
            var member = self
            member.isOptional = true
            return member
        }
    }
}

/// The protocol for one kind of program: an app or a server.
package struct WireLanguage: Hashable, Sendable {
    /// The name of the protocol in the first line of each direction.
    package let name: String
    /// The role of the child, as named in error messages: `app` or `server`.
    package let speaker: String
    package let events: [WireWord]
    package let actions: [WireWord]

    package static let version = 1

    func action(_ name: String) -> WireWord? { self.actions.first { $0.name.utf8.elementsEqual(name.utf8) } }
}
