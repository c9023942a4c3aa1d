import LabCommand
import PushLab

LabCommand.main(apps: [
    "tiny": { TinyApp($0) },
    "deaf": { TinyApp($0, heedsDismissals: false) },
    "idle": { _ in IdleApp() },
    "waiting": { WaitingApp($0) },
])
