"""A memory inside other people's frameworks; each module imports its framework when it is used, and no other."""
