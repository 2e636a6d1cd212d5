from __future__ import annotations

import re
from calendar import timegm
from datetime import datetime, timezone

#: A longer wish is cut to this, so that it stays a number that a sleep takes: 2**31 - 1 ms in seconds.
_LONGEST = (2**31 - 1) / 1000

_TIME = r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
_SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH = "(?P<month>[A-Z][a-z]{2})"
_FORMS = (
    # IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
    re.compile(rf"{_SHORT_DAY}, (?P<day>[0-9]{{2}}) {_MONTH} (?P<year>[0-9]{{4}}) {_TIME} GMT"),
    # RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
    re.compile(rf"{_LONG_DAY}, (?P<day>[0-9]{{2}})-{_MONTH}-(?P<year>[0-9]{{2}}) {_TIME} GMT"),
    # asctime, which is in GMT too: Sun Nov  6 08:49:37 1994
    re.compile(rf"{_SHORT_DAY} {_MONTH} (?P<day>[ 0-9][0-9]) {_TIME} (?P<year>[0-9]{{4}})"),
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def parse_retry_after(header: str | None, now: float) -> float | None:
    """``Retry-After`` in seconds after ``now``: whole seconds, or an HTTP-date in one of its three forms (RFC 9110)."""
    text = (header or "").strip()
    if re.fullmatch("[0-9]+", text):
        return min(float(text), _LONGEST)
    at = _http_date(text, now)
    return None if at is None else min(max(0.0, at - now), _LONGEST)


def _http_date(text: str, now: float) -> int | None:
    parts = next((found for form in _FORMS if (found := form.fullmatch(text))), None)
    if parts is None or parts["month"] not in _MONTHS:
        return None
    month = _MONTHS.index(parts["month"]) + 1
    day, hour, minute, second = (int(parts[name]) for name in ("day", "hour", "minute", "second"))
    year = _full_year(parts["year"], now)
    # Second 60 is a leap second.
    if hour > 23 or minute > 59 or second > 60:
        return None
    try:
        datetime(year, month, day)
    except ValueError:
        return None
    return timegm((year, month, day, hour, minute, second))


def _full_year(digits: str, now: float) -> int:
    """A year of two digits is at most 50 years ahead."""
    if len(digits) == 4:
        return int(digits)
    this_year = datetime.fromtimestamp(now, timezone.utc).year
    year = this_year - this_year % 100 + int(digits)
    return year - 100 if year > this_year + 50 else year
