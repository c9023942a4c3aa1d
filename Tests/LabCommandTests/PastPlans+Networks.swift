extension PastPlans {
    /// Those that need a network of their own, mostly a slow one.
    static let ofOtherNetworks: [String] = [
        """
        version: 1
        about: "Answers that came in good time while the process slept count, however late it hears of them."
        seed: 4372
        users:
          alice: {phone: ios, tablet: android, laptop: windows}
        network:
          fetch: {latency: exp(2s)}
        steps:
          - {at: 1m, publish: {as: r1}}
          - {at: 70s, publish: {as: r2}}
          - {at: 70s, background: laptop}
          - {at: 310s, delete: {device: phone, n: r1}}
          - {at: 310s, lose_answers: laptop}
          - {at: 2170s, publish: {as: r5}}
          - {at: 2590s, snooze: {device: phone, n: r5}}
          - {at: 2710s, publish: {as: r8}}
          - {at: 3610s, foreground: laptop}
          - {at: 3610s, break_connection: laptop}
          - {at: 3620s, suspend: laptop}
          - {at: 3620s, publish: {as: r9}}
          - {at: 3620s, lose_requests: laptop}
          - {at: 3680s, snooze: {device: laptop, n: r8}, dice: 26}
          - {at: 3680s, suspend: laptop}
          - {at: 3740s, dismiss: {device: tablet, n: r8}}
          - {at: 3740s, expire_cursors: alice}
        expect: []

        """,
        """
        version: 1
        about: "An alert that comes late, of what has ended on the way, leaves the tray."
        seed: 1
        users:
          alice: {tablet: ios}
        network:
          signal: {delay: 30s}
        steps:
          - {at: 5s, publish: {as: n1, visual: true}}
          - {at: 6s, publish: {as: n1, expires: 2s}}
          - {at: 20s, suspend: tablet}
          - {at: 21s, foreground: tablet}
          - {at: 2m, expect: {device: tablet, n: n1, banner: none}}
        expect: [{agree: all}]

        """,
        """
        version: 1
        about: "What its user dismissed while it began anew does not come back with a page that is older."
        seed: 1
        users:
          alice: {watch: ios, laptop: ios}
        network:
          fetch: {latency: 1s}
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 60s, expire_cursors: alice}
          - {at: 60s, background: watch}
          - {at: 60s, foreground: watch}
          - {at: 62500ms, dismiss: {device: watch, n: n1}}
          - {at: 62900ms, delay_answer: {device: watch, by: 3s}}
          - {at: 5m, expect: {device: laptop, n: n1, state: dismissed}}
          - {at: 5m, expect: {device: watch, n: n1, state: dismissed, banner: none}}
        expect: [{agree: all}]

        """,
        """
        version: 1
        about: "What its user deleted while it began anew does not come back with a page that is older."
        seed: 20
        users:
          alice: {watch: ios, laptop: ios}
        network:
          fetch: {latency: 5ms..200ms}
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 60s, expire_cursors: alice}
          - {at: 60s, delete: {device: watch, n: n1}}
        expect: [{agree: all}]

        """,
        """
        version: 1
        about: "An answer to the new process bears the number of a fetch of the old one."
        seed: 411
        users:
          alice: {tablet: android}
        network:
          fetch: {latency: 5ms..2s}
          signal: {delay: 50ms..20s}
        steps:
          - {at: 10s, publish: {as: r2}, dice: 3}
          - {at: 17957664us, reinstall: tablet}
          - {at: 23416252us, dismiss: {device: tablet, n: r2}}
        expect: []

        """,
        """
        version: 1
        about: "What its user deleted while the request was lost is not shown, though it was read."
        seed: 136
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {latency: 5ms..2s, loss: 20%}
          signal: {delay: 50ms..20s}
        steps:
          - {publish: {as: r1}}
          - {at: 1m, delete: {device: laptop, n: r1}}
          - {at: 63787360us, read: {device: phone, n: r1}, dice: 19}
          - {at: 73787360us, double_taps: laptop}
        expect: []

        """,
        """
        version: 1
        about: "What its user did last is still to be told when the request about what was done before is answered."
        seed: 2067
        users:
          alice: {phone: ios}
        network:
          fetch: {loss: 20%, answer_loss: 20%}
        steps:
          - {publish: {as: r7}}
          - {at: 1s, dismiss: {device: phone, n: r7}, dice: 30}
          - {at: 1s, snooze: {device: phone, n: r7}}
          - {at: 58166566us, crash: phone}
        expect: []

        """,
        """
        version: 1
        about: "What was marked as read and deleted at once is not shown, though only the first was answered."
        seed: 1666
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {loss: 20%}
        steps:
          - {publish: {as: r5}}
          - {at: 1s, read: {device: laptop, n: r5}, dice: 23}
          - {at: 1s, delete: {device: laptop, n: r5}}
          - {at: 1s, publish: {as: r6}}
          - {at: 2s, crash: phone}
        expect: []

        """,
        """
        version: 1
        about: "A refusal of what a former process sent is heard by nobody."
        seed: 30
        users:
          alice: {phone: ios, tablet: android, laptop: windows}
        network:
          send: {latency: 1ms..1m}
        steps:
          - {at: 1s, publish: {as: r1}}
          - {at: 1s, publish: {as: r1}}
          - {at: 61s, open: {device: phone, n: r1}}
          - {at: 61s, publish: {as: r2}, dice: 9}
          - {at: 61100ms, dismiss: {device: tablet, n: r1}, dice: 11}
          - {at: 61100ms, open: {device: phone, n: r1}}
          - {at: 61100ms, publish: {as: r3}}
          - {at: 61200ms, sign_out: tablet, dice: 20}
          - {at: 61200ms, publish: {as: r4}, dice: 21}
          - {at: 61300ms, publish: {as: r5}}
          - {at: 71300ms, snooze: {device: laptop, n: r3}, dice: 23}
          - {at: 71300ms, open: {device: phone, n: r3}}
          - {at: 71300ms, publish: {as: r6}, dice: 25}
          - {at: 71300ms, publish: {as: r7}, dice: 26}
          - {at: 71300ms, publish: {as: r5}, dice: 27}
          - {at: 71300ms, publish: {as: r8}, dice: 29}
          - {at: 81300ms, reinstall: phone}
          - {at: 91300ms, publish: {as: r9}, dice: 39}
          - {at: 119104390us, kill_service: {for: 14965us}, dice: 550041}
          - {at: 143379820us, snooze: {device: phone, n: r8}}
          - {at: 143379820us, kill_service: {for: 597391us}}
        expect: []

        """,
        """
        version: 1
        about: "Who signs out over a connection that breaks, and in again, is tapped."
        seed: 1554
        users:
          alice: {laptop: windows}
        network:
          fetch: {latency: 5ms..2s}
        steps:
          - {publish: {as: r1}}
          - {publish: {as: r12}}
          - {at: 10s, sign_in: {device: laptop, account: work}, dice: 44}
          - {at: 10s, break_connection: laptop, dice: 45}
        expect: []

        """,
        """
        version: 1
        about: "A registration of a connection that broke arrives late, and does not bring the former address back."
        seed: 1
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {latency: 5ms..2s}
        steps:
          - {at: 5s, rotate_token: laptop}
          - {at: 5s, break_connection: laptop}
          - {at: 5s, rotate_token: laptop}
          - {at: 20s, publish: {as: n1}}
        expect: []

        """,
        """
        version: 1
        about: "Where requests take longer than anybody waits, all comes to its end when the network is calm."
        seed: 2
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {latency: 5ms..30s}
        steps:
          - {at: 10m, publish: {as: n2}}
          - {at: 11m, sign_out: laptop}
          - {at: 40m, sign_out: laptop}
        expect: []

        """,
        """
        version: 1
        about: "Taps that are under way for months keep nobody from being woken when the network is calm."
        users:
          alice: {phone: ios, laptop: windows}
        network:
          signal: {delay: 0ms..365d}
        steps:
          - {at: 60s, publish: {as: n1}}
        expect: []

        """,
        """
        version: 1
        about: "Whoever tries to connect for days is not taken for one who does too much in no time."
        users:
          alice: {phone: ios, laptop: windows}
        network:
          connect: {refused: 100%}
        steps:
          - {at: 95h, publish: {as: n1}}
        expect: []

        """,
        """
        version: 1
        about: "An answer that its asker gave up came, and what is wanted is still wanted: read in parts."
        seed: 9710
        users:
          alice: {tablet: android, laptop: windows}
        network:
          fetch: {latency: 9s..11s}
        service: {page: 1}
        steps:
          - {publish: {as: r2}}
          - {publish: {as: r3}}
          - {at: 12m, dismiss: {device: laptop, n: r2}, dice: 7}
          - {at: 12m, publish: {as: r4}}
          - {at: 12m, read: {device: tablet, n: r2}}
          - {at: 12m, dismiss: {device: tablet, n: r2}}
          - {at: 12m, snooze: {device: laptop, n: r2}}
          - {at: 13m, partition: {push: [windows], for: 1s}}
        expect: []

        """,
        """
        version: 1
        about: "An answer that its asker gave up came, and what is wanted is still wanted: asked once more."
        seed: 20230
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {latency: exp(10s)}
        steps:
          - {publish: {as: r1}}
          - {at: 1m, dismiss: {device: phone, n: r1}}
          - {at: 1m, rotate_token: phone, dice: 11}
          - {at: 2m, kill_service: {for: 1s}}
          - {at: 121s, read: {device: laptop, n: r1}, dice: 15}
          - {at: 121s, snooze: {device: phone, n: r1}, dice: 16}
          - {at: 181s, kill_service: {for: 1s}}
        expect: []

        """,
        """
        version: 1
        about: "A request comes to the service when its device was set back to what was before."
        seed: 211674
        users:
          alice: {tablet: android}
        network:
          fetch: {latency: 9s..11s}
        steps:
          - {publish: {as: r1}}
          - {at: 16m, back_up: tablet}
          - {at: 16m, publish: {as: r1}}
          - {at: 17m, partition: {devices: [tablet], for: 6m}}
          - {at: 17m, read: {device: tablet, n: r1}, dice: 4}
          - {at: 1488s, restore: tablet}
        expect: []

        """,
        """
        version: 1
        about: "What its former installation took back is under way while a device registers anew."
        seed: 2
        users:
          alice: {phone: ios}
        network:
          fetch: {latency: 10ms..500ms}
        steps:
          - {at: 1s, sign_out: phone}
          - {at: 1s, reinstall: phone}
          - {at: 1s, sign_in: {device: phone, account: personal}}
          - {at: 1100ms, publish: {as: n1}}
        expect: []

        """,
        """
        version: 1
        about: "Whoever waits half an hour for a connection has not given up."
        seed: 335
        users:
          alice: {laptop: windows}
        network:
          connect: {latency: 1s..30m}
        steps:
          - {at: 8m, lose_requests: laptop}
          - {at: 8m, sign_in: {device: laptop, account: work}, dice: 21}
          - {at: 8m, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 500s, lose_requests: laptop}
          - {at: 9m, lose_requests: laptop}
          - {at: 9m, lose_requests: laptop}
          - {at: 9m, lose_answers: laptop}
          - {at: 11m, lose_requests: laptop}
          - {at: 12m, lose_requests: laptop}
          - {at: 16m, break_connection: laptop}
          - {at: 20m, rotate_token: laptop}
        expect: []

        """,
        """
        version: 1
        about: "A read whose last page came too late is given up with all its pages."
        seed: 700530
        users:
          alice: {phone: ios, laptop: windows}
        network:
          fetch: {latency: 9s..11s}
        service: {page: 1}
        steps:
          - {refuse_connections: {device: laptop, because: unreachable}}
          - {refuse_connections: {device: phone, because: unreachable}}
          - {at: 1m, publish: {as: r1}, dice: 1}
          - {at: 2m, crash: phone}
          - {at: 2m, dismiss: {device: laptop, n: r1}}
          - {at: 2m, refuse_connections: {device: phone, because: unreachable}}
          - {at: 130s, publish: {as: r5}, dice: 10}
          - {at: 190s, lose_requests: phone}
          - {at: 190s, publish: {as: r5}}
          - {at: 250s, crash: phone}
        expect: []

        """,
        """
        version: 1
        about: "A former installation registered after it had signed out, and is tapped until its address is gone."
        seed: 152
        users:
          alice: {tablet: android}
        network:
          fetch: {latency: 0s..10s}
        steps:
          - {at: 1m, sign_out: tablet, dice: 29}
          - {at: 70s, sign_in: {device: tablet, account: work}, dice: 58}
          - {at: 76s, reinstall: tablet}
          - {at: 76s, crash: tablet}
          - {at: 86s, publish: {as: r12}, dice: 62}
        expect: []

        """,
        """
        version: 1
        about: "The request of a process that died arrives, and a later one with the same number was lost."
        seed: 719
        users:
          alice: {laptop: windows}
        network:
          fetch: {latency: 0s..29m}
          send: {latency: 0s..20m}
        steps:
          - {at: 5m, crash: laptop}
          - {at: 5m, publish: {as: r3}, dice: 11}
          - {at: 12m, publish: {as: r5}, dice: 18}
          - {at: 30m, background: laptop, dice: 40}
          - {at: 30m, publish: {as: r10}, dice: 42}
          - {after: 100ms, crash: laptop}
          - {after: 15m, offline: {device: laptop, for: 1s}}
        expect: []

        """,
        """
        version: 1
        about: "A device without a network waits for a registration to age, and for nothing else that comes by itself."
        seed: 318
        users:
          alice: {phone: ios}
        network:
          fetch: {latency: 1s..30s}
        steps:
          - {back_up: phone}
          - {restore: phone, dice: 6}
          - {at: 4m, suspend: phone}
          - {at: 4m, publish: {as: r8}}
          - {at: 4m, offline: {device: phone, for: 1s}}
          - {at: 5m, offline: phone}
        expect: []

        """,
        """
        version: 1
        about: "A write that seems overruled arrives late and wins, and its own device sees that."
        seed: 12673
        users:
          alice: {phone: ios, laptop: windows}
        steps:
          - {at: 1209h, publish: {as: r3}}
          - {at: 81007m, slow: {device: laptop, by: 797ms, for: 1s}}
          - {at: 81007m, snooze: {device: phone, n: r3}}
          - {at: 81007m, dismiss: {device: laptop, n: r3}}
          - {at: 81007m, break_connection: laptop}
        expect: [{agree: all}]

        """,
    ]
}
