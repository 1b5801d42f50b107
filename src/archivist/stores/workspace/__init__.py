"""The layered folder of plain files, and the narrow shelf of records that a folder or an object store can be."""
