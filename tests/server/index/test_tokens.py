"""Which texts meet in a term, and which don't."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.index.tokens import analyze, is_telling, query_terms, term_spans


def meet(query: str, text: str) -> bool:
    return bool(set(query_terms(query)) & set(analyze(text)[0]))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("getUserById", "call get_user_by_id here"),
        ("get_user_by_id", "call getUserById() here"),
        ("get-user-by-id", "GetUserByID"),
        ("users.py", "see src/app/users.py."),
        ("src/app/users.py", "users.py is gone"),
        ("E1234", "error[E1234]: mismatch"),
        ("ERR_CONNECTION_REFUSED", "net::ERR_CONNECTION_REFUSED"),
        ("C++", "written in C++, not in C"),
        ("v1.2.3", "we ship v1.2.3 today"),
        ("HTTPServer", "an http server"),
        ("deployments", "it was deployed"),
        ("bought", "what did you buy"),
        ("Müller", "MULLER"),
        ("cafe\u0301", "café"),
        ("ｆｕｌｌ", "full"),
        ("部署", "我们把部署脚本放在仓库根目录"),
        ("库", "仓库"),
        ("デプロイ", "金曜日のデプロイ"),
        ("배포", "배포 스크립트"),
        ("배포", "배포를 했다"),
        ("भाषा", "हिन्दी भाषा"),
        ("Привет", "привет, мир"),
    ],
)
def test_two_spellings_of_a_thing_meet(query: str, text: str) -> None:
    assert meet(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [("C++", "vitamin C"), ("部署", "部队驻署"), ("E1234", "E1235"), ("cat", "category"), ("😀", "😀")],
)
def test_things_that_only_look_alike_stay_apart(query: str, text: str) -> None:
    assert not meet(query, text)


def test_stop_words_count_only_when_there_is_nothing_else() -> None:
    assert list(query_terms("where is the aquarium")) == list(query_terms("aquarium"))
    assert list(query_terms("who are you")) == ["who", "are", "you"]


def test_a_query_in_characters_asks_for_pairs_or_the_single_one() -> None:
    assert list(query_terms("部署脚")) == ["部署", "署脚"]
    assert list(query_terms("库")) == ["库"]


def test_terms_know_the_word_they_are_part_of() -> None:
    assert len(set(query_terms("getUserById").values())) == 1
    assert len(set(query_terms("getUserById raises").values())) == 2
    assert len(set(query_terms("部署").values())) == 1
    assert len(set(query_terms("部署脚本").values())) == 2


def test_words_about_anything_are_no_sign_of_relation() -> None:
    assert [term for term in query_terms("thanks, please continue with test 4") if is_telling(term)] == []
    assert all(map(is_telling, query_terms("aquarium 部署 E1234")))


def test_length_counts_words_that_carry_meaning() -> None:
    assert analyze("the port of the proxy")[1] == 2


def test_spans_name_the_place_of_each_term() -> None:
    text = "see getUserById，部署脚本"
    spans = term_spans(text, frozenset(query_terms("get_user_by_id 部署")))
    assert {(text[start:end], term) for start, end, term in spans} == {
        ("getUserById", "get"),
        ("getUserById", "user"),
        ("getUserById", "getuserbyid"),
        ("部署", "部署"),
    }


@given(st.text())
def test_any_text_can_be_taken_apart_and_asks_for_its_own_terms(text: str) -> None:
    counts, length = analyze(text)
    assert length >= 0
    assert all(counts.values())
    assert set(query_terms(text)) <= set(counts)


def test_a_mark_in_place_of_a_credential_is_no_part_of_a_question() -> None:
    assert list(query_terms("deploy with [redacted:github-token] to staging")) == list(
        query_terms("deploy with to staging")
    )
