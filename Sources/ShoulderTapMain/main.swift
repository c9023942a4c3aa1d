import LabCommand

ShoulderTapCommand.main()
