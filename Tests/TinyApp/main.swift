import LabCommand
import PushLab

ShoulderTapTool.main(apps: [
    "tiny": { TinyApp($0) },
    "deaf": { TinyApp($0, heedsDismissals: false) },
    "naive-badge": { BadgeApp($0, counting: .taps) },
    "right-badge": { BadgeApp($0, counting: .whatWaits) },
    "idle": { _ in IdleApp() },
    "trapping": { FailingApp($0, .traps) },
    "trapping-once": { FailingApp($0, .trapsOnce) },
    "looping": { FailingApp($0, .loops) },
    "exiting": { FailingApp($0, .exits) },
    "waiting": { WaitingApp($0) },
])
