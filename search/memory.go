package search

// assumedHashMiB is the limit of the table where the machine does not tell how
// much memory it has.
const assumedHashMiB = 4096
