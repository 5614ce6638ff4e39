"""The entry point that NeMo Gym starts: becomes `assay serve --nemo-gym` at the address that Gym has chosen.

Gym passes its whole configuration as YAML in NEMO_GYM_CONFIG_DICT, and NEMO_GYM_CONFIG_PATH has the key of this server
in it.
"""

import os
import shlex
import sys
from typing import Any, Dict, List

import yaml


def settings(environment: Dict[str, str]) -> Dict[str, Any]:
    """This server's part: KEY → resources_servers → NAME → settings."""
    try:
        key = environment["NEMO_GYM_CONFIG_PATH"]
        kinds = yaml.safe_load(environment["NEMO_GYM_CONFIG_DICT"])[key]
        names = kinds["resources_servers"]
        found = next(iter(names.values()))
        return {**found, "host": str(found["host"]), "port": int(found["port"])}
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration, yaml.YAMLError) as problem:
        raise SystemExit(
            f"app.py is started by NeMo Gym, which says in its environment where to listen; it did not ({problem!r})"
        ) from None


def command(found: Dict[str, Any], environment: Dict[str, str]) -> List[str]:
    assay = shlex.split(environment.get("ASSAY_COMMAND", "")) or ["assay"]
    made = [*assay, "serve", "--nemo-gym", "--host", found["host"], "--port", str(found["port"])]
    if "reward" in found:
        made += ["--reward", str(found["reward"])]
    if found["host"] not in ("127.0.0.1", "localhost", "::1"):
        made.append("--no-token")  # Gym put the server there, and its clients have no token to show.
    return [*made, *map(str, found.get("arguments") or [])]


def main() -> None:
    words = command(settings(dict(os.environ)), dict(os.environ))
    # Gym ends its servers by signals, so the state of its own standard input must not end the server.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    try:
        os.execvp(words[0], words)
    except OSError as problem:
        sys.exit(f"'{words[0]}' could not be started ({problem.strerror}); install assay, or set ASSAY_COMMAND")


if __name__ == "__main__":
    main()
