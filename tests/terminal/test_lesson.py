"""A lesson at the prompt."""

from click.testing import CliRunner

from wargame_terminal import main


def test_a_lesson_at_the_prompt_says_what_to_do_and_plays_nothing_else() -> None:
    typed = "play Probe Right\n\nplay Attack Right\n\nquit\n"
    text = CliRunner().invoke(main, ["play", "battlecry", "--lesson"], input=typed).stdout
    assert "1 of 12: Your card says who may act" in text
    assert "Nothing was played: choose again." in " ".join(text.split())
    assert "2 of 12: Orders: who acts this turn" in text
    assert "Union plays Attack Right." in text
    assert "Union plays Probe Right." not in text


def test_a_lesson_has_its_own_scenario_and_seat() -> None:
    refused = CliRunner().invoke(main, ["play", "battlecry", "--seat", "union", "--lesson"])
    assert refused.exit_code == 2
    assert "a lesson has its own scenario, options, seat and dice" in " ".join(refused.output.split())
