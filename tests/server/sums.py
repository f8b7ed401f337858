"""The checksums of the store, worked out a second time: tests that change what is kept must sign it anew."""
import hashlib
import struct


def of_row(before, first, second, *texts):
    """As store_sqlite.c does it: the sum before, two numbers, three texts with a mark whether they are there."""
    whole = before + struct.pack("<ii", first, second)
    for text in texts:
        whole += b"\0" if text is None else b"\1" + text.encode() + b"\0"
    return hashlib.blake2b(whole, digest_size=16).digest()


def put_document(database, table, document):
    (active,) = database.execute("SELECT active FROM tables WHERE id = ?", (table,)).fetchone()
    database.execute("UPDATE tables SET document = ?, sum = ? WHERE id = ?",
                     (document, of_row(b"", active, 0, table, document, None), table))


def put_log(database, table, entries):
    """Puts (id, entry) in place of the whole log."""
    before = bytes(16)
    database.execute("DELETE FROM log WHERE tbl = ?", (table,))
    for seq, (number, entry) in enumerate(entries, 1):
        before = of_row(before, seq, 0, table, number, entry)
        database.execute("INSERT INTO log(tbl, seq, id, entry, sum) VALUES(?, ?, ?, ?, ?)",
                         (table, seq, number, entry, before))
    database.execute("UPDATE heads SET seq = ?, sum = ? WHERE tbl = ?", (len(entries), before, table))
