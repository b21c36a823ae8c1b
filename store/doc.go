// Package store keeps finished tables in a folder: the one place that touches
// the disk for the engines. A [Store] is handed to whoever needs tables as a
// [github.com/deepen-go/deepen/search.TableStore].
//
// # A file
//
//	bytes 0-7    magic "DEEPTAB\n"
//	      8-11   version of this format
//	      12-15  length of the key
//	      16-23  length of the table
//	      24-27  CRC-32C of the table
//	      28-31  CRC-32C of the bytes 0-27 and of the key
//	      32-    the key, then the table, and nothing more
//
// All numbers are little-endian. A file that differs from this in any byte is as
// good as none: it is built again. The table is read into memory and checked at
// once, which for the 288 MB of the 15-puzzle takes about a second from a
// warm disk; a mapped file would have to be read as a whole for the check as
// well, and could be cut short under our feet.
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
//	sound   of the right length, version, key and checksums
package store
