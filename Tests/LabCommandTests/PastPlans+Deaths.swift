/// Plans of apps that died before all that they wanted was done.
extension PastPlans {
    static let ofDeaths: [String] = [
        """
        version: 1
        about: "An app that dies midway may have alerted of what it could not keep."
        seed: 81
        users:
          alice: {phone: ios, laptop: windows}
        steps:
          - {publish: {as: r1}}
          - {at: 1s, publish: {as: r2}, dice: 4}
          - {at: 1s, lose_requests: phone}
          - {at: 8s, dismiss: {device: laptop, n: r1}}
          - {at: 12s, lose_requests: phone}
          - {at: 18s, delay_answer: {device: phone, by: 1s}}
          - {at: 18s, publish: {as: r3}}
          - {at: 23s, lose_requests: phone}
          - {at: 43s, crash_midway: phone}
          - {at: 43100ms, crash: laptop}
        expect: []

        """,
        """
        version: 1
        about: "A tap comes for a subscription that the app had heard of and did not live to keep."
        seed: 3809
        users:
          alice: {tablet: android}
        steps:
          - {at: 1s, sign_in: {device: tablet, account: work}, dice: 6}
          - {at: 1188ms, crash_midway: tablet}
          - {at: 1188ms, publish: {as: r3}, dice: 10}
          - {at: 1288ms, publish: {as: r4}}
        expect: []

        """,
        """
        version: 1
        about: "An app dies before it can show that what its user did could not be done."
        seed: 2277
        users:
          alice: {tablet: android}
        steps:
          - {publish: {as: r6}}
          - {at: 100ms, refuse_tokens: tablet}
          - {after: 1s, crash: tablet}
          - {at: 1100ms, snooze: {device: tablet, n: r6}, dice: 26}
          - {at: 1198ms, crash_midway: tablet}
          - {at: 1298ms, crash: tablet}
        expect: []

        """,
    ]
}
