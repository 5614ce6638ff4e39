"""The package as users install it: from the folder, without a network."""

import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent

HAS_PIP = importlib.util.find_spec("pip") is not None or os.environ.get("ASSAY_NO_SKIP") == "1"
if not HAS_PIP:
    print("pip is not here: installing is not tested")


def backend() -> Any:
    spec = importlib.util.spec_from_file_location("assay_build", FOLDER / "backend" / "assay_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imported_from(path: Path) -> str:
    script = "import assay_client; assert assay_client.Client; print(assay_client.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(path)}
    return subprocess.check_output([sys.executable, "-c", script], env=environment, cwd="/", text=True).strip()


class Package(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = Path(folder.name)

    def test_a_wheel_holds_the_module_and_says_what_it_is(self) -> None:
        name = backend().build_wheel(str(self.target))
        self.assertEqual(name, "assay_client-0.1.0-py3-none-any.whl")
        with zipfile.ZipFile(self.target / name) as wheel:
            names = set(wheel.namelist())
            record = wheel.read("assay_client-0.1.0.dist-info/RECORD").decode().splitlines()
            metadata = wheel.read("assay_client-0.1.0.dist-info/METADATA").decode()
        self.assertLessEqual({"assay_client/__init__.py", "assay_client/py.typed"}, names)
        self.assertEqual({line.split(",")[0] for line in record}, names)
        self.assertIn("assay_client-0.1.0.dist-info/licenses/LICENSE", names)
        self.assertIn("\nRequires-Python: >=3.9\n", metadata)
        self.assertIn("\nLicense-Expression: Apache-2.0\n", metadata)
        self.assertIn(name, imported_from(self.target / name))

    def test_the_same_sources_make_the_same_wheel(self) -> None:
        made = []
        for folder in ("a", "b"):
            (self.target / folder).mkdir()
            name = backend().build_wheel(str(self.target / folder))
            made.append((self.target / folder / name).read_bytes())
        self.assertEqual(made[0], made[1])

    def test_a_source_archive_can_be_built_again(self) -> None:
        name = backend().build_sdist(str(self.target))
        with tarfile.open(self.target / name) as archive:
            names = archive.getnames()
            described = archive.extractfile("assay_client-0.1.0/PKG-INFO")
            assert described is not None
            self.assertTrue(described.read().startswith(b"Metadata-Version: 2.4\nName: assay-client\nVersion: 0.1.0\n"))
        self.assertLessEqual(
            {
                f"assay_client-0.1.0/{each}"
                for each in ("pyproject.toml", "README.md", "LICENSE", "backend/assay_build.py")
            },
            set(names),
        )

    @unittest.skipUnless(HAS_PIP, "pip is not here")
    def test_pip_installs_the_folder_without_a_network(self) -> None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
        subprocess.run([*command, "--target", str(self.target), str(FOLDER)], check=True)
        self.assertTrue(imported_from(self.target).startswith(str(self.target)))


if __name__ == "__main__":
    unittest.main()
