// Package store keeps finished tables in a folder: the one place that touches
// the disk for the engines. A [Store] is handed to whoever needs tables as a
// [github.com/deepen-go/deepen/search.TableStore].
//
// # A file
//
//	bytes 0-7    magic "DEEPTAB\n"
//	      8-11   version of this format, 2
//	      12-15  length of the key
//	      16-23  length of the table
//	      24-31  length of the table in the file
//	      32-35  length of the note
//	      36-39  CRC-32C of the table in the file
//	      40-43  CRC-32C of the bytes 0-39, the key and the note
//	      44-    the key, the note, then the table as a zstd frame (RFC 8878) with
//	             a checksum of its own, and nothing more
//
// All numbers are little-endian. A file that differs from this in any byte is as
// good as none: it is built again. The note is what the table's maker has to say
// of it, such as how many states have which distance. The table is read into memory
// and checked at once; a mapped file would have to be read as a whole for the
// check as well, could not be compressed, and could be cut short under our feet.
//
// # Two at once
//
// A file is written under another name, forced to the disk, and renamed, so that
// readers see the old one or the whole new one. Builders hold a lock on a file
// beside it, which the operating system releases when a process dies: the second
// waits for the first, and then finds the table there.
//
//	<folder>/tiles-4x4-1-2-3-4-5-6-7-8-…-5ad3c0de.table
//	<folder>/tiles-4x4-1-2-3-4-5-6-7-8-…-5ad3c0de.lock
//
// # Names
//
//	key     what tells a table from all others, chosen by its maker
//	table   the bytes that are kept
//	note    what is kept with them, for people
//	sound   of the right length, version, key and checksums
package store
