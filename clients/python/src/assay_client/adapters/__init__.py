"""One file for each trainer: its signature on the outside, the client on the inside."""
