"""Checks what is to be published: `python check_published.py FOLDER PATH...`. No file of the wheels in
the folder may contain one of the paths, and the metadata of wheels and source distributions is whole. Both have the
licences of the crates in the module."""

import email
import pathlib
import sys
import tarfile
import zipfile

NEEDED = ["Author", "Classifier", "Description-Content-Type", "Keywords", "License-Expression", "Requires-Python", "Summary"]


def files(path):
    """The files of an archive: name and content."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    yield member.name, archive.extractfile(member).read()


if __name__ == "__main__":
    archives = [path for path in pathlib.Path(sys.argv[1]).iterdir() if path.name.endswith((".whl", ".tar.gz"))]
    problems = [] if len(archives) > 1 else ["a wheel and a source distribution are expected"]
    for path in archives:
        if not any(name.endswith("/NOTICES") for name, _ in files(path)):
            problems.append(f"{path.name}: no NOTICES")
        for name, content in files(path):
            # Sources are those of the repository, whatever they name.
            paths = sys.argv[2:] if path.suffix == ".whl" else []
            problems += [f"{path.name}: {name} has the path {own}" for own in paths if own.encode() in content]
            if name.endswith(("/METADATA", "/PKG-INFO")):
                metadata = email.message_from_bytes(content)
                problems += [f"{path.name}: no {key}" for key in NEEDED if key not in metadata]
                if "](" in metadata.get_payload().replace("](https://", ""):
                    problems.append(f"{path.name}: a link of the description leads nowhere")
    sys.exit("\n".join(problems) or None)
