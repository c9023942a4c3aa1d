package import PushLab

extension Scenario {
    /// A scenario file to start with: every kind of line once, with an explanation.
    package static let starter = """
        # A scenario: users and their devices, the steps, and the expected end.
        # Run it:  shouldertap run THIS-FILE --seed 7
        version: 1
        about: A notification dismissed on one device disappears from all, even from one that was offline.

        # Users, and their devices: ios, android or windows.
        # For many users:  users: {count: 100, devices: {ios: 2, android: 1}}, named u0.d0, u0.d1 and so on.
        users:
          alice: {phone: ios, tablet: android, laptop: windows}

        # The delays of messages, and the share that gets lost. Leave it out for a good network.
        network:
          signal: {delay: 80ms..2s, loss: 10%, dup: 5%}
          fetch: {latency: 10ms..300ms, loss: 2%, answer_loss: 2%}
          connect: {latency: 30ms..120ms, refused: 5%}

        # The steps in order of time: at a time since the start, or after the previous step.
        #   publish {as, user, content, visual, expires}
        #   open, dismiss, snooze, read, delete {device, n}
        #   foreground, background, suspend, force_quit, crash, crash_midway, reinstall, rotate_token, sign_out: DEVICE
        #   lock, unlock, without_background_mode, with_background_mode: DEVICE
        #   offline, low_power {device, for} and online, normal_power: DEVICE; sign_in {device, account}
        #   lose_taps, double_taps, lose_requests, lose_answers, refuse_tokens {device, count}
        #   delay_tap, delay_answer {device, by}; repeat_tap {device, after}
        #   refuse_connections {device, count, because}; break_connection: DEVICE
        #   random {operations, over}: steps such as those above, chosen by the seed
        #   expect {…}: the same keys as below, checked now; quiesce {within}: no faults until everything has settled
        steps:
          - {at: 5s, publish: {as: lunch, content: "Lunch at noon?", expires: 3h}}
          - {at: 10s, quiesce: {}}
          - {offline: {device: tablet, for: 10m}}
          - {after: 10s, dismiss: {device: phone, n: lunch}}
          - {quiesce: {within: 30m}}

        # The expected end. States: active, activated, dismissed, snoozed, gone; banners: shown, none.
        expect:
          - {everywhere: lunch, state: dismissed, banner: none}
          - {device: tablet, n: lunch, read: false}
          - {agree: all}

        """
}
