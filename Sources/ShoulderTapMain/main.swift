import LabCommand

ShoulderTapTool.main()
