// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

/// The command line of `batonctl`.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batonctl",
        abstract: "Play, pause and next for the player that you are listening to.",
        discussion: """
            Commands go to the music that is playing; --player chooses another player. Everything that playerctl does \
            works here too, with the same options and messages, also while Baton is not running.

            Exit status: 0 done; 1 there is no player, or nothing could do it; 2 Baton is not running; 64 the \
            command line is not valid.

            'batonctl help TOPIC' opens a manual page; the topics are \(ManualTopic.names).
            """,
        version: "batonctl \(BatonBus.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Everyday",
                subcommands: [
                    PlayCommand.self, PauseCommand.self, PlayPauseCommand.self, StopCommand.self, NextCommand.self,
                    PreviousCommand.self, ResumeCommand.self, VolumeCommand.self, MuteCommand.self, SleepCommand.self,
                    UndoCommand.self, RedoCommand.self,
                ]),
            CommandGroup(
                name: "Set up and diagnose",
                subcommands: [
                    SetupCommand.self, DoctorCommand.self, InputsCommand.self, LearnCommand.self, TopCommand.self,
                    MonitorCommand.self, InterruptionsCommand.self, InfoCommand.self, CheckCommand.self,
                    HostsCommand.self,
                    MQTTCommand.self,
                ]),
            CommandGroup(
                name: "Players",
                subcommands: [
                    PlayersCommand.self, PinCommand.self, UnpinCommand.self, IgnoreCommand.self, UnignoreCommand.self,
                    CycleCommand.self, StatusCommand.self, MetadataCommand.self, PositionCommand.self,
                    LoopCommand.self, ShuffleCommand.self, RateCommand.self, OpenCommand.self, RaiseCommand.self,
                ]),
            CommandGroup(
                name: "Shake and motion",
                subcommands: [
                    ShakeCommand.self, SimulateShakeCommand.self, CalibrateCommand.self, MotionCommand.self,
                    OrientationCommand.self, RecordCommand.self, ReplayCommand.self, TouchesCommand.self,
                ]),
            CommandGroup(
                name: "Scripts",
                subcommands: [ListCommand.self, SendCommand.self, InterruptCommand.self, HooksCommand.self]),
            CommandGroup(name: "Hidden", subcommands: [CompletePlayersCommand.self]),
        ])

    private static var commands: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap { $0.subcommands }
    }

    /// The names of the commands that people see.
    static var names: [String] {
        commands.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
    }

    /// The word where the command should be, if it is none; nil if there is such a command, or an option.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func unknownCommand(_ arguments: [String]) -> String? {
        let words = ArgumentOrder.commandFirst(Array(arguments.dropFirst()))
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
        return commands.contains { $0.configuration.commandName == word } ? nil : word
    }

    func run() throws { Console.print(block: EverydayHelp.text) }
}
