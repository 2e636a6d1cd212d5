from __future__ import annotations

import traceback
import unittest
from types import SimpleNamespace
from typing import Any, cast

from parley_agent import Composer, Context, Next


def message(text: str) -> Context:
    """A context of a message, as far as a composer reads it."""
    envelope = {"event": "message.created", "messages": [{"text": text}]}
    return cast(Context, SimpleNamespace(event="message.created", text=text, envelope=envelope, match=None, result=None))


async def nothing(ctx: Context) -> None:
    pass


class Composers(unittest.IsolatedAsyncioTestCase):
    async def test_thousands_of_handlers_that_do_not_match_are_no_obstacle(self) -> None:
        composer, heard = Composer(), list[str]()
        for number in range(3000):
            composer.hears(f"word {number}")(nothing)
            composer.filter(lambda ctx: False)(nothing)
            composer.on("form.submitted")(nothing)
            composer.on_press({"type": "buttons", "buttons": [{"label": "Tea", "payload": "tea"}]})(nothing)

        @composer.on("message.created")
        async def other(ctx: Context) -> None:
            heard.append(ctx.text)

        await composer.run_steps(message("hello"))
        self.assertEqual(heard, ["hello"])

    async def test_the_traceback_of_an_error_names_each_handler_that_ran_and_no_other(self) -> None:
        composer = Composer()

        @composer.use
        async def outer(ctx: Context, next: Next) -> None:
            await next()

        for number in range(50):
            composer.hears(f"word {number}")(nothing)

        @composer.on("message.created")
        async def failing(ctx: Context) -> None:
            raise LookupError("no luck")

        names: list[str] = []
        try:
            await composer.run_steps(message("hello"))
        except LookupError as error:
            names = [frame.name for frame in traceback.extract_tb(error.__traceback__)][1:]
        self.assertEqual(names, ["_run", "outer", "_run", "failing"])

    async def test_next_goes_on_behind_its_own_handler_and_only_once(self) -> None:
        composer, order = Composer(), list[str]()

        @composer.hears("tea")
        async def first(ctx: Context, next: Next) -> None:
            order.append("first")
            await next()
            order.append("first again")
            await next()

        @composer.hears("coffee")
        async def not_meant(ctx: Context) -> None:
            order.append("not meant")

        @composer.on("message.created")
        def plain(ctx: Context) -> None:
            order.append("second")

        with self.assertRaisesRegex(RuntimeError, "next\\(\\) twice"):
            await composer.run_steps(message(" TEA "))
        self.assertEqual(order, ["first", "second", "first again"])

    async def test_a_handler_with_a_value_may_pass_the_delivery_on_too(self) -> None:
        composer, got = Composer(), list[Any]()

        @composer.on_press({"type": "buttons", "buttons": [{"label": "Tea", "payload": "tea"}]})
        async def pressed(ctx: Context, payload: str, next: Next) -> None:
            got.append(payload)
            await next()

        @composer.on("message.created")
        async def other(ctx: Context) -> None:
            got.append("other")

        await composer.run_steps(message("tea"))
        self.assertEqual(got, ["tea", "other"])
