import LabCommand
import StarterApp

ShoulderTapTool.main(apps: ["notes": Notes.init])
