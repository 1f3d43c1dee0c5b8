# SPDX-License-Identifier: Apache-2.0
# Scenario: streams beside iio-sensor-proxy, whose orientation goes on
start_sensor
start_gyroscope
start_proxy
turn left-up
start_session
start_baton
await_sensor poll
background fused "${as_user[@]}" "$bin/baton-motion-app" motion 0.02 20
within 15 "an attitude" 'grep -q "first value" fused.log'
turn normal
turn right-up
within 40 "figures of the attitude" 'grep -q " Hz, late " fused.log'
figure "fused, polled beside iio-sensor-proxy: $(tail -n 1 fused.log)"
turn left-up
