"""Verifies audit trails; `verify.py` beside this folder is the command. Each module is one subject.

From the bottom up, so that each rests on those before it:

    files         how files are read, and what is no plain file where one is due
    report        verdicts, faults, and how they are told
    ed25519       signatures
    tree          hashes, the tree over the entries, its tiles, proofs of inclusion
    keys          verifier keys
    checkpoints   signed notes, and whether their roots are those of the entries
    entries       canonical JSON and its limits, types of entries
    exchanges     request entries and their ends
    database      opens SQLite files for reading
    data_keys     keys of content, erasures and legal holds
    content       digests of kept texts, and what explains that one is gone
    others        what logs of one directory have of each other
    journal       the chain, and what each entry says
    index         the search index
    trail         one log, or a copy of one
    bundle        an evidence bundle
    logs          all that lies in a directory
"""
