from __future__ import annotations

import base64
import json
import unittest
from typing import Any

from parley_agent import RefusedError, check_blocks, sign, verify
from parley_agent._delivery import read_envelope
from parley_agent.signing import parse_authorization, parse_signature

from . import vectors


def key_of(vector: dict[str, Any]) -> bytes:
    return base64.urlsafe_b64decode(vector["secret"] + "=" * (-len(vector["secret"]) % 4))


def body_of(vector: dict[str, Any]) -> bytes:
    if "body_utf8" in vector:
        return str(vector["body_utf8"]).encode("utf-8")
    return base64.b64decode(vector["body_base64"])


class Blocks(unittest.TestCase):
    def test_every_valid_vector_is_accepted(self) -> None:
        for name, vector in vectors.block_vectors("valid"):
            with self.subTest(name):
                check_blocks(vector["blocks"], vector["mode"])

    def test_every_invalid_vector_is_refused_with_its_code_its_path_and_its_reason(self) -> None:
        for name, vector in vectors.block_vectors("invalid"):
            with self.subTest(name):
                with self.assertRaises(RefusedError) as caught:
                    check_blocks(vector["blocks"], vector["mode"])
                error = caught.exception
                self.assertEqual((error.code, error.path), (vector["code"], vector["path"]))
                self.assertEqual(error.reason, vector.get("reason"))
                self.assertTrue(error.hint)


class Signing(unittest.TestCase):
    def test_there_are_vectors_of_every_kind(self) -> None:
        self.assertGreater(len(list(vectors.block_vectors("valid"))), 100)
        self.assertGreater(len(list(vectors.block_vectors("invalid"))), 200)
        self.assertGreater(len(list((vectors.FOLDER / "envelopes/valid").glob("*.json"))), 9)

    def test_a_signature_is_the_one_of_the_vector(self) -> None:
        for vector in vectors.signing_vectors("sign"):
            with self.subTest(vector["name"]):
                self.assertEqual(sign(key_of(vector), int(vector["unix"]), body_of(vector)), vector["header"])

    def test_a_signature_is_believed_exactly_where_the_vector_says_so(self) -> None:
        for vector in vectors.signing_vectors("verify"):
            with self.subTest(vector["name"]):
                is_believed = verify(key_of(vector), vector["header"], body_of(vector), vector["now"])
                self.assertEqual(is_believed, vector["valid"])

    def test_a_malformed_signature_header_is_no_signature(self) -> None:
        for vector in vectors.signing_vectors("malformed-headers"):
            with self.subTest(vector["name"]):
                self.assertIsNone(parse_signature(vector["header"]))

    def test_an_authorization_names_what_the_vector_says(self) -> None:
        for vector in vectors.signing_vectors("authorization"):
            with self.subTest(vector["name"]):
                named = parse_authorization(vector["header"]) or (None, None)
                self.assertEqual(named, (vector["agent_id"], vector["credential_id"]))


class Envelopes(unittest.TestCase):
    def test_every_valid_envelope_is_read(self) -> None:
        for path in sorted((vectors.FOLDER / "envelopes/valid").glob("*.json")):
            with self.subTest(path.name):
                opened = read_envelope(path.read_bytes())
                self.assertEqual(opened.envelope, json.loads(path.read_text("utf-8")))

    def test_an_unknown_event_and_an_unknown_field_pass(self) -> None:
        envelope = json.loads((vectors.FOLDER / "envelopes/valid/message.created.json").read_text("utf-8"))
        with_field = read_envelope(json.dumps({**envelope, "surprise": True}).encode())
        self.assertEqual(with_field.envelope, {**envelope, "surprise": True})
        with_event = read_envelope(json.dumps({**envelope, "event": "moon.rose"}).encode())
        self.assertEqual((with_event.fault, with_event.envelope), (None, None))
        self.assertEqual(with_event.delivery_id, envelope["delivery_id"])

    def test_what_is_no_envelope_of_version_1_is_refused(self) -> None:
        envelope = json.loads((vectors.FOLDER / "envelopes/valid/message.created.json").read_text("utf-8"))
        self.assertEqual(read_envelope(json.dumps({**envelope, "version": "2"}).encode()).fault, "unknown_version")
        for body in (b"", b"[]", b"\xff", json.dumps({**envelope, "delivery_id": 7}).encode()):
            self.assertEqual(read_envelope(body).fault, "malformed")
