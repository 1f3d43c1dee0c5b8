# SPDX-License-Identifier: Apache-2.0
# Scenario: a shake gives Began and Ended at a registered app: polling, without any rights
start_sensor
start_session
start_baton --set shake.source=poll
await_sensor poll
shake
sleep 2
expect_counts 1 1 0
shake
expect_counts 2 2 0
