// Stands in no folder.
