"""A small game in Portuguese whose rules are about the whole deck, and new cards of it."""

from pathlib import Path

from projects import write_files
from workbench import Bench, bench

PLACES = "Barra Cais Doca Enseada Farol Gruta Horta Ilha Jangada Lago Moinho Norte Onda Praia Quinta Rio Serra Torre"
GAME = """\
name: {pt: O Porto}
languages: [pt]
kinds:
  cartas:
    title: {pt: Cartas}
    fields:
      nome: {type: text, required: true}
      cor: {type: choice, of: [azul, verde, ouro], required: true}
      custo: {type: whole, required: true}
      rara: {type: flag, default: false}
"""
RULES = {
    "media": "{check: mean, of: custo, min: 2.4, max: 2.6, least: 6}",
    "caras": "{check: spread, of: custo > 3, what: share, min: 0.2, max: 0.3, least: 6}",
    "mediana": "{check: spread, of: custo, what: quantile, at: 0.5, min: 2, max: 2, least: 6}",
    "cores": "{check: shares, by: cor, of: {azul: 50, verde: 30, ouro: 20}, tolerance: 3, least: 6}",
}


def entries(rules: dict[str, str]) -> str:
    """A ``balance.yaml`` of these rules."""
    frame = "kind: cartas, source: ours, why: O porto fica em equilíbrio."
    return "".join(f"- {{rule: {name}, {frame}, {rule[1:]}\n" for name, rule in rules.items())


def write_harbour(folder: Path, rules: dict[str, str], at_hand: str = "[]\n") -> Path:
    """The game's files; each card is a place with a colour, and a cost from 1 to 5."""
    names = ", ".join(
        f"{{um: {place} {word}}}" for place in PLACES.split() for word in ["Alto", "Baixo", "Novo", "Velho"]
    )
    forge = f"""\
kinds:
  cartas:
    recipe: ensemble
    title: "{{{{ lugar.um }}}}"
    points: none
    unlike: [nome]
    deal: [{{name: lugar, from: lugares, once: nome}}, {{name: cor, from: cores}}, {{name: custo, from: custos}}]
    item: {{nome: {{pt: "{{{{ lugar.um }}}}"}}, cor: "{{{{ cor }}}}", custo: "{{{{ custo.n }}}}"}}
    words: {{lugares: [{names}], cores: [azul, verde, ouro], custos: [{{n: 1}}, {{n: 2}}, {{n: 3}}, {{n: 4}}, {{n: 5}}]}}
"""
    files = {"game": GAME, "balance": entries(rules), "forge": forge, "cartas": at_hand}
    return write_files(folder, {f"data/porto/{name}.yaml": text for name, text in files.items()})


def harbour(folder: Path, rules: dict[str, str], at_hand: str = "[]\n") -> Bench:
    """The same, ready to make new cards."""
    return bench("porto", "cartas", write_harbour(folder, rules, at_hand) / "data")
