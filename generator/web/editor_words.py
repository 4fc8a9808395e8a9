"""What the editor itself says, as keys of its own phrases."""

from generator.web.speech import Say


def editor_phrases(say: Say) -> dict[str, str]:
    """The phrases of CodeMirror that are seen or read out, in the interface language."""
    return {
        "Find": say("editor-find"),
        "Replace": say("editor-replace"),
        "next": say("editor-next"),
        "previous": say("editor-previous"),
        "all": say("editor-all"),
        "match case": say("editor-match-case"),
        "regexp": say("editor-regexp"),
        "by word": say("editor-by-word"),
        "replace": say("editor-replace-one"),
        "replace all": say("editor-replace-all"),
        "close": say("editor-close"),
        "current match": say("editor-current-match"),
        "on line": say("editor-on-line"),
        "replaced $ matches": say("editor-replaced"),
        "replaced match on line $": say("editor-replaced-one"),
        "Completions": say("editor-completions"),
        "Diagnostics": say("problems"),
        "No diagnostics": say("no-problem"),
        "Folded lines": say("editor-folded-lines"),
        "Unfolded lines": say("editor-unfolded-lines"),
        "folded code": say("editor-folded"),
        "unfold": say("editor-unfold"),
        "to": say("editor-to"),
        "Fold line": say("editor-fold"),
        "Unfold line": say("editor-unfold"),
        "Go to line": say("editor-go-to-line"),
        "go": say("sieve-go"),
    }
