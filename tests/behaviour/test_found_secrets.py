"""Credentials in the shapes that developers paste: none of them reaches the disk."""

from __future__ import annotations

import pytest

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess, event

pytestmark = pytest.mark.slow

# Kept apart from its shape, so that no scanner takes this file for a leak.
SECRET = "q7Zk" + "3vTx9LmW2pRd"

SHAPES = {
    "netrc": f"machine api.example\n  login octo\n  password {SECRET}",
    "pgpass": f"~/.pgpass:\ndb.internal:5432:app:me:{SECRET}",
    "curl cookie": f"curl -b 'sid={SECRET}' https://x.example",
    "docker config": f'{{"auths": {{"ghcr.io": {{"auth": "{SECRET}"}}}}}}',
    "xml": f"<server><password>{SECRET}</password></server>",
    "sshpass": f"sshpass -p {SECRET} ssh me@host",
    "docker login": f"docker login -u me -p {SECRET} ghcr.io",
    "piped login": f'echo "{SECRET}" | docker login --password-stdin',
    "mysql client": f"mysql -u root -p{SECRET} db",
    "environment": f"SMTP_PASS={SECRET}",
    "dockerfile": f"ENV DB_PASSWORD {SECRET}",
    "ansible": f"ansible_become_pass: {SECRET}",
    "rails": f"secret_key_base: {SECRET}",
    "address that is not escaped": f"postgres://app:a/{SECRET}@db/app",
    "token as user": f"git clone https://{SECRET}{SECRET}@git.example.com/x.git",
    "marked down": f"**Password:** {SECRET}",
    "code span": f"Password: `{SECRET}`",
    "tab": f"password:\t{SECRET}",
    "folded yaml": f"stringData:\n  password: >-\n    {SECRET}",
    "for the web": f"%7B%22password%22%3A%22{SECRET}%22%7D",
    "german": f"Das Passwort ist {SECRET}",
    "japanese": f"パスワードは {SECRET} です",
    "korean": f"비밀번호: {SECRET}",
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_pasted_credential_never_reaches_the_disk(name: str, shared_gateway: GatewayProcess) -> None:
    reply = shared_gateway.ask(
        "agent_session_append", host="codex", session_id=name, events=[event(f"{name[:3]}:u", SHAPES[name])]
    )
    assert reply["redactions"] == 1
    assert files_with(shared_gateway.workspace, SECRET) == []
