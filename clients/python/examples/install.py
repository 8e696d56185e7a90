"""Searches mods, installs them with what they require, verifies the folder and updates it.

python install.py http://127.0.0.1:4000/v1 <game> <folder> [<slug> ...]

The file ``installed.json`` in the folder lists what is installed, so that a later run goes on.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from modport import Client, Identity, Plan, Setup, api, is_genuine, safe_filename

IDENTITY = Identity("install-example", "1.0.0", "https://example.org/install-example")


@dataclass(frozen=True)
class Installed:
    """One installed file."""

    mod_id: str
    artifact_id: str
    sha256: str
    file: str


def main(base_url: str, game: str, folder: Path, slugs: list[str]) -> int:
    """Return the exit code: 1 if a file is damaged."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = Setup(game_slug=game)
    with Client(base_url, identity=IDENTITY) as client:
        if slugs:
            plan = client.plan(setup, mods=[find(client, game, slug) for slug in slugs])
            report("installed", install(client, folder, plan))
        damaged = verify(folder)
        report("damaged", damaged)
        report("updated", update(client, folder, setup))
    print(f"{len(read_list(folder))} files are installed")
    return 1 if damaged else 0


def find(client: Client, game: str, slug: str) -> str:
    """Return the id of a mod."""
    for mod in client.items(api.catalog.search_catalog(q=slug.replace("-", " "), game_slug=game)):
        if mod.slug == slug:
            return str(mod.id)
    raise SystemExit(f"no such mod: {slug}")


def install(client: Client, folder: Path, plan: Plan) -> list[str]:
    """Download the files of a plan that are not there yet. Returns their mods and versions."""
    installed = read_list(folder)
    titles: list[str] = []
    for item in plan.downloads:
        # No slug contains "_", so equal names of two mods stay apart.
        name = safe_filename(f"{item.slug}_{item.file.filename}")
        wanted = Installed(item.mod_id, item.file.artifact_id, item.file.sha256, name)
        old = installed.get(item.mod_id)
        if old == wanted and is_genuine(folder / name, wanted.sha256):
            continue
        client.download(wanted.artifact_id, folder / name, sha256=wanted.sha256)
        installed[item.mod_id] = wanted
        write_list(folder, installed)
        if old is not None and old.file != name:
            (folder / old.file).unlink(missing_ok=True)
        titles.append(f"{item.slug} {item.version}")
    return titles


def verify(folder: Path) -> list[str]:
    """Return the files that are missing or have other bytes."""
    files = read_list(folder).values()
    return [it.file for it in files if not is_genuine(folder / it.file, it.sha256)]


def update(client: Client, folder: Path, setup: Setup) -> list[str]:
    """Install newer files if there are some. Returns their mods and versions."""
    installed = read_list(folder)
    states = client.updates(setup, [it.artifact_id for it in installed.values()])
    if all(it.status != "update_available" for it in states):
        return []
    # A plan of all mods finds versions that fit each other.
    return install(client, folder, client.plan(setup, mods=list(installed)))


def read_list(folder: Path) -> dict[str, Installed]:
    """Return the installed files by the ids of their mods."""
    file = folder / "installed.json"
    entries = json.loads(file.read_text()) if file.exists() else []
    # Somebody may have edited the list: a name must not lead out of the folder.
    listed = [
        replace(it, file=safe_filename(it.file)) for it in (Installed(**it) for it in entries)
    ]
    return {it.mod_id: it for it in listed}


def write_list(folder: Path, installed: dict[str, Installed]) -> None:
    """Replace the list in one step."""
    draft = folder / "installed.json.new"
    draft.write_text(json.dumps([asdict(it) for it in installed.values()], indent=2))
    draft.replace(folder / "installed.json")


def report(what: str, names: list[str]) -> None:
    """Print a line for each name."""
    for name in names:
        print(f"{what} {name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:]))
