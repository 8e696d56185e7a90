"""Packs a folder with Python: pack.py <mode> <folder> <archive>"""

import io
import os
import shutil
import sys
import zipfile

METHODS = {
    "stored": zipfile.ZIP_STORED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}


class Pipe(io.RawIOBase):
    """A target that cannot be rewound, as standard output in a pipe."""

    def __init__(self, target):
        self.target = target

    def writable(self):
        return True

    def write(self, data):
        return self.target.write(data)


def entries(folder):
    for parent, folders, files in sorted(os.walk(folder)):
        for name in sorted(folders) + sorted(files):
            path = os.path.join(parent, name)
            yield path, os.path.relpath(path, folder)


def pack(mode, folder, archive):
    if mode == "make-archive":
        shutil.make_archive(os.path.splitext(archive)[0], "zip", folder)
        return
    if mode == "py7zr":
        import py7zr

        with py7zr.SevenZipFile(archive, "w") as out:
            out.writeall(folder, "")
        return
    method = METHODS.get(mode, zipfile.ZIP_DEFLATED)
    with open(archive, "wb") as file:
        target = Pipe(file) if mode == "streamed" else file
        with zipfile.ZipFile(target, "w", method) as out:
            for path, name in entries(folder):
                add(out, mode, path, name)


def add(out, mode, path, name):
    if os.path.isdir(path):
        out.write(path, name)
    elif mode == "strings":
        with open(path, "rb") as file:
            out.writestr(name, file.read())
    elif mode == "zip64-forced":
        with open(path, "rb") as file, out.open(name, "w", force_zip64=True) as entry:
            shutil.copyfileobj(file, entry)
    else:
        out.write(path, name)


pack(*sys.argv[1:4])
