"""The wheel, the README and the example, as users get them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import install
import pytest
from service import Facts, Proxy

from modport import Client, Setup, __version__, api, sha256_of

HERE = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and sdist, built without network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(HERE)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_the_wheel_installs_into_an_empty_environment_and_imports(
    built: Path, tmp_path: Path
) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = str(tmp_path / "env" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    libraries = next(it for it in sys.path if it.endswith("site-packages"))
    program = (
        "import modport, modport.api; modport.api.catalog.list_mods();"
        "print(modport.__version__, modport.__file__)"
    )
    shown = subprocess.run(
        [python, "-W", "error", "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": libraries},
        cwd=tmp_path,
    ).stdout.split()
    assert shown[0] == __version__
    assert shown[1].startswith(str(tmp_path))


def test_the_wheel_has_types_and_a_license_and_no_tests(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "modport/py.typed" in names
    assert any(it.endswith("licenses/LICENSE") for it in names)
    assert all(it.startswith(("modport/", "modport-")) for it in names)
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        assert any(it.endswith("/tests/conftest.py") for it in sdist.getnames())


def test_every_module_imports() -> None:
    program = (
        "import pkgutil, importlib, modport\n"
        "names = [it.name for it in pkgutil.walk_packages(modport.__path__, 'modport.')]\n"
        "[importlib.import_module(it) for it in names]\n"
        "assert len(names) > 300\n"
        "assert all(hasattr(modport.api.models, it) for it in modport.api.models.__all__)\n"
    )
    subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        check=True,
        env={"PYTHONPATH": str(HERE / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_the_program_of_the_readme_runs(facts: Facts, proxy: Proxy, tmp_path: Path) -> None:
    text = (HERE / "README.md").read_text()
    match = re.search(r"## A first program\n\n```python\n(.*?)```", text, re.DOTALL)
    assert match is not None
    program = match[1]
    assert len(program.strip().splitlines()) <= 10
    program = program.replace("http://127.0.0.1:4000/v1", facts.base_url)
    program = program.replace("brackenvale", facts.game).replace(
        "<id of a mod>", str(facts["uses-base"].id)
    )
    shown = run(program, tmp_path)
    assert [it.split()[0] for it in shown.splitlines()] == ["base-library", "uses-base"]


def test_the_example_installs_three_mods_with_a_dependency(
    facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    folder = tmp_path / "mods"
    lines = example(facts, folder, "uses-base", "stand-alone", "large-pack")
    assert lines.pop() == "4 files are installed"
    assert lines.index("installed base-library 1.1.0") < lines.index("installed uses-base 1.0.0")
    assert set(lines[2:]) == {"installed stand-alone 2.0.0", "installed large-pack 1.0.0"}
    assert digests(folder) == {
        facts[slug].sha256 for slug in ("base-library", "uses-base", "stand-alone", "large-pack")
    }
    # Another run finds everything in place.
    assert example(facts, folder, "uses-base", "stand-alone") == ["4 files are installed"]


def test_the_example_replaces_an_old_file_by_the_newer_one(
    client: Client, facts: Facts, tmp_path: Path
) -> None:
    base, alone = facts["base-library"], facts["stand-alone"]
    versions = client.items(api.catalog.list_mod_versions(base.id))
    old = next(str(it.id) for it in versions if it.version == "1.0.0")
    plan = client.plan(Setup(game_slug=facts.game), versions={str(base.id): old})
    assert install.install(client, tmp_path, plan) == ["base-library 1.0.0"]
    assert base.sha256 not in digests(tmp_path)
    assert example(facts, tmp_path, alone.slug) == [
        "installed stand-alone 2.0.0",
        "updated base-library 1.1.0",
        "2 files are installed",
    ]
    assert digests(tmp_path) == {base.sha256, alone.sha256}


def test_the_example_finds_a_damaged_file(client: Client, facts: Facts, tmp_path: Path) -> None:
    plan = client.plan(Setup(game_slug=facts.game), mods=[facts["stand-alone"].id])
    install.install(client, tmp_path, plan)
    (file,) = tmp_path.glob("*.zip")
    file.write_bytes(b"damaged")
    assert install.verify(tmp_path) == [file.name]
    install.install(client, tmp_path, plan)
    assert install.verify(tmp_path) == []


def test_an_edited_list_leads_the_example_to_no_file_outside_of_its_folder(tmp_path: Path) -> None:
    entry = {"mod_id": "m", "artifact_id": "a", "sha256": "0" * 64, "file": "../../victim"}
    (tmp_path / "installed.json").write_text(json.dumps([entry]))
    assert [Path(it).name for it in install.verify(tmp_path)] == install.verify(tmp_path)


def example(facts: Facts, folder: Path, *slugs: str) -> list[str]:
    """Run the example and return the lines that it prints."""
    program = str(HERE / "examples" / "install.py")
    command = [sys.executable, program, facts.base_url, facts.game, str(folder), *slugs]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
    return shown.stdout.splitlines()


def digests(folder: Path) -> set[str]:
    """The digests of the mods in a folder."""
    return {sha256_of(it) for it in folder.iterdir() if it.name != "installed.json"}


def run(program: str, folder: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(),
    ).stdout


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(HERE / "src"), "PATH": os.environ["PATH"]}
