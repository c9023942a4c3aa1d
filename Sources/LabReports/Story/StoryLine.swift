package import Basics

/// One line of a retold history: when, who, and what, in words.
package struct StoryLine: Hashable, Sendable {
    package enum Tone: Hashable, Sendable, CaseIterable {
        case plain
        /// People and app servers do something.
        case deed
        /// What somebody waits for has come about.
        case good
        /// Something got lost or was refused.
        case bad
    }

    package var time: Interval
    package var actor: String
    package var text: String
    package var tone: Tone

    package init(_ time: Interval, _ actor: String, _ text: String, _ tone: Tone = .plain) {
        self.time = time
        self.actor = actor
        self.text = text
        self.tone = tone
    }
}
