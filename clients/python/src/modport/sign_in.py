"""Signs a user in and out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import httpx

from ._async import AsyncDriver
from ._effects import Flow, Timeouts
from ._http import cookie_jar
from ._shared import DEFAULT_RETRIES, DEFAULT_TIMEOUTS, settings_of
from ._sync import SyncDriver
from .cancellation import CancelToken
from .identity import Identity
from .retries import RetryPolicy
from .signin import flow
from .signin.device import DeviceCode
from .signin.session import SignedIn
from .signin.store import TokenStore

T = TypeVar("T")


class _Options:
    def __init__(
        self,
        base_url: str,
        client_id: str,
        store: TokenStore,
        *,
        identity: Identity,
        retries: RetryPolicy = DEFAULT_RETRIES,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        **clocks: Callable[[], float],
    ) -> None:
        """``client_id`` is the application's own, and ``store`` keeps the tokens.

        ``base_url`` is that of the client. Raises ValueError if it is none.
        """
        self._settings = settings_of(
            base_url,
            identity=identity,
            token=None,
            retries=retries,
            timeouts=timeouts,
            changes=clocks,
        )
        self._client_id = client_id
        self._store = store


class SignIn(_Options):
    """Signs in by blocking calls. ``Client`` takes the result as its token."""

    def restore(self) -> SignedIn | None:
        """Return the user of a former sign-in, or None. Does not ask whether the tokens work."""
        return self._run(flow.restore(self._settings, self._client_id, self._store))

    def by_browser(
        self,
        scopes: Sequence[str],
        *,
        open_url: Callable[[str], object] = flow.open_in_browser,
        seconds: float = flow.BROWSER_SECONDS,
        cancel: CancelToken | None = None,
    ) -> SignedIn:
        """Sign in with a browser on this machine. Waits so many seconds for the user.

        Raises SignInError, for example with ``access_denied``.
        """
        return self._run(
            flow.by_browser(
                self._settings,
                self._client_id,
                self._store,
                scopes,
                open_url=open_url,
                seconds=seconds,
                cancel=cancel,
            )
        )

    def by_device(
        self,
        scopes: Sequence[str],
        show: Callable[[DeviceCode], object],
        *,
        cancel: CancelToken | None = None,
    ) -> SignedIn:
        """Sign in with a browser on another device. ``show`` shows address and code to the user."""
        return self._run(
            flow.by_device(
                self._settings, self._client_id, self._store, scopes, show, cancel=cancel
            )
        )

    def sign_out(self) -> None:
        """Revoke the tokens and remove them from the store, even if the service fails."""
        self._run(flow.sign_out(self._settings, self._client_id, self._store))

    def _run(self, steps: Flow[T]) -> T:
        with httpx.Client(cookies=cookie_jar()) as http:
            return SyncDriver(http, monotonic=self._settings.monotonic).run(steps)


class AsyncSignIn(_Options):
    """Signs in for asyncio and trio. Each method is that of ``SignIn``."""

    async def restore(self) -> SignedIn | None:
        """Return the user of a former sign-in, or None."""
        return await self._run(flow.restore(self._settings, self._client_id, self._store))

    async def by_browser(
        self,
        scopes: Sequence[str],
        *,
        open_url: Callable[[str], object | Awaitable[object]] = flow.open_in_browser,
        seconds: float = flow.BROWSER_SECONDS,
        cancel: CancelToken | None = None,
    ) -> SignedIn:
        """Sign in with a browser on this machine."""
        return await self._run(
            flow.by_browser(
                self._settings,
                self._client_id,
                self._store,
                scopes,
                open_url=open_url,
                seconds=seconds,
                cancel=cancel,
            )
        )

    async def by_device(
        self,
        scopes: Sequence[str],
        show: Callable[[DeviceCode], object | Awaitable[object]],
        *,
        cancel: CancelToken | None = None,
    ) -> SignedIn:
        """Sign in with a browser on another device."""
        return await self._run(
            flow.by_device(
                self._settings, self._client_id, self._store, scopes, show, cancel=cancel
            )
        )

    async def sign_out(self) -> None:
        """Revoke the tokens and remove them from the store."""
        await self._run(flow.sign_out(self._settings, self._client_id, self._store))

    async def _run(self, steps: Flow[T]) -> T:
        async with httpx.AsyncClient(cookies=cookie_jar()) as http:
            return await AsyncDriver(http, monotonic=self._settings.monotonic).run(steps)
