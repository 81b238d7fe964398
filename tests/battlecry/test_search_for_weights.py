from pathlib import Path

import pytest
from benchmarks.spsa import Search, main, steps_of

from wargame_battlecry.players.weights import NORMAL


def test_a_number_goes_the_way_that_wins_and_one_that_shows_nothing_stays_about_where_it_was() -> None:
    search = Search({"flag": 0.5, "rally": 0.1})
    for flag, rally in ((1, 1), (-1, 1), (1, -1), (-1, -1)) * 20:
        search.learn({"flag": flag, "rally": rally}, 1.0 if flag > 0 else -0.5)
    found = search.at(NORMAL)
    assert found.flag > NORMAL.flag + 0.25
    assert abs(found.rally - NORMAL.rally) < 0.01
    assert search.slope("flag") > 5 > 1 > abs(search.slope("rally"))


def test_no_weight_changes_its_sign_and_what_is_none_may_be_either() -> None:
    search = Search({"step_and_fire": 0.5, "enter": 0.1})
    for _ in range(400):
        search.learn({"step_and_fire": -1, "enter": -1}, 2.0)
    found = search.at(NORMAL)
    assert found.step_and_fire == 0
    assert found.enter < 0


def test_only_plain_numbers_are_moved() -> None:
    assert {"answer", "keep"}.isdisjoint(steps_of(NORMAL))
    assert steps_of(NORMAL)["flag"] == 0.75
    assert steps_of(NORMAL)["cover"] > 0


def test_the_pairs_of_another_search_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "pairs.jsonl"
    arguments = ["battlecry", "--pairs", "0", "--out", str(kept)]
    main([*arguments, "--seed", "5"])
    before = kept.read_text("utf-8")
    with pytest.raises(SystemExit):
        main([*arguments, "--seed", "6"])
    assert 'of another search: ["battlecry", "NORMAL", "all", 5]' in capsys.readouterr().err
    assert kept.read_text("utf-8") == before
