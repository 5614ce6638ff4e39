"""Builds the package from its folder: a wheel is a zip of the module and a few small files.

The usual build backends are downloaded when `pip install` builds a folder, and training machines often have no network.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional

_ROOT = Path(__file__).resolve().parent.parent


def _project() -> Dict[str, str]:
    """The plain strings of [project]. Python 3.9 has no TOML parser, and this file has a fixed form."""
    text = (_ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split("[project]", 1)[1].split("\n[", 1)[0]
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', section, re.MULTILINE))


def _stem() -> str:
    project = _project()
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def _metadata() -> str:
    project = _project()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        "Description-Content-Type: text/markdown",
        "",
    ]
    return "\n".join(lines) + "\n" + (_ROOT / project["readme"]).read_text(encoding="utf-8")


def _sources() -> List[Path]:
    found = (_ROOT / "src").rglob("*")
    return sorted(path for path in found if path.suffix == ".py" or path.name == "py.typed")


def _write_wheel(target: Path, files: Dict[str, bytes]) -> None:
    info = f"{_stem()}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": _metadata().encode(),
        f"{info}/licenses/LICENSE": (_ROOT / "LICENSE").read_bytes(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: assay_build\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # A fixed date, so that the same sources make the same file.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode("ascii").rstrip("=")


def build_wheel(
    wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    name = f"{_stem()}-py3-none-any.whl"
    files = {path.relative_to(_ROOT / "src").as_posix(): path.read_bytes() for path in _sources()}
    _write_wheel(Path(wheel_directory) / name, files)
    return name


def build_editable(
    wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    """A wheel that points to this folder, for `pip install -e`."""
    name = f"{_stem()}-py3-none-any.whl"
    _write_wheel(Path(wheel_directory) / name, {"assay_client.pth": f"{_ROOT / 'src'}\n".encode()})
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    name = f"{_stem()}.tar.gz"
    others = [_ROOT / "pyproject.toml", _ROOT / "README.md", _ROOT / "LICENSE", Path(__file__).resolve()]
    metadata = _metadata().encode()
    described = tarfile.TarInfo(f"{_stem()}/PKG-INFO")  # PyPI refuses an archive without it.
    described.size = len(metadata)
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path in [*others, *_sources()]:
            archive.add(path, f"{_stem()}/{path.relative_to(_ROOT).as_posix()}")
        archive.addfile(described, io.BytesIO(metadata))
    return name
