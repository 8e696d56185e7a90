"""The wheel, the README and the example, as users get them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from service import Facts, Proxy

from modport import __version__

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
    slugs = ["uses-base", "stand-alone", "large-pack"]
    arguments = [facts.base_url, facts.game, str(tmp_path / "mods"), *slugs]
    command = [sys.executable, str(HERE / "examples" / "install.py"), *arguments]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
    lines = shown.stdout.splitlines()
    assert "required base-library 1.1.0" in lines
    assert "verified 4 files" in lines
    assert [it.split()[0] for it in lines[-4:]] == ["current"] * 4
    assert len(list((tmp_path / "mods").iterdir())) == 4


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
