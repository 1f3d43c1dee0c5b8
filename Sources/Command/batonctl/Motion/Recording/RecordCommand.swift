// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the accelerometer to a file, until Ctrl-C.",
        discussion: """
            The file is text: lines of '# key: value' about the sensor, then t_s,ax,ay,az in seconds and m/s², gravity \
            included. With --all each line says its kind: t_s,kind,x,y,z, where a is the accelerometer, g the gyroscope \
            in rad/s and m the magnetometer in µT; with --fused also w the rotation rate without bias, v gravity and u your \
            acceleration in g, and q x, y and z of the attitude's quaternion. With --poses you are asked to hold the device in six ways, and the file \
            says when it was which; 'batonctl replay' then tells whether the axes are right. The samples stay on this \
            machine and go to this file only.
            """)

    @Flag(help: "Record the gyroscope and the magnetometer too.")
    var all = false

    @Flag(help: "Record all, and what is computed from it: attitude, rotation rate, gravity, the user's acceleration.")
    var fused = false

    @Flag(help: "Ask for six poses, mark them, and end after the last.")
    var poses = false

    @OptionGroup var output: RecordOptions
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            try OutputFile.check(output.file, force: output.force)
            try Recorder(session: agent.session, all: all, fused: fused, poses: poses).run(
                into: output.file, force: output.force, for: output.limit)
        }
    }
}
