"""The fault lab: matches are played while processes are killed, wires cut, disks filled; then all is counted."""
