"""Searches, plans, installs mods with their dependencies, verifies them, and looks for updates.

python install.py http://127.0.0.1:4000/v1 <game> <folder> <slug> [<slug> ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from modport import Client, Identity, Setup, api, is_genuine

IDENTITY = Identity("install-example", "1.0.0", "https://example.org/install-example")


def main(base_url: str, game: str, folder: Path, slugs: list[str]) -> int:
    """Return the exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    with Client(base_url, identity=IDENTITY) as client:
        ids = [find(client, game, slug) for slug in slugs]
        setup = Setup(game_slug=game)
        plan = client.plan(setup, mods=ids)
        for item in plan.downloads:
            file, target = item.file, folder / item.file.filename
            client.download(
                file.artifact_id, target, sha256=file.sha256, size_bytes=file.size_bytes
            )
            print(f"{item.role} {item.slug} {item.version}")
        for item in plan.downloads:
            if not is_genuine(folder / item.file.filename, item.file.sha256, item.file.size_bytes):
                print(f"damaged: {item.file.filename}", file=sys.stderr)
                return 1
        print(f"verified {len(plan.downloads)} files")
        for update in client.updates(setup, [it.file.artifact_id for it in plan.downloads]):
            print(f"{update.status} {update.version}")
    return 0


def find(client: Client, game: str, slug: str) -> str:
    """Return the id of a mod."""
    for mod in client.items(api.catalog.search_catalog(q=slug.replace("-", " "), game_slug=game)):
        if mod.slug == slug:
            return str(mod.id)
    raise SystemExit(f"no such mod: {slug}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:]))
