"""The address of a service, with its URL parsed once."""

from __future__ import annotations

import base64
from typing import Optional
from urllib.parse import unquote, urlsplit

from .errors import InputError


class Address:
    """Host, port, path and credentials of `http://x:TOKEN@host:8100/prefix`."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as problem:
            raise InputError(f"'{url}' is not the URL of a reward service: {problem}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"'{url}' is not the URL of a reward service; it looks like http://127.0.0.1:8100")
        self.tls = parts.scheme == "https"
        self.host = parts.hostname
        self.port = port or (443 if self.tls else 80)
        self.prefix = parts.path.rstrip("/")
        name = f"[{self.host}]" if ":" in self.host else self.host
        self.host_header = name if port is None else f"{name}:{port}"
        self.authorization: Optional[str] = None
        if parts.username is not None or parts.password is not None:
            pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
            self.authorization = "Basic " + base64.b64encode(pair.encode()).decode("ascii")

    def __str__(self) -> str:
        """For messages: without the token."""
        return f"{'https' if self.tls else 'http'}://{self.host_header}{self.prefix}"
