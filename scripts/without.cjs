// In place of a library that a bundle doesn't need: using one of its exports throws an error.
