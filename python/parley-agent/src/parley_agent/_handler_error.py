from __future__ import annotations

from .context import Context
from .errors import ParleyError


class HandlerError(ParleyError):
    """A handler raised. ``__cause__`` is what it raised and ``ctx`` the delivery that it was working on."""

    def __init__(self, cause: BaseException, ctx: Context) -> None:
        super().__init__(f"The handler of {ctx.event} {ctx.delivery_id} failed: {cause}")
        self.__cause__ = cause
        self.ctx = ctx
