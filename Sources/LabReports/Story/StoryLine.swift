package import Basics

/// One line of a story about a history: time, actor and text.
package struct StoryLine: Hashable, Sendable {
    package enum Tone: Hashable, Sendable, CaseIterable {
        case plain
        /// An action of a user or an app server.
        case deed
        /// The expected outcome of earlier events.
        case good
        /// Something was lost or refused.
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
