"""Answers cut at every position: the result does not depend on where the network cut them."""

import unittest

from assay_client.address import Address
from assay_client.errors import InputError
from assay_client.wire import LARGEST_BODY, Answer, AnswerReader, TooLargeError, WireError, request_head

PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b: c\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=1\r\nlo\r\n0\r\nT: v\r\n\r\n"
INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n" + PLAIN


def read(data: bytes, cut: int) -> Answer:
    reader = AnswerReader()
    for start in range(0, len(data), cut):
        answer = reader.feed(data[start : start + cut])
        if answer is not None:
            assert start + cut >= len(data), "whole before its end"
            return answer
    return reader.end()


class Reading(unittest.TestCase):
    def test_every_cut_reads_the_same(self) -> None:
        for data in (PLAIN, CHUNKED, INTERIM):
            for cut in range(1, len(data) + 1):
                answer = read(data, cut)
                self.assertEqual((answer.status, answer.body, answer.kept), (200, b"hello", True))
        self.assertEqual(read(PLAIN, 7).headers["x-a"], "b: c")

    def test_a_body_without_a_length_ends_with_the_connection(self) -> None:
        answer = read(b"HTTP/1.1 200 OK\r\n\r\nhello", 3)
        self.assertEqual((answer.body, answer.kept), (b"hello", False))

    def test_a_connection_that_the_service_closes_is_not_kept(self) -> None:
        self.assertFalse(read(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", 99).kept)
        self.assertFalse(read(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 99).kept)

    def test_an_answer_without_end_is_not_read_on(self) -> None:
        head = b"HTTP/1.1 200 OK\r\n"
        endless = {
            "announced": [head + b"Content-Length: 99999999999999\r\n\r\n"],
            "announced in very many digits": [head + b"Content-Length: " + b"9" * 10_000 + b"\r\n\r\n"],
            "a chunk": [head + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n"],
            "a chunk of very many digits": [head + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 10_000 + b"\r\n"],
        }
        for name, pieces in endless.items():
            with self.subTest(name), self.assertRaises(TooLargeError):
                reader = AnswerReader()
                for piece in pieces:
                    reader.feed(piece)
        with self.subTest("until it closes"), self.assertRaises(TooLargeError):
            reader = AnswerReader()
            reader.feed(head + b"\r\n")
            for _ in range(5):
                reader.feed(b"x" * (LARGEST_BODY // 4))
        chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
        for name, start in {"a chunk's size": b"", "trailers": b"0\r\n"}.items():
            with self.subTest(name), self.assertRaisesRegex(WireError, "not end"):
                reader = AnswerReader()
                reader.feed(chunked + start)
                for _ in range(100):
                    reader.feed(b"f" * 1_000)

    def test_a_size_of_a_chunk_is_a_number(self) -> None:
        for size in (b"-5", b"+5", b"0x5", b"5_0", b"", b" "):
            with self.subTest(size), self.assertRaises(WireError):
                AnswerReader().feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + b"\r\nhello\r\n")

    def test_what_ends_too_early_is_no_answer(self) -> None:
        for data in (PLAIN, CHUNKED):
            for end in range(1, len(data)):
                with self.assertRaises(WireError):
                    read(data[:end], 5)

    def test_what_is_no_http_is_no_answer(self) -> None:
        for data in (
            b"SSH-2.0-x\r\n\r\n",
            b"HTTP/1.1 abc\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            b"x" * 70_000,
            PLAIN + b"more",
        ):
            with self.assertRaises(WireError):
                read(data, len(data))


class Addresses(unittest.TestCase):
    def test_parts(self) -> None:
        address = Address("http://x:to%40ken@host:8100/prefix/")
        self.assertEqual((address.host, address.port, address.prefix, address.tls), ("host", 8100, "/prefix", False))
        head = request_head(address, "/v1/score", 3).decode()
        self.assertTrue(head.startswith("POST /prefix/v1/score HTTP/1.1\r\nHost: host:8100\r\n"))
        self.assertIn("Authorization: Basic eDp0b0BrZW4=\r\n", head)
        self.assertEqual(Address("https://host").port, 443)
        self.assertEqual(Address("http://[::1]:80").host_header, "[::1]:80")

    def test_messages_do_not_show_the_token(self) -> None:
        self.assertEqual(str(Address("http://x:secret@host:8100")), "http://host:8100")

    def test_what_is_no_url_is_refused(self) -> None:
        for url in ("127.0.0.1:8100", "ftp://host", "http://", "http://host:port"):
            with self.assertRaises(InputError):
                Address(url)


if __name__ == "__main__":
    unittest.main()
