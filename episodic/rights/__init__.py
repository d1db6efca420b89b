"""What its owner may do to a memory."""
