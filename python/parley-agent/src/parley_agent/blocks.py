"""Blocks, one builder for each type that an agent may send.

They only make the block; ``ctx.reply`` and the other calls check it as the platform will, and raise a RefusedError that names the path,
the reason and a way to fix it.

Generated from the protocol: run ``npx tsx scripts/generated.ts --write``.
"""

# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Literal, Mapping, Sequence, TypedDict, Union, cast

__all__ = [
    "Choice",
    "choices",
    "SendableBlock",
    "Block",
    "TextBlock",
    "CardPrice",
    "CardPurchase",
    "CardBlock",
    "ImageBlock",
    "FileBlock",
    "ButtonsBlock",
    "FormField",
    "FormBlock",
    "ApprovalRequestBlock",
    "TaskUpdateBlock",
    "ProgressBlock",
    "TableBlock",
    "AudioBlock",
    "VideoBlock",
    "ThinkingBlock",
    "ToolUseBlock",
    "ToolResultBlock",
    "ListBlock",
    "DatePickerBlock",
    "LocationBlock",
    "EventBlock",
    "NotificationBlock",
    "IntentBlock",
    "NeedsHumanBlock",
    "ChartMeta",
    "ChartSeries",
    "ChartBlock",
    "text",
    "card",
    "image",
    "file",
    "buttons",
    "form",
    "task_update",
    "progress",
    "table",
    "audio",
    "video",
    "thinking",
    "tool_use",
    "tool_result",
    "list_",
    "location",
    "event",
    "notification",
    "intent",
    "needs_human",
    "chart",
]


class Choice(TypedDict):
    """A labelled choice: of buttons, of a card or of a select field."""

    label: str
    payload: str


class TextBlock(TypedDict):
    type: Literal["text"]
    text: str


class CardPrice(TypedDict):
    amount: int
    unit: Literal["coin"]


class CardPurchase(TypedDict):
    label: str
    reason: str


class _CardBlock(TypedDict):
    type: Literal["card"]
    title: str


class CardBlock(_CardBlock, total=False):
    body: str
    image_asset_id: str
    actions: list[Choice]
    price: CardPrice
    purchase: CardPurchase


class _ImageBlock(TypedDict):
    type: Literal["image"]
    asset_id: str


class ImageBlock(_ImageBlock, total=False):
    alt_text: str
    width: int
    height: int


class _FileBlock(TypedDict):
    type: Literal["file"]
    asset_id: str
    filename: str


class FileBlock(_FileBlock, total=False):
    size_bytes: int
    mime: str


class ButtonsBlock(TypedDict):
    type: Literal["buttons"]
    buttons: list[Choice]


class _FormField(TypedDict):
    name: str
    label: str
    field_type: Literal["text", "number", "date", "select"]


class FormField(_FormField, total=False):
    required: bool
    options: list[Choice]


class _FormBlock(TypedDict):
    type: Literal["form"]
    form_id: str
    fields: list[FormField]


class FormBlock(_FormBlock, total=False):
    submit_label: str


class ApprovalRequestBlock(TypedDict):
    type: Literal["approval_request"]
    prompt: str


class _TaskUpdateBlock(TypedDict):
    type: Literal["task_update"]
    task_id: str
    status: Literal["created", "assigned", "in_progress", "awaiting_approval", "completed", "failed", "cancelled"]


class TaskUpdateBlock(_TaskUpdateBlock, total=False):
    note: str


class _ProgressBlock(TypedDict):
    type: Literal["progress"]
    label: str


class ProgressBlock(_ProgressBlock, total=False):
    percent: int


class TableBlock(TypedDict):
    type: Literal["table"]
    columns: list[str]
    rows: list[list[str]]


class _AudioBlock(TypedDict):
    type: Literal["audio"]
    asset_id: str


class AudioBlock(_AudioBlock, total=False):
    duration_seconds: float


class _VideoBlock(TypedDict):
    type: Literal["video"]
    asset_id: str


class VideoBlock(_VideoBlock, total=False):
    duration_seconds: float
    width: int
    height: int


class ThinkingBlock(TypedDict):
    type: Literal["thinking"]
    thinking: str
    signature: str


class _ToolUseBlock(TypedDict):
    type: Literal["tool_use"]
    id: str
    name: str
    input: Mapping[str, Any]


class ToolUseBlock(_ToolUseBlock, total=False):
    caller: Mapping[str, Any]


class _ToolResultBlock(TypedDict):
    type: Literal["tool_result"]
    tool_use_id: str
    content: str


class ToolResultBlock(_ToolResultBlock, total=False):
    is_error: bool


class ListBlock(TypedDict):
    type: Literal["list"]
    title: str
    items: list[str]


class _DatePickerBlock(TypedDict):
    type: Literal["date_picker"]
    title: str


class DatePickerBlock(_DatePickerBlock, total=False):
    min: str
    max: str


class _LocationBlock(TypedDict):
    type: Literal["location"]
    latitude: float
    longitude: float


class LocationBlock(_LocationBlock, total=False):
    label: str


class _EventBlock(TypedDict):
    type: Literal["event"]
    title: str
    starts_at: str


class EventBlock(_EventBlock, total=False):
    ends_at: str


class _NotificationBlock(TypedDict):
    type: Literal["notification"]
    title: str
    body: str


class NotificationBlock(_NotificationBlock, total=False):
    action_label: str


class IntentBlock(TypedDict):
    type: Literal["intent"]
    text: str


class NeedsHumanBlock(TypedDict):
    type: Literal["needs_human"]
    reason: str


class ChartMeta(TypedDict, total=False):
    title: str
    description: str
    footer: str


class _ChartSeries(TypedDict):
    data_key: str


class ChartSeries(_ChartSeries, total=False):
    label: str
    axis_label: str
    value_format: Literal["integer", "compact", "raw"]
    value_prefix: str
    value_suffix: str


class _ChartBlock(TypedDict):
    type: Literal["chart"]
    chart_type: Literal["bar", "line", "pie", "scatter"]
    x_key: str
    series: list[ChartSeries]
    data: list[Mapping[str, Any]]


class ChartBlock(_ChartBlock, total=False):
    meta: ChartMeta
    layout: Literal["vertical"]
    x_axis_label: str
    y_axis_min: float
    y_axis_max: float
    x_axis_scale: Literal["linear"]


SendableBlock = Union[
    TextBlock,
    CardBlock,
    ImageBlock,
    FileBlock,
    ButtonsBlock,
    FormBlock,
    TaskUpdateBlock,
    ProgressBlock,
    TableBlock,
    AudioBlock,
    VideoBlock,
    ThinkingBlock,
    ToolUseBlock,
    ToolResultBlock,
    ListBlock,
    LocationBlock,
    EventBlock,
    NotificationBlock,
    IntentBlock,
    NeedsHumanBlock,
    ChartBlock,
]


Block = Union[
    TextBlock,
    CardBlock,
    ImageBlock,
    FileBlock,
    ButtonsBlock,
    FormBlock,
    ApprovalRequestBlock,
    TaskUpdateBlock,
    ProgressBlock,
    TableBlock,
    AudioBlock,
    VideoBlock,
    ThinkingBlock,
    ToolUseBlock,
    ToolResultBlock,
    ListBlock,
    DatePickerBlock,
    LocationBlock,
    EventBlock,
    NotificationBlock,
    IntentBlock,
    NeedsHumanBlock,
    ChartBlock,
]


def choices(items: Sequence[str | Choice]) -> list[Choice]:
    """Choices for a card's actions, buttons or a select field. A string is both label and payload."""
    return [{"label": item, "payload": item} if isinstance(item, str) else item for item in items]


def _timestamp(time: datetime | str) -> str:
    """As the wire has it; a datetime without a zone is of the zone of this machine."""
    if isinstance(time, str):
        return time
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _given(block: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {**block, **{name: value for name, value in optional.items() if value is not None}}


def text(text: str) -> TextBlock:
    """Text in a markdown subset.

    ``text``: 1 to 10000 characters.
    """
    return cast(TextBlock, {"type": "text", "text": text})


def card(
    title: str,
    *,
    body: str | None = None,
    image_asset_id: str | None = None,
    actions: Sequence[str | Choice] | None = None,
    price: CardPrice | None = None,
    purchase: CardPurchase | None = None,
) -> CardBlock:
    """A card with a title, and optionally a body, an image, actions, a price and a purchase.

    ``title``: 1 to 200 characters.
    ``body``: 1 to 10000 characters.
    ``actions``: at most 3 items.
    """
    whole = _given(
        {"type": "card", "title": title},
        body=body,
        image_asset_id=image_asset_id,
        actions=None if actions is None else choices(actions),
        price=price,
        purchase=purchase,
    )
    return cast(CardBlock, whole)


def image(
    asset_id: str,
    *,
    alt_text: str | None = None,
    width: int | None = None,
    height: int | None = None,
) -> ImageBlock:
    """A picture that the agent has uploaded.

    ``alt_text``: at most 500 characters.
    ``width``: 1 to 100000.
    ``height``: 1 to 100000.
    """
    whole = _given({"type": "image", "asset_id": asset_id}, alt_text=alt_text, width=width, height=height)
    return cast(ImageBlock, whole)


def file(asset_id: str, filename: str, *, size_bytes: int | None = None, mime: str | None = None) -> FileBlock:
    """A file to download.

    ``filename``: 1 to 255 characters.
    ``size_bytes``: 1 or more.
    ``mime``: 1 to 255 characters.
    """
    whole = _given(
        {"type": "file", "asset_id": asset_id, "filename": filename},
        size_bytes=size_bytes,
        mime=mime,
    )
    return cast(FileBlock, whole)


def buttons(buttons: Sequence[str | Choice]) -> ButtonsBlock:
    """Buttons. The payload of the one that is pressed comes back as the next message of the person.

    ``buttons``: 1 to 5 items.
    """
    return cast(ButtonsBlock, {"type": "buttons", "buttons": choices(buttons)})


def form(form_id: str, fields: Sequence[FormField], *, submit_label: str | None = None) -> FormBlock:
    """A form. The answer comes as ``form.submitted``, once a person.

    ``form_id``: 1 to 64 characters.
    ``submit_label``: at most 60 characters.
    ``fields``: 1 to 20 items.
    """
    whole = _given(
        {"type": "form", "form_id": form_id, "fields": list(fields)},
        submit_label=submit_label,
    )
    return cast(FormBlock, whole)


def task_update(
    task_id: str,
    status: Literal["created", "assigned", "in_progress", "awaiting_approval", "completed", "failed", "cancelled"],
    *,
    note: str | None = None,
) -> TaskUpdateBlock:
    """Shows a task and how it stands. To move a task, use ``ctx.update_task``.

    ``note``: 1 to 10000 characters.
    """
    return cast(TaskUpdateBlock, _given({"type": "task_update", "task_id": task_id, "status": status}, note=note))


def progress(label: str, *, percent: int | None = None) -> ProgressBlock:
    """How far something is. Leave the percentage out where it is not known.

    ``label``: 1 to 200 characters.
    ``percent``: 0 to 100.
    """
    return cast(ProgressBlock, _given({"type": "progress", "label": label}, percent=percent))


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> TableBlock:
    """A table; every row is as long as the header.

    ``columns``: 1 to 8 items.
    ``rows``: at most 50 items.
    """
    return cast(TableBlock, {"type": "table", "columns": list(columns), "rows": [list(one) for one in rows]})


def audio(asset_id: str, *, duration_seconds: float | None = None) -> AudioBlock:
    """A sound recording that the agent has uploaded.

    ``duration_seconds``: more than 0, at most 86400.
    """
    return cast(AudioBlock, _given({"type": "audio", "asset_id": asset_id}, duration_seconds=duration_seconds))


def video(
    asset_id: str,
    *,
    duration_seconds: float | None = None,
    width: int | None = None,
    height: int | None = None,
) -> VideoBlock:
    """A film that the agent has uploaded.

    ``duration_seconds``: more than 0, at most 86400.
    ``width``: 1 to 100000.
    ``height``: 1 to 100000.
    """
    whole = _given(
        {"type": "video", "asset_id": asset_id},
        duration_seconds=duration_seconds,
        width=width,
        height=height,
    )
    return cast(VideoBlock, whole)


def thinking(thinking: str, signature: str) -> ThinkingBlock:
    """What a model thought, with its provider's signature. Only the agent's owner sees it."""
    return cast(ThinkingBlock, {"type": "thinking", "thinking": thinking, "signature": signature})


def tool_use(id: str, name: str, input: Mapping[str, Any], *, caller: Mapping[str, Any] | None = None) -> ToolUseBlock:
    """A tool that the agent used on its own. Only the agent's owner sees the input.

    ``id``: 1 to 200 characters.
    ``name``: 1 to 200 characters.
    """
    return cast(ToolUseBlock, _given({"type": "tool_use", "id": id, "name": name, "input": input}, caller=caller))


def tool_result(tool_use_id: str, content: str, *, is_error: bool | None = None) -> ToolResultBlock:
    """What a tool answered. Only the agent's owner sees the content.

    ``tool_use_id``: 1 to 200 characters.
    ``content``: at most 10000 characters.
    """
    whole = _given(
        {"type": "tool_result", "tool_use_id": tool_use_id, "content": content},
        is_error=is_error,
    )
    return cast(ToolResultBlock, whole)


def list_(title: str, items: Sequence[str]) -> ListBlock:
    """A titled list.

    ``title``: 1 to 200 characters.
    ``items``: 1 to 50 items.
    """
    return cast(ListBlock, {"type": "list", "title": title, "items": list(items)})


def location(latitude: float, longitude: float, *, label: str | None = None) -> LocationBlock:
    """A place on the map, in degrees.

    ``latitude``: -90 to 90.
    ``longitude``: -180 to 180.
    ``label``: 1 to 200 characters.
    """
    whole = _given({"type": "location", "latitude": latitude, "longitude": longitude}, label=label)
    return cast(LocationBlock, whole)


def event(title: str, starts_at: datetime | str, *, ends_at: datetime | str | None = None) -> EventBlock:
    """An event to look at; it is not placed on any calendar.

    ``title``: 1 to 200 characters.
    ``starts_at``: at most 100 characters.
    ``ends_at``: at most 100 characters.
    """
    whole = _given(
        {"type": "event", "title": title, "starts_at": _timestamp(starts_at)},
        ends_at=None if ends_at is None else _timestamp(ends_at),
    )
    return cast(EventBlock, whole)


def notification(title: str, body: str, *, action_label: str | None = None) -> NotificationBlock:
    """A notice with a title and a body. ``action_label`` is shown and leads nowhere.

    ``title``: 1 to 200 characters.
    ``body``: 1 to 2000 characters.
    ``action_label``: 1 to 100 characters.
    """
    whole = _given({"type": "notification", "title": title, "body": body}, action_label=action_label)
    return cast(NotificationBlock, whole)


def intent(text: str) -> IntentBlock:
    """What the agent is about to do; for drafts only.

    ``text``: 1 to 10000 characters.
    """
    return cast(IntentBlock, {"type": "intent", "text": text})


def needs_human(reason: str) -> NeedsHumanBlock:
    """Says that a person must take over, and why; for final replies only.

    ``reason``: 1 to 10000 characters.
    """
    return cast(NeedsHumanBlock, {"type": "needs_human", "reason": reason})


def chart(
    chart_type: Literal["bar", "line", "pie", "scatter"],
    x_key: str,
    series: Sequence[ChartSeries],
    data: Sequence[Mapping[str, Any]],
    *,
    meta: ChartMeta | None = None,
    layout: Literal["vertical"] | None = None,
    x_axis_label: str | None = None,
    y_axis_min: float | None = None,
    y_axis_max: float | None = None,
    x_axis_scale: Literal["linear"] | None = None,
) -> ChartBlock:
    """A chart; for final replies only.

    ``series``: 1 to 4 items.
    ``data``: 1 to 100 items.
    ``x_axis_label``: at most 60 characters.
    """
    whole = _given(
        {"type": "chart", "chart_type": chart_type, "x_key": x_key, "series": list(series), "data": list(data)},
        meta=meta,
        layout=layout,
        x_axis_label=x_axis_label,
        y_axis_min=y_axis_min,
        y_axis_max=y_axis_max,
        x_axis_scale=x_axis_scale,
    )
    return cast(ChartBlock, whole)
