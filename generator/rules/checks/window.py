"""How often values may occur among neighbours in a list: one storm in any three squares of a track.

A list that is shorter than a window is skipped.

SETTINGS
field: the list
    such as: track
of: the values that are counted
    such as: [storm, gale]
size: how many neighbours make a window
    such as: 3
min: the fewest in a window
    such as: 1
max: the most in a window
    else: any number
    such as: 1
round: whether the list goes on at its start
    such as: true

PASS
    fields: {track: {type: list}}
    rule: {check: window, field: track, of: [storm], size: 3, max: 1}
    items:
      - {id: coast, track: [storm, calm, calm, storm, calm]}

FAIL 4:44
    fields: {track: {type: list}}
    rule: {check: window, field: track, of: [storm], size: 3, max: 1}
    items:
      - {id: coast, track: [calm, storm, calm, storm]}

FAIL 4:44
    fields: {track: {type: list}}
    rule: {check: window, field: track, of: [storm], size: 3, max: 1, round: true}
    items:
      - {id: coast, track: [storm, calm, calm, storm]}
"""

from collections.abc import Iterator

from generator.model.fields import Field, FlagField, ListField, StringField, WithinField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, words_of
from generator.rules.settings import PathField, settings_of

REACH: Reach = "value"
NEEDS = ("min", "max")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(ListField,), required=True),
    of=ListField(of=StringField(), required=True),
    size=WithinField(low=1, high=1000, required=True),
    min=WithinField(default=0),
    max=WithinField(),
    round=FlagField(default=False),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the first window of each list that holds too many or too few, at its last member."""
    words, size = set(settings.of), settings.size
    for item, path, members in scope.values(settings.field):
        if not isinstance(members, list) or len(members) < size:
            continue
        scope.judged += 1
        counted = [any(str(word) in words for word in words_of(member)) for member in members]
        starts = len(members) if settings.round else len(members) - size + 1
        for start in range(starts):
            window = [(start + step) % len(members) for step in range(size)]
            count = sum(counted[at] for at in window)
            if count < settings.min or (settings.max is not None and count > settings.max):
                few = count < settings.min
                limit = f"{settings.min} at least" if few else f"{settings.max} at most"
                where = f"{window[0] + 1} to {window[-1] + 1}"
                message = f"{' or '.join(settings.of)} is there {count} times in places {where}; {limit} in any {size}"
                last = window[-1] if few else max(at for at in window if counted[at])
                yield Breach(item, (*path, last), message, "exchange it with one further off")
                break
