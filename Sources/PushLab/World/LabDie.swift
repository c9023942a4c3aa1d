import Basics

/// The purposes that the lab draws random numbers for.
///
/// The numbers are part of the format of seeds.
// These are computed properties, because a constant that another module creates is looked up at each roll.
extension DiePurpose {
    static var connectDelay: DiePurpose { DiePurpose(number: 1) }
    static var requestDelay: DiePurpose { DiePurpose(number: 2) }
    static var answerDelay: DiePurpose { DiePurpose(number: 3) }
    static var requestLoss: DiePurpose { DiePurpose(number: 4) }
    static var answerLoss: DiePurpose { DiePurpose(number: 5) }
    static var tapDelay: DiePurpose { DiePurpose(number: 6) }
    static var tapLoss: DiePurpose { DiePurpose(number: 7) }
    static var tapCopy: DiePurpose { DiePurpose(number: 8) }
    static var senderDelay: DiePurpose { DiePurpose(number: 9) }
    static var publishDelay: DiePurpose { DiePurpose(number: 10) }
    static var tokenDelay: DiePurpose { DiePurpose(number: 11) }
    static var connectRefusal: DiePurpose { DiePurpose(number: 12) }
    static var postAnswerDelay: DiePurpose { DiePurpose(number: 13) }
    /// The decision whether a process sent its last messages before it died.
    static var lastWords: DiePurpose { DiePurpose(number: 14) }
    /// The time that the store of the service takes to commit.
    static var commitDelay: DiePurpose { DiePurpose(number: 19) }
    /// The decision whether the store wrote a commit before the process that waited for it died.
    static var lastCommit: DiePurpose { DiePurpose(number: 20) }
    /// The trouble that a push has at Apple's front door.
    static var pushTrouble: DiePurpose { DiePurpose(number: 21) }
    /// The key that signs the service's provider tokens.
    static var providerKey: DiePurpose { DiePurpose(number: 22) }
    /// The number of actions of an app that are carried out before the app dies.
    static var deathMidway: DiePurpose { DiePurpose(number: 15) }
    /// Fresh values that cannot be guessed: ids, keys, tokens.
    static var fresh: DiePurpose { DiePurpose(number: 16) }
    static var accessToken: DiePurpose { DiePurpose(number: 17) }
    static var pushToken: DiePurpose { DiePurpose(number: 18) }
    /// The random numbers that an app requests.
    static var app: DiePurpose { DiePurpose(number: 32) }
    /// The random numbers of the SDK in an app.
    static var sdk: DiePurpose { DiePurpose(number: 33) }
    /// The random numbers that a server under test requests. They are counted across all events of one cause.
    static var backend: DiePurpose { DiePurpose(number: 34) }
    /// The random numbers that an app under test requests. They are counted across all events of one cause.
    static var appInOrder: DiePurpose { DiePurpose(number: 35) }
    /// The decision whether states are packed and unpacked, or encoded and decoded, during a run.
    static var roundTrip: DiePurpose { DiePurpose(number: 36) }
    /// The random commands of a comparison with a model.
    static var comparison: DiePurpose { DiePurpose(number: 38) }
    /// The choices that a scenario leaves to chance.
    static var scenario: DiePurpose { DiePurpose(number: 48) }
    /// The faults around the operations of a test.
    static var storm: DiePurpose { DiePurpose(number: 49) }
    /// The faults that occur while steps are chosen by chance.
    static var faults: DiePurpose { DiePurpose(number: 50) }
    /// Draws that decide which settings a seed leaves out.
    static var knob: DiePurpose { DiePurpose(number: 51) }
    /// The relation that a seed is checked against, if any.
    static var relation: DiePurpose { DiePurpose(number: 64) }
    /// The differences of a second run.
    static var variation: DiePurpose { DiePurpose(number: 65) }
}
