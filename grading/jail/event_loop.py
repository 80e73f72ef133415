"""asyncio inside the jail, where no socket can be had, as a notebook's kernel offers it."""

import asyncio
import threading


class Loop(asyncio.BaseEventLoop):
    """asyncio's loop without sockets: it sleeps until a thread wakes it."""

    def __init__(self):
        super().__init__()
        self._selector = self
        self._woken = threading.Event()

    def select(self, seconds: float | None) -> list:
        self._woken.wait(seconds)
        self._woken.clear()
        return []

    def _process_events(self, event_list: list) -> None: ...

    def _write_to_self(self) -> None:
        self._woken.set()


class Policy(asyncio.DefaultEventLoopPolicy):
    """Gives code outside of ``await`` the loop of the cells, and ``asyncio.run`` a new one."""

    def __init__(self, loop: Loop):
        super().__init__()
        self._of_cells = loop

    def get_event_loop(self) -> Loop:
        return self._of_cells

    def new_event_loop(self) -> Loop:
        return Loop()


def of_cells() -> Loop:
    """Make the loop of a notebook's cells; code outside of ``await`` finds it running as well."""
    loop = Loop()
    asyncio.set_event_loop_policy(Policy(loop))

    def running() -> asyncio.AbstractEventLoop:
        return asyncio.events._get_running_loop() or loop

    asyncio.get_running_loop = running
    asyncio.create_task = lambda coro, **more: running().create_task(coro, **more)
    return loop
