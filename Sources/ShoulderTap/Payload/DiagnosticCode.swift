extension PayloadDiagnostic {
    /// The name of a kind of finding. New codes can be added without breaking a caller.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        enum Name: String, CaseIterable {
            // The bytes are not JSON, or not JSON that all readers read in the same way.
            case empty, tooLarge, tooDeep, unexpectedByte, unexpectedEnd, trailingBytes, badLiteral, badNumber
            case controlCharacter, badEscape, loneSurrogate
            case utf8StrayContinuation, utf8Truncated, utf8Overlong, utf8Surrogate, utf8OutOfRange, utf8InvalidByte
            case byteOrderMark, utf16, trailingComma, comment
            case unquotedKey, singleQuotes, equalsSign
            case duplicateKey
            // Valid JSON that is an unusual push.
            case notAnObject, apsMissing, apsNotAnObject, apsEmpty, apsWithoutEffect, overDeviceLimit
            case simulatorBundleMisspelt, escapedKey, duplicateKeyIgnored
            case contentAvailableSpelling, contentAvailableString, contentAvailableBoolean, contentAvailableOff
            case contentAvailableNotOne, contentAvailableWrongType
            case fcmSpelling, snakeCaseSpelling, legacyFCMKey, contentAvailableOutsideAps, contentAvailableInAlert
            case soundInAlert, badgeInAlert, alertKeyInAps, unknownApsKey
            case wakeBesideAlert, alertEmpty, soundEmpty, badgeNull, mutableContentWithoutAlert
            case fieldWrongType, fieldOutOfRange, locArgsString
            case eventWithoutTimestamp, eventWithoutState, startWithoutAttributes, contentChangedNotTrue
            case cloudKitBesideAps, jsonInString, bigInteger, hugeNumber, nulEscape
            case envelopeNotAnObject, envelopeVersion, envelopeScenario, envelopeHost, envelopeSubscription
            case envelopeHead, envelopeActivities, envelopeTruncated, envelopeNotSilent
        }

        let name: Name

        init(_ name: Name) { self.name = name }

        /// The code with this spelling; nil for an unknown word.
        public init?(_ spelling: some StringProtocol) {
            guard let name = Name(rawValue: String(spelling)) else { return nil }
            self.name = name
        }

        /// Every code that this version knows.
        public static let all: [Code] = Name.allCases.map(Code.init)

        /// The spelling in machine-readable output.
        public var description: String { self.name.rawValue }
    }
}
