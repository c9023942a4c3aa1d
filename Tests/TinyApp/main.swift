import LabCommand
import PushLab

ShoulderTapTool.main(apps: [
    "tiny": { TinyApp($0) },
    "deaf": { TinyApp($0, heedsDismissals: false) },
    "naive-badge": { BadgeApp($0, counting: .taps) },
    "right-badge": { BadgeApp($0, counting: .whatWaits) },
    "idle": { _ in IdleApp() },
    "waiting": { WaitingApp($0) },
])
