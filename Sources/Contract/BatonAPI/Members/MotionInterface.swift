// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// org.baton.Baton1.Motion.
package enum MotionInterface: InterfaceDeclaration {
    package static var name: InterfaceName { "org.baton.Baton1.Motion" }

    package static var summary: String { "How the device is held, and streams of samples." }

    package static var introduction: String {
        """
        The motion sensors that Baton reads: bus name org.baton.Baton1, object /org/baton/Baton1. A program that \
        wants samples need not open the sensor a second time.
        """
    }

    package static var members: [MemberDescription] {
        [
            openStream.description, beginOrientation.description, endOrientation.description,
            capabilities.description, deviceMotion.description, orientation.description,
        ]
    }

    package static var openStream: MethodDeclaration<Vardict, (PipeEnd, StreamReport)> {
        method(
            "OpenStream",
            """
            Opens a pipe with records of the samples.

            A record has 40 bytes, little-endian: version (1 byte), kind (1), code (2), count (4), time in \
            nanoseconds of CLOCK_MONOTONIC (8, signed), three IEEE doubles (24). Kinds 1 to 3 are samples, along x \
            (to the right of the display), y (to its top) and z (out of it). 1: specific force in m/s², gravity \
            included: at rest +9.8 on the axis that points up. 2: rotation in rad/s, with the sensor's bias; \
            counter-clockwise, seen from the tip of the axis, is positive. 3: magnetic field in µT. The records of a \
            kind are in the order of time; those of different kinds need not be. Kinds 16 to 19 of one time stand \
            together, 16 last. 16: x, y and z of the unit quaternion from the axes of the device to the frame, whose \
            w is not negative. 17 and 18: g. 19: rad/s. Kind 128: the reader was too slow, and lost "count" records. \
            Kind 129 is a phase of the recognizer: code 1 began, 2 ended (the first double is the duration in \
            seconds), 3 cancelled for being too long, 4 cancelled because it was interrupted.

            A sensor is on only while somebody needs it. A slow reader delays no other program. Closing the pipe or \
            leaving the bus ends the stream. When the sensors of all its kinds are gone the pipe is at its end. \
            Errors: org.freedesktop.DBus.Error.InvalidArgs for a kind that the machine does not have, and for wrong \
            options; Failed when there is no accelerometer, org.baton.Baton1.Error.SessionLocked and similar while \
            nothing is read, LimitsExceeded beyond 4 streams a client and 16 in all, Timeout when the sensor does \
            not answer in 5 seconds, AccessDenied for sandboxed callers.
            """,
            takes: Field(
                "options",
                """
                "kinds" au: what to read, 1 accelerometer, 2 gyroscope, 3 magnetometer; the accelerometer when left \
                out; and what to compute from the first two, 16 attitude, 17 gravity, 18 the user's acceleration, 19 \
                the rotation rate without bias, at the shortest of their intervals, or 50 times a second. \
                "reference-frame" u: needed for these; 1 arbitrary, 2 arbitrary and corrected by the magnetometer, 4 \
                x to magnetic north, 8 x to true north, which needs the declination of DeviceMotion. "intervals" \
                a{uu}: by kind, the longest interval between samples in microseconds, 10000 to 1000000; a sample of \
                such a kind is at most 20 ms late. Without an interval every sample that is read comes. "full-rate" \
                b: whether the accelerometer is read at its full rate for this stream, also while nothing moves; \
                true when left out. "phases" b: whether phases of shakes come too; true when left out. An unknown \
                option is ignored.
                """),
            returns: Field("pipe", "The read end of a pipe with records."),
            Field(
                "format",
                """
                "version" u, the version of the records, 2. "record-size" u, 40. "clock" s, "monotonic". "frame" s, \
                "device". "sensitivity" s, "longest-shake" d in seconds: the settings of Baton's recognizer. \
                "sensors" a{ua{sv}}: by kind, "mode" s, "poll" or "buffer"; "rate" d in Hz; "device" s, "path" s, \
                "location" s; "scale" d in the driver's unit for a step of the raw value; "unit" s of the samples; \
                "mount-matrix" ad, row by row: a sample of the accelerometer is minus this matrix times the driver's \
                values, one of another kind is the matrix times them; "sign" s, "hid" or "kernel": the sign that the \
                driver gives to gravity. The entries of the first kind are at the top too.
                """))
    }

    package static var beginOrientation: MethodDeclaration<Void, Void> {
        method(
            "BeginOrientation",
            """
            Asks for Orientation to be kept up to date: the accelerometer is read, also while shakes are off.

            Requests count; leaving the bus ends all of a client. LimitsExceeded beyond 1024 requests of a client \
            and 64 clients.
            """,
            page: "<!-- O1, O15 -->")
    }

    package static var endOrientation: MethodDeclaration<Void, Void> {
        method(
            "EndOrientation",
            """
            Ends one request.

            Without one it does nothing.
            """,
            page: "<!-- O1, O15 -->")
    }

    package static var capabilities: PropertyDeclaration<[String]> {
        property(
            "Capabilities",
            """
            What the machine has, whether or not it can be read now: "accelerometer", "gyroscope", "magnetometer".
            """,
            page: "<!-- CAP6, CAP7 -->")
    }

    package static var deviceMotion: PropertyDeclaration<AttitudeEquipment> {
        property(
            "DeviceMotion",
            """
            What attitudes can be computed from.

            "paired" as: the words of Capabilities of the sensors whose axes have a known relation to those of the \
            accelerometer; until a sensor was read, all that there are. "declination" d: from true north to magnetic \
            north in degrees, east positive; absent unless it is configured.
            """,
            page: "<!-- CM1, CM42 -->")
    }

    package static var orientation: PropertyDeclaration<String> {
        property(
            "Orientation",
            """
            "normal", "bottom-up", "left-up", "right-up" as iio-sensor-proxy defines them, "face-up", "face-down", \
            or "undefined" while it is not known.

            It is known while the accelerometer is read: for shakes, for a stream of it, or for BeginOrientation. A \
            shake does not change it.
            """,
            page: "<!-- O8, O9, O13 -->")
    }
}
