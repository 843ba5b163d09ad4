"""Server process and WebSocket clients for tests, with Python's standard library only."""

import base64
import json
import os
import re
import select
import signal
import socket
import ssl
import struct
import subprocess
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Server:
    """`ninelives serve` on a free port of the loopback."""

    def __init__(self, program, data, *options, env=None, wait=True, log=None, preexec=None, pass_fds=()):
        self.log = open(log or str(data) + ".log", "ab")
        command = [program, "serve", "--bind", "127.0.0.1", "--data", str(data), *options]
        if "--port" not in options:
            command += ["--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log,
                                        env={**os.environ, **(env or {})}, text=True, preexec_fn=preexec,
                                        pass_fds=pass_fds)
        self.port = None
        if wait:
            self.wait_for_address()

    def wait_for_address(self):
        """False if the process ended before it listened."""
        for line in self.process.stdout:
            found = re.search(r"//127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])
                return True
        self.process.wait()
        return False

    def stop(self):
        """Asks the server to end; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.end()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        return self.end()

    def end(self):
        status = self.process.wait(300)
        self.process.stdout.close()
        self.log.close()
        return status

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024

    def get(self, target, method="GET", headers=(), tls=None, body=b""):
        return http(self.port, target, method, headers, tls, body)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


def connect(port, tls=None, timeout=90, source="127.0.0.1"):
    """`source`: an address of the loopback to come from, 127.0.0.2 for instance."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=(source, 0))
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return tls.wrap_socket(plain, server_hostname="localhost") if tls else plain


def http(port, target, method="GET", headers=(), tls=None, body=b""):
    """Status, headers in lower case, body."""
    with connect(port, tls) as s:
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", *headers]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        answer = b""
        while part := s.recv(65536):
            answer += part
    head, _, content = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return int(status.split()[1]), {k.lower(): v for k, v in (f.split(": ", 1) for f in fields)}, content


class Closed(Exception):
    """The connection is gone; .code and .reason are what the server said, if it said anything."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


def frame(opcode, payload=b"", fin=True):
    """A frame as clients send them: masked (with zeros, which is a mask like any other)."""
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += struct.pack("!BH", 0x80 | 126, size)
    else:
        head += struct.pack("!BQ", 0x80 | 127, size)
    return head + b"\0\0\0\0" + payload


class WebSocket:
    def __init__(self, port, path="/ws", headers=(), tls=None, timeout=90, host=None, source="127.0.0.1"):
        self.socket = connect(port, tls, timeout, source)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.head = head.decode()
        self.status = int(self.head.split()[1])
        if self.status != 101:
            self.socket.close()
            raise Closed(self.status, self.head)

    def fill(self):
        try:
            part = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            part = b""
        if not part:
            self.socket.close()
            raise Closed()
        self.buffer += part

    def take(self, n):
        while len(self.buffer) < n:
            self.fill()
        taken, self.buffer = self.buffer[:n], self.buffer[n:]
        return taken

    def send(self, message):
        self.send_bytes(frame(TEXT, json.dumps(message).encode()))

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except (ConnectionError, ssl.SSLError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise Closed() from error

    def receive(self):
        """The next message; pings are answered."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack("!H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self.take(8))[0]
            payload = self.take(size)
            opcode = first & 15
            if opcode == PING:
                self.send_bytes(frame(PONG, payload))
            elif opcode == CLOSE:
                self.socket.close()
                raise Closed(struct.unpack("!H", payload[:2])[0] if payload else None, payload[2:].decode())
            elif opcode == TEXT:
                return json.loads(payload)

    def receive_until(self, kind):
        while True:
            message = self.receive()
            if message["t"] == kind:
                return message

    def pending(self, seconds):
        """True if something can be received within so long."""
        if self.buffer:
            return True
        self.socket.settimeout(seconds)
        try:
            self.fill()
            return True
        except TimeoutError:
            return False
        finally:
            if self.socket.fileno() >= 0:
                self.socket.settimeout(90)

    def close(self):
        self.socket.close()


def readable(sockets, seconds):
    """Sockets of them that have something to be read. Also where there are thousands of files."""
    poll = select.poll()
    for one in sockets:
        poll.register(one, select.POLLIN)
    ready = {number for number, _ in poll.poll(1000 * seconds)}
    return [one for one in sockets if one.fileno() in ready]


def merge_patch(target, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merge_patch(target.get(key), value)
    return target


def wait_until(condition, what, seconds=60):
    """Polls; the limit is there to end a hung test, not to measure."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("never happened: " + what)
        time.sleep(0.01)
