"""A small game with something in each of its files, for what is changed in them."""

from pathlib import Path

from projects import write_files

FILES = {
    "data/fox-hunt/game.yaml": """\
name: {en: Fox Hunt, de: Fuchsjagd}
languages: [en, de]
players: [2, 4]
modes: [long, short]
players_by_mode: {short: 2}
kinds:
  animals:
    title: {en: Animals, de: Tiere}
    size: poker
    template: animal.svg
    group: family
    fields:
      name: {type: text, required: true}
      speed: {type: whole, required: true, words: [X]}
      claws: {type: whole, required: true}
      teeth: {type: whole, required: true}
      weight: {type: number}
      shy: {type: flag, default: false}
      family: {type: choice, of: [fur, feather, "2"], required: true}
      prey: {type: reference, to: animals}
      lair: {type: record, fields: {name: {type: text, required: true}, depth: {type: whole}}}
      effects: {type: list, of: {type: one-of, keys: {coins: {type: whole}, steps: {type: whole}}}}
      notes: {type: list}
plan:
  - {kind: animals, sets: "1", source: ours, why: {en: the whole deck, de: alle Karten}}
""",
    "data/fox-hunt/animals.yaml": """\
- id: red-fox
  name: {en: Red fox, de: Rotfuchs}
  speed: 7
  claws: 2
  teeth: 3
  weight: 6.5
  shy: true
  family: fur
  prey: goose
  lair: {name: Earth, depth: 2}
  effects: [{coins: +2}, {steps: -1}]
  notes: [007, red]
  art: fox
- id: goose
  name: 007
  speed: X
  claws: 5
  teeth: 0
  weight: 12
  family: feather
  copies: 4
  waive: {speed: as fast as it likes}
""",
    "data/fox-hunt/balance.yaml": """\
- rule: speed
  check: number-range
  kind: animals
  field: weight
  min: 1
  max: 9
  source: our own
  why: The track has nine squares.
  pass: {weight: 9}
  fail: {weight: 10}
- rule: points
  check: sum-of
  kind: animals
  fields: {claws: 0, teeth: 0}
  total: 5
  source: our own
  why: No animal is simply stronger.
  pass: {claws: 4, teeth: 1}
  fail: {claws: 4, teeth: 2}
- rule: claws
  check: number-range
  kind: animals
  field: claws
  min: 0
  max: 5
  source: our own
  why: A paw has five.
  pass: {claws: 5}
  fail: {claws: 6}
- rule: teeth
  check: number-range
  kind: animals
  field: teeth
  min: 0
  max: 5
  source: our own
  why: As many as claws.
  pass: {teeth: 5}
  fail: {teeth: 6}
- rule: few
  check: how-many
  kind: animals
  min: 1
  max: 20
  copies: true
  level: warning
  source: our own
  why: A hand holds twenty.
  pass: [{speed: 1}]
  fail: [{speed: 1, copies: 21}]
""",
    "data/fox-hunt/forge.yaml": """\
kinds:
  animals:
    recipe: ensemble
    title: "{{ beast.en }}"
    unlike: [name]
    deal:
      - {name: beast, from: beasts}
    words:
      beasts: [{en: Owl, de: Eule}, {en: Hare, de: Hase}]
    item: {name: {en: "{{ beast.en }}", de: "{{ beast.de }}"}, speed: 3, family: fur}
""",
    "data/fox-hunt/lab.yaml": """\
measures:
  - {name: weight for speed, kind: animals, expression: weight}
curves:
  - {kind: animals, x: weight, y: copies}
better:
  animals: {weight: low}
questions:
  - name: a fox in the first hand
    draw: {kind: animals, draws: 2, where: family == 'fur'}
    expect: [0, 1]
""",
    "templates/fox-hunt/style.yaml": """\
fonts: {text: Andika_400Regular}
fallback: [DejaVuSans]
low: {pen: 0.5}
""",
    "templates/fox-hunt/words.yaml": """\
speed: {en: "speed {n}", de: "Tempo {n}"}
""",
    "templates/fox-hunt/animal.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <use href="art/{{ item.art }}.svg" data-if="item.art" data-place="art" x="6" y="30" width="40" height="40"/>
  <rect data-field="name" data-font="text" data-size="16" data-min="10" x="6" y="8" width="51" height="12"/>
</svg>
""",
    "templates/fox-hunt/art/fox.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><circle cx="9" cy="9" r="8"/></svg>
""",
    "pnp.yaml": """\
paper: letter
lang: de
""",
}


def write_fox_hunt(folder: Path) -> Path:
    """The game's project."""
    return write_files(folder, FILES)
