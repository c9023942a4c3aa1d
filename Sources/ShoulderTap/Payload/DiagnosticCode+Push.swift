/// Codes for valid JSON that is an unusual push.
///
/// Each comment is the code's ``message``; a test compares them.
extension PayloadDiagnostic.Code {
    /// The payload is not a JSON object.
    public static var notAnObject: Self { Self(.notAnObject) }
    /// There is no aps dictionary.
    public static var apsMissing: Self { Self(.apsMissing) }
    /// aps is not an object.
    public static var apsNotAnObject: Self { Self(.apsNotAnObject) }
    /// aps is empty; only a VoIP or push-to-talk topic delivers that.
    public static var apsEmpty: Self { Self(.apsEmpty) }
    /// aps does not show, play, count, wake or update anything.
    public static var apsWithoutEffect: Self { Self(.apsWithoutEffect) }
    /// The payload is over the limit of 4096 bytes, or 5120 bytes for a VoIP push.
    public static var overDeviceLimit: Self { Self(.overDeviceLimit) }
    /// The bundle key of the simulator is misspelt.
    public static var simulatorBundleMisspelt: Self { Self(.simulatorBundleMisspelt) }
    /// A known key is spelt with escapes.
    public static var escapedKey: Self { Self(.escapedKey) }
    /// A key occurs twice; some readers keep the first, most the last.
    public static var duplicateKeyIgnored: Self { Self(.duplicateKeyIgnored) }
    /// content-available is 1 in an unusual spelling.
    public static var contentAvailableSpelling: Self { Self(.contentAvailableSpelling) }
    /// content-available is a string, as dotAPNS and old tutorials send it; strictly, this does not wake the app,
    /// although SDKs such as Pushwoosh and OneSignal treat it as true.
    public static var contentAvailableString: Self { Self(.contentAvailableString) }
    /// content-available is a boolean; strictly, this does not wake the app, although SDKs such as Pushwoosh, Braze
    /// and OneSignal treat it as 1.
    public static var contentAvailableBoolean: Self { Self(.contentAvailableBoolean) }
    /// content-available is off, but SDKs that only test whether the key is present treat it as true.
    public static var contentAvailableOff: Self { Self(.contentAvailableOff) }
    /// content-available is a number other than 1; SDKs disagree about what that means.
    public static var contentAvailableNotOne: Self { Self(.contentAvailableNotOne) }
    /// content-available is not a number; SDKs read it differently, and some crash.
    public static var contentAvailableWrongType: Self { Self(.contentAvailableWrongType) }
    /// This is the spelling of the FCM Admin SDK's input; APNs and iOS do not know it.
    public static var fcmSpelling: Self { Self(.fcmSpelling) }
    /// This key has an underscore where APNs has a hyphen.
    public static var snakeCaseSpelling: Self { Self(.snakeCaseSpelling) }
    /// This is a field of FCM's legacy HTTP request, not of an APNs payload.
    public static var legacyFCMKey: Self { Self(.legacyFCMKey) }
    /// content-available or mutable-content is outside aps and will be ignored.
    public static var contentAvailableOutsideAps: Self { Self(.contentAvailableOutsideAps) }
    /// content-available or mutable-content is inside alert and will be ignored.
    public static var contentAvailableInAlert: Self { Self(.contentAvailableInAlert) }
    /// sound is inside alert; only a Live Activity may have it there.
    public static var soundInAlert: Self { Self(.soundInAlert) }
    /// badge is inside alert and will be ignored.
    public static var badgeInAlert: Self { Self(.badgeInAlert) }
    /// A key of the alert dictionary is directly in aps.
    public static var alertKeyInAps: Self { Self(.alertKeyInAps) }
    /// APNs does not know this key of aps.
    public static var unknownApsKey: Self { Self(.unknownApsKey) }
    /// This is an alert push that also wakes the app: content-available is 1, with alert, badge or sound.
    public static var wakeBesideAlert: Self { Self(.wakeBesideAlert) }
    /// alert is empty: the push shows nothing, but strictly it is not silent.
    public static var alertEmpty: Self { Self(.alertEmpty) }
    /// sound is empty: the push plays nothing, but strictly it is not silent.
    public static var soundEmpty: Self { Self(.soundEmpty) }
    /// badge is null: the push changes nothing, but strictly it is not silent.
    public static var badgeNull: Self { Self(.badgeNull) }
    /// mutable-content has no effect without an alert.
    public static var mutableContentWithoutAlert: Self { Self(.mutableContentWithoutAlert) }
    /// This field has a type that APNs does not document.
    public static var fieldWrongType: Self { Self(.fieldWrongType) }
    /// This field has a value outside its documented range.
    public static var fieldOutOfRange: Self { Self(.fieldOutOfRange) }
    /// The localisation arguments are a single string instead of an array.
    public static var locArgsString: Self { Self(.locArgsString) }
    /// A Live Activity event has no timestamp.
    public static var eventWithoutTimestamp: Self { Self(.eventWithoutTimestamp) }
    /// A Live Activity start or update has no content-state object.
    public static var eventWithoutState: Self { Self(.eventWithoutState) }
    /// A Live Activity start lacks attributes-type or attributes.
    public static var startWithoutAttributes: Self { Self(.startWithoutAttributes) }
    /// content-changed is not the boolean true.
    public static var contentChangedNotTrue: Self { Self(.contentChangedNotTrue) }
    /// A CloudKit frame is beside aps.
    public static var cloudKitBesideAps: Self { Self(.cloudKitBesideAps) }
    /// A string contains JSON, which the app has to parse separately.
    public static var jsonInString: Self { Self(.jsonInString) }
    /// An integer is beyond 2^53 and loses digits in readers that use doubles.
    public static var bigInteger: Self { Self(.bigInteger) }
    /// A number does not fit 64 bits.
    public static var hugeNumber: Self { Self(.hugeNumber) }
    /// A string contains the NUL character, and readers in C stop there.
    public static var nulEscape: Self { Self(.nulEscape) }
    /// shoulderTap is not an object.
    public static var envelopeNotAnObject: Self { Self(.envelopeNotAnObject) }
    /// The envelope's v is not 1.
    public static var envelopeVersion: Self { Self(.envelopeVersion) }
    /// The envelope's scenario is not userNotifications.
    public static var envelopeScenario: Self { Self(.envelopeScenario) }
    /// The envelope has no host.
    public static var envelopeHost: Self { Self(.envelopeHost) }
    /// The envelope has no subscription.
    public static var envelopeSubscription: Self { Self(.envelopeSubscription) }
    /// The envelope's head is not a string.
    public static var envelopeHead: Self { Self(.envelopeHead) }
    /// The envelope's activities are not an array of objects with a string id.
    public static var envelopeActivities: Self { Self(.envelopeActivities) }
    /// The envelope's truncated mark is not a boolean.
    public static var envelopeTruncated: Self { Self(.envelopeTruncated) }
    /// The payload has a ShoulderTap envelope, but is not a silent push.
    public static var envelopeNotSilent: Self { Self(.envelopeNotSilent) }
}
