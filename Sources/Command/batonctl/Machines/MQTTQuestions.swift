// SPDX-License-Identifier: Apache-2.0

import BatonMachinesLink
import BatonSettings
import BatonTranslation
import Glibc

/// What `batonctl setup --mqtt` asks at a terminal. Each question has the present value as its default.
enum MQTTQuestions {
    /// A line; the default for an empty one, and nil at the end of the input.
    static func line(_ question: String, otherwise present: String) -> String? {
        Console.print(paragraph: present.isEmpty ? question : "\(question) [\(present)]")
        guard let answer = readLine()?.split(separator: " ").joined(separator: " ") else { return nil }
        return answer.isEmpty ? present : answer
    }

    /// The address of the broker; asked until it is one. Nil at the end of the input.
    static func broker(_ present: BrokerAddress?) -> BrokerAddress? {
        let question = translated("Broker, such as mqtts://broker.home:")
        while let text = line(question, otherwise: present.map { "\($0)" } ?? "") {
            if let address = BrokerAddress(text) { return address }
            Console.print(
                paragraph: translated(
                    "That is no address of a broker. Examples: mqtt://localhost, mqtts://broker.home:8883"))
        }
        return nil
    }

    /// Which machines are followed; asked until all are names. Nil at the end of the input.
    static func follow(_ hosts: [HostReport], _ present: [String]) -> [String]? {
        let others = hosts.filter { !$0.isThisOne }
        if !others.isEmpty {
            let names = others.map { $0.title.isEmpty || $0.title == $0.name ? $0.name : "\($0.name) (\($0.title))" }
            Console.print(paragraph: translated("Machines at this broker: \(names.joined(separator: ", "))."))
        }
        let question = translated(
            "Machines to follow, so that keys here reach what plays there, separated by commas; - for none:")
        while let text = line(question, otherwise: present.isEmpty ? "-" : present.joined(separator: ", ")) {
            if text == "-" { return [] }
            if let names = MQTTAnswers.names(text) { return names }
            Console.print(paragraph: translated("A machine's name has only letters, digits, '-', '_' and '.'."))
        }
        return nil
    }

    /// What this machine will tell and take, before the user agrees.
    static func summary(_ answers: MQTTAnswers, _ mqtt: Configuration.MQTT) -> [String] {
        var told = [
            translated("whether it is there"),
            translated("which players it has, which one is first, and whether it plays"),
        ]
        if answers.titles { told.append(translated("title, artist and album")) }
        if answers.interruptions == .both || answers.interruptions == .tell {
            told.append(translated("when a call, a dictation, a recording or an alarm begins and ends"))
        }
        let taken = mqtt.allow.map(\.rawValue).joined(separator: ", ")
        return [
            translated("This machine will tell the others: \(told.joined(separator: "; "))."),
            taken.isEmpty
                ? translated("It will do nothing that others ask for.")
                : translated("Others can ask it for: \(taken) ('[mqtt] allow' in baton.conf)."),
        ]
    }
}
