// SPDX-License-Identifier: Apache-2.0

/// Writes the introspection format of the D-Bus specification.
enum Introspection {
    static let interface: InterfaceName = "org.freedesktop.DBus.Introspectable"

    static func xml(interfaces: [Interface], children: [String]) -> String {
        var text = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>

            """
        for interface in interfaces { write(interface, to: &text) }
        if !interfaces.isEmpty { text += standard }
        for child in children { text += "  <node name=\"\(child)\"/>\n" }
        return text + "</node>\n"
    }

    private static func write(_ interface: Interface, to text: inout String) {
        text += "  <interface name=\"\(interface.name)\">\n"
        for method in interface.methods {
            text += "    <method name=\"\(method.name)\">\n"
            for argument in method.input { text += line(argument, " direction=\"in\"") }
            for argument in method.output { text += line(argument, " direction=\"out\"") }
            text += "    </method>\n"
        }
        for signal in interface.signals {
            text += "    <signal name=\"\(signal.name)\">\n"
            for argument in signal.arguments { text += line(argument, "") }
            text += "    </signal>\n"
        }
        for property in interface.properties {
            let access = property.set == nil ? "read" : "readwrite"
            text += "    <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\""
            if property.emitsChange == .value {
                text += "/>\n"
            } else {
                text += """
                    >
                          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
                    value="\(property.emitsChange.rawValue)"/>
                        </property>

                    """
            }
        }
        text += "  </interface>\n"
    }

    private static func line(_ argument: Argument, _ direction: String) -> String {
        "      <arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>\n"
    }

    private static let standard = """
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

        """
}
