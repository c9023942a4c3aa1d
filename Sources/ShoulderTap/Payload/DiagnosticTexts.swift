extension PayloadDiagnostic.Code {
    /// The severity of this kind of finding.
    public var severity: PayloadDiagnostic.Severity { self.text.severity }
    /// One sentence that says what is wrong.
    public var message: String { self.text.message }
    /// One sentence that says what to do.
    public var remedy: String { self.text.remedy }

    private struct Text {
        var severity: PayloadDiagnostic.Severity
        var message: String
        var remedy: String

        init(_ severity: PayloadDiagnostic.Severity, _ message: String, _ remedy: String) {
            self.severity = severity
            self.message = message
            self.remedy = remedy
        }
    }

    private var text: Text {
        switch self.name {
        case .empty:
            Text(
                .error, "The payload is empty.", "Send a JSON object with an aps dictionary; APNs answers PayloadEmpty."
            )
        case .tooLarge:
            Text(
                .error, "The payload is over 5120 bytes, more than any push service accepts.",
                "Send an identifier and let the app fetch the content.")
        case .tooDeep:
            Text(.error, "The nesting is deeper than 64 levels.", "Flatten the custom data.")
        case .unexpectedByte:
            Text(.error, "This byte is not allowed here.", "Write the payload with a JSON encoder, not by hand.")
        case .unexpectedEnd:
            Text(
                .error, "The payload ends in the middle of a value.",
                "Check whether the sender or the capture cut it off.")
        case .trailingBytes:
            Text(
                .error, "There is more text after the end of the JSON value.",
                "Send one value; if a file has one payload per line, name it .jsonl.")
        case .badLiteral:
            Text(.error, "This word is neither true, false nor null.", "Quote it, or spell it in lower case.")
        case .badNumber:
            Text(
                .error, "This is not a JSON number.",
                "Remove plus signs, leading zeros, bare points and hexadecimal digits.")
        case .controlCharacter:
            Text(.error, "A string contains a raw control character.", "Escape it, for example as \\n or \\u0007.")
        case .badEscape:
            Text(
                .error, "This escape does not exist in JSON.",
                "Use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits.")
        case .loneSurrogate:
            Text(
                .error, "A \\u escape is half of a surrogate pair.",
                "Write both halves, or the character itself in UTF-8.")
        case .utf8StrayContinuation:
            Text(.error, "A UTF-8 continuation byte has no first byte.", "Encode the payload as UTF-8.")
        case .utf8Truncated:
            Text(
                .error, "A UTF-8 sequence is cut short.",
                "Cut texts between characters, not between bytes.")
        case .utf8Overlong:
            Text(.error, "A UTF-8 sequence is longer than its character needs.", "Encode the payload as UTF-8.")
        case .utf8Surrogate:
            Text(
                .error, "A UTF-8 sequence encodes a surrogate.",
                "Encode as UTF-8, not as CESU-8 or Java's modified form.")
        case .utf8OutOfRange:
            Text(.error, "A UTF-8 sequence encodes a number above U+10FFFF.", "Encode the payload as UTF-8.")
        case .utf8InvalidByte:
            Text(.error, "This byte never occurs in UTF-8.", "Encode the payload as UTF-8, not as Latin-1.")
        case .byteOrderMark:
            Text(.error, "The payload starts with a byte-order mark.", "Save the file as UTF-8 without BOM.")
        case .utf16:
            Text(.error, "The payload is encoded as UTF-16 or UTF-32.", "Save the file as UTF-8.")
        case .trailingComma:
            Text(.error, "A comma is before a closing bracket.", "Remove the comma.")
        case .comment:
            Text(.error, "The payload contains a comment, which JSON does not allow.", "Remove the comment.")
        case .unquotedKey:
            Text(
                .error, "A key has no quotes.",
                "Quote it; if this is a printed dictionary, capture the JSON bytes instead.")
        case .singleQuotes:
            Text(.error, "A string is in single quotes.", "Use double quotes.")
        case .equalsSign:
            Text(
                .error, "There is an equals sign instead of a colon, as in a printed dictionary.",
                "Capture the JSON bytes instead of the dictionary's description.")
        case .duplicateKey:
            Text(
                .error, "A key that decides the verdict occurs twice, and readers disagree which one counts.",
                "Write the key once.")
        default: self.pushText
        }
    }

    private var pushText: Text {
        switch self.name {
        case .notAnObject:
            Text(.error, "The payload is not a JSON object.", "Wrap it in an object with an aps dictionary.")
        case .apsMissing:
            Text(.warning, "There is no aps dictionary.", "Add one, unless this payload is not for APNs.")
        case .apsNotAnObject:
            Text(.error, "aps is not an object.", "Make it an object; APNs ignores anything else.")
        case .apsEmpty:
            Text(
                .note, "aps is empty; only a VoIP or push-to-talk topic delivers that.",
                "For a silent push write \"content-available\":1.")
        case .apsWithoutEffect:
            Text(
                .warning, "aps does not show, play, count, wake or update anything.",
                "Add an alert, or for a silent push \"content-available\":1.")
        case .overDeviceLimit:
            Text(
                .error, "The payload is over the limit of 4096 bytes, or 5120 bytes for a VoIP push.",
                "Send less; APNs answers PayloadTooLarge.")
        case .simulatorBundleMisspelt:
            Text(
                .warning, "The bundle key of the simulator is misspelt.",
                "Write \"Simulator Target Bundle\".")
        case .escapedKey:
            Text(
                .note, "A known key is spelt with escapes.",
                "Write it without escapes; filters that compare bytes do not recognise it.")
        case .duplicateKeyIgnored:
            Text(
                .warning, "A key occurs twice; some readers keep the first, most the last.",
                "Write the key once.")
        case .contentAvailableSpelling:
            Text(.note, "content-available is 1 in an unusual spelling.", "Write 1.")
        case .contentAvailableString:
            Text(
                .warning,
                "content-available is a string, as dotAPNS and old tutorials send it; strictly, this does not wake the "
                    + "app, although SDKs such as Pushwoosh and OneSignal treat it as true.",
                "Send the number 1.")
        case .contentAvailableBoolean:
            Text(
                .warning,
                "content-available is a boolean; strictly, this does not wake the app, although SDKs such as "
                    + "Pushwoosh, Braze and OneSignal treat it as 1.",
                "Send the number 1.")
        case .contentAvailableOff:
            Text(
                .note, "content-available is off, but SDKs that only test whether the key is present treat it as true.",
                "Leave the key out.")
        case .contentAvailableNotOne:
            Text(
                .warning, "content-available is a number other than 1; SDKs disagree about what that means.",
                "Send the number 1.")
        case .contentAvailableWrongType:
            Text(
                .warning, "content-available is not a number; SDKs read it differently, and some crash.",
                "Send the number 1.")
        default: self.spellingText
        }
    }

    private var spellingText: Text {
        switch self.name {
        case .fcmSpelling:
            Text(
                .warning, "This is the spelling of the FCM Admin SDK's input; APNs and iOS do not know it.",
                "Write content-available or mutable-content with a hyphen and the number 1.")
        case .snakeCaseSpelling:
            Text(
                .warning, "This key has an underscore where APNs has a hyphen.",
                "Write content-available or mutable-content.")
        case .legacyFCMKey:
            Text(
                .warning, "This is a field of FCM's legacy HTTP request, not of an APNs payload.",
                "Put content-available or mutable-content with the number 1 into aps.")
        case .contentAvailableOutsideAps:
            Text(
                .warning, "content-available or mutable-content is outside aps and will be ignored.",
                "Move it into aps.")
        case .contentAvailableInAlert:
            Text(
                .warning, "content-available or mutable-content is inside alert and will be ignored.",
                "Move it up into aps.")
        case .soundInAlert:
            Text(.warning, "sound is inside alert; only a Live Activity may have it there.", "Move it up into aps.")
        case .badgeInAlert:
            Text(.warning, "badge is inside alert and will be ignored.", "Move it up into aps.")
        case .alertKeyInAps:
            Text(.warning, "A key of the alert dictionary is directly in aps.", "Move it into alert.")
        case .unknownApsKey:
            Text(
                .note, "APNs does not know this key of aps.",
                "Put custom data outside aps.")
        case .wakeBesideAlert:
            Text(
                .note,
                "This is an alert push that also wakes the app: content-available is 1, with alert, badge or sound.",
                "For a silent push remove alert, badge and sound.")
        case .alertEmpty:
            Text(
                .warning, "alert is empty: the push shows nothing, but strictly it is not silent.",
                "Remove alert.")
        case .soundEmpty:
            Text(
                .warning, "sound is empty: the push plays nothing, but strictly it is not silent.",
                "Remove sound.")
        case .badgeNull:
            Text(
                .warning, "badge is null: the push changes nothing, but strictly it is not silent.",
                "Remove badge.")
        case .mutableContentWithoutAlert:
            Text(.warning, "mutable-content has no effect without an alert.", "Add an alert, or remove the key.")
        default: self.fieldText
        }
    }

    private var fieldText: Text {
        switch self.name {
        case .fieldWrongType:
            Text(.warning, "This field has a type that APNs does not document.", "Send the documented type.")
        case .fieldOutOfRange:
            Text(.warning, "This field has a value outside its documented range.", "Send a documented value.")
        case .locArgsString:
            Text(
                .warning, "The localisation arguments are a single string instead of an array.",
                "Wrap the string in an array.")
        case .eventWithoutTimestamp:
            Text(.warning, "A Live Activity event has no timestamp.", "Add timestamp in seconds since 1970.")
        case .eventWithoutState:
            Text(.warning, "A Live Activity start or update has no content-state object.", "Add content-state.")
        case .startWithoutAttributes:
            Text(
                .warning, "A Live Activity start lacks attributes-type or attributes.",
                "Add both; the type is the name of the ActivityAttributes structure.")
        case .contentChangedNotTrue:
            Text(
                .warning, "content-changed is not the boolean true.",
                "Send true; this key is a boolean, unlike content-available.")
        case .cloudKitBesideAps:
            Text(.note, "A CloudKit frame is beside aps.", "Also give the payload to CKNotification.")
        case .jsonInString:
            Text(
                .note, "A string contains JSON, which the app has to parse separately.",
                "Send the object itself.")
        case .bigInteger:
            Text(
                .note, "An integer is beyond 2^53 and loses digits in readers that use doubles.",
                "Send it as a string.")
        case .hugeNumber:
            Text(.note, "A number does not fit 64 bits.", "Send it as a string.")
        case .nulEscape:
            Text(.note, "A string contains the NUL character, and readers in C stop there.", "Leave it out.")
        default: self.envelopeText
        }
    }

    private var envelopeText: Text {
        switch self.name {
        case .envelopeNotAnObject:
            Text(
                .warning, "shoulderTap is not an object.", "Make it an object with v, scenario, host and subscription.")
        case .envelopeVersion:
            Text(.warning, "The envelope's v is not 1.", "Send \"v\":1; other versions are not supported.")
        case .envelopeScenario:
            Text(
                .warning, "The envelope's scenario is not userNotifications.",
                "Send \"scenario\":\"userNotifications\"; other scenarios are not supported.")
        case .envelopeHost:
            Text(.warning, "The envelope has no host.", "Send host as a string that is not empty.")
        case .envelopeSubscription:
            Text(
                .warning, "The envelope has no subscription.",
                "Send subscription as a string that is not empty.")
        case .envelopeHead:
            Text(.warning, "The envelope's head is not a string.", "Send a string, or leave head out.")
        case .envelopeActivities:
            Text(
                .warning, "The envelope's activities are not an array of objects with a string id.",
                "Send [{\"id\":\"…\"}], or leave activities out.")
        case .envelopeTruncated:
            Text(.warning, "The envelope's truncated mark is not a boolean.", "Send true, or leave truncated out.")
        default:
            Text(
                .warning, "The payload has a ShoulderTap envelope, but is not a silent push.",
                "Send content-available 1 without alert, badge and sound.")
        }
    }
}
