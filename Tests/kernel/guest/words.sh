# SPDX-License-Identifier: Apache-2.0
# More words for the scenarios: Baton's own programs.
