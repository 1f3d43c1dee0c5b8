// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

/// The command line of `batonctl`.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batonctl",
        abstract: "Control media players and Baton's agent.",
        discussion: """
            Does everything that playerctl does, with its options and messages, and controls the responder chain. \
            Without --player a command goes to the agent, which finds the player; without the agent it goes to the \
            player that plays.

            Exit status: 0 done; 1 no player, not handled, or the player refused; 2 the agent is not reachable; \
            64 the command line is not valid.

            'batonctl help TOPIC' opens a manual page; the topics are \(ManualTopic.names).
            """,
        version: "batonctl \(BatonBus.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Playback",
                subcommands: [
                    PlayCommand.self, PauseCommand.self, PlayPauseCommand.self, StopCommand.self, NextCommand.self,
                    PreviousCommand.self, OpenCommand.self, ResumeCommand.self, SleepCommand.self,
                ]),
            CommandGroup(
                name: "Player",
                subcommands: [
                    StatusCommand.self, MetadataCommand.self, PositionCommand.self, VolumeCommand.self,
                    MuteCommand.self, LoopCommand.self, ShuffleCommand.self, RateCommand.self, RaiseCommand.self,
                    ListCommand.self,
                ]),
            CommandGroup(
                name: "Baton",
                subcommands: [
                    PlayersCommand.self, PinCommand.self, UnpinCommand.self, IgnoreCommand.self, UnignoreCommand.self,
                    CycleCommand.self, SendCommand.self, MonitorCommand.self, InterruptionsCommand.self,
                    HooksCommand.self,
                    InterruptCommand.self, InputsCommand.self, LearnCommand.self, InfoCommand.self,
                    CheckCommand.self,
                ]),
            CommandGroup(
                name: "Shake",
                subcommands: [
                    ShakeCommand.self, SimulateShakeCommand.self, MotionCommand.self, OrientationCommand.self,
                    RecordCommand.self, ReplayCommand.self, CalibrateCommand.self,
                ]),
            CommandGroup(name: "Touch", subcommands: [TouchesCommand.self]),
            CommandGroup(
                name: "Undo", subcommands: [UndoCommand.self, RedoCommand.self, SetupCommand.self, DoctorCommand.self]),
            CommandGroup(name: "Hidden", subcommands: [CompletePlayersCommand.self]),
        ])

    func run() throws { throw ValidationError("A command is missing. Try 'batonctl --help'.") }
}
