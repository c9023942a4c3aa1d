import LabCommand

LabCommand.main()
