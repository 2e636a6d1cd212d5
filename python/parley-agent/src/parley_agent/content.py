"""What can be sent, and how it is checked before it goes out."""

from __future__ import annotations

from typing import Any, Literal, Sequence, Union, cast

from ._block_rules import RULES
from ._closest_name import did_you_mean
from ._fault import Fault, pointer
from ._shape_faults import shape_fault
from ._tables import BLOCK_SENDERS, BLOCK_SHAPES, REFUSALS, REPLY_BLOCKS
from .blocks import SendableBlock
from .errors import RefusedError, refused_locally

#: A text, one block, or several blocks. A text of more than 10,000 characters becomes several blocks.
Content = Union[str, SendableBlock, Sequence[SendableBlock]]
Mode = Literal["partial", "final"]

TEXT_CHARACTERS = 10_000
_SENDABLE = [type for type, sender in BLOCK_SENDERS.items() if sender not in ("platform", "nobody")]


def to_blocks(content: Content, mode: Mode = "final") -> list[SendableBlock]:
    """The blocks of a request, checked as the platform will.

    Raises RefusedError with the code, path, reason and hint of the first fault.
    """
    if isinstance(content, str):
        blocks: Any = text_blocks(content)
    elif isinstance(content, dict):
        blocks = [content]
    else:
        blocks = list(content)
    check_blocks(blocks, mode)
    return cast("list[SendableBlock]", blocks)


def text_blocks(text: str) -> list[SendableBlock]:
    """Cuts a text into text blocks of at most 10,000 characters. An empty text is one empty block."""
    starts = range(0, max(1, len(text)), TEXT_CHARACTERS)
    return [{"type": "text", "text": text[at : at + TEXT_CHARACTERS]} for at in starts]


def check_blocks(blocks: object, mode: Mode = "final") -> None:
    """Checks the ``blocks`` of a request, all or none: the first bad block refuses the whole.

    Raises RefusedError as the platform would have refused them. Whether an asset exists only the platform can say.
    """
    hint = f"Send an array of 1 to {REPLY_BLOCKS} blocks."
    if not isinstance(blocks, (list, tuple)):
        raise refused_locally("malformed_request", "/blocks", "wrong_type", "The blocks are not an array.", hint)
    if not blocks:
        raise refused_locally("malformed_request", "/blocks", "too_few", "There are no blocks.", hint)
    if len(blocks) > REPLY_BLOCKS:
        raise refused_locally("malformed_request", "/blocks", "too_many", f"There are {len(blocks)} blocks.", hint)
    form_ids: set[str] = set()
    for index, block in enumerate(blocks):
        refusal = _judge(block, index, mode, form_ids)
        if refusal is not None:
            raise refusal


def _judge(block: object, index: int, mode: Mode, form_ids: set[str]) -> RefusedError | None:
    if not isinstance(block, dict):
        return _refused(index, Fault((), "wrong_type", "A block is not an object.", "Send an object that has a type."))
    type = block.get("type")
    if not isinstance(type, str) or type not in BLOCK_SHAPES:
        hint = f"{did_you_mean(type, _SENDABLE)}Send one of {', '.join(_SENDABLE)}."
        return _refused(index, Fault(("type",), "unknown_type", "There is no such block type.", hint))
    early = _sender_refusal(type, index, mode)
    if early is not None:
        return early
    rule = RULES.get(type)
    fault = shape_fault(BLOCK_SHAPES[type], block) or (rule(block) if rule else None) or _form_id(block, form_ids)
    return _refused(index, fault) if fault else None


def _sender_refusal(type: str, index: int, mode: Mode) -> RefusedError | None:
    sender = BLOCK_SENDERS[type]
    if sender in ("any", mode):
        return None
    if sender in ("platform", "nobody"):
        message = f"Agents do not send blocks of type {type}."
        return _refused(index, Fault(("type",), "not_sendable", message, "Leave this block out."))
    token = f"{type}_requires_{sender}"
    is_code = token in REFUSALS
    message = f"A block of type {type} is for {sender} replies only."
    hint = "Leave it out until the final reply." if sender == "final" else "Leave it out, or send it in a partial reply."
    code, reason = (token, None) if is_code else ("block_invalid", token)
    return refused_locally(code, pointer(("blocks", index)), reason, message, hint)


def _form_id(block: dict[str, Any], form_ids: set[str]) -> Fault | None:
    if block["type"] != "form":
        return None
    if block["form_id"] in form_ids:
        hint = "Give each form of a message a form_id of its own."
        return Fault(("form_id",), "duplicate_form_id", "Two forms of this message have the same form_id.", hint)
    form_ids.add(block["form_id"])
    return None


def _refused(index: int, fault: Fault) -> RefusedError:
    path = pointer(("blocks", index, *fault.path))
    return refused_locally("block_invalid", path, fault.reason, fault.message, fault.hint)
