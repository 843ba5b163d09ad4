"""Load generator for the ssh door: python3 ssh_load.py PROGRAM [--idle N] [--playing N] [--seconds S]

Starts a server and its ssh door, opens idle sessions at the start page and sessions that play against bots, and
measures memory, processor time, bytes, and the time from a key to the first changed cell.
"""

import argparse
import asyncio
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "ssh"))
import packages  # noqa: E402
from ssh_client import free_port  # noqa: E402

packages.add("asyncssh")
import asyncssh  # noqa: E402

QUIET = 0.9  # longer than a bot's pause: its next move would be taken for the echo
PAUSE = (1.5, 4.0)  # between two keys of a player


def processes_below(pid):
    """The process and all that it started."""
    found = [pid]
    for one in found:
        for children in pathlib.Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in children.read_text().split()]
    return found


def proportional_memory(pids):
    """Bytes, shared pages counted in parts."""
    total = 0
    for pid in pids:
        try:
            text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) * 1024
    return total


def processor_seconds(pids):
    ticks = 0
    for pid in pids:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Guest(asyncssh.SSHClient):
    """Signs in by keyboard-interactive, which asks nothing."""

    def kbdint_auth_requested(self):
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return []


class Session:
    """One ssh client with a terminal of 80 by 24 cells."""

    def __init__(self, number):
        self.number, self.received, self.last = number, 0, time.monotonic()
        self.echo = None  # waited for
        self.echoes = []
        self.closed = False
        self.at_table = False  # the page of a game was seen

    async def open(self, port):
        # An address for every ten clients, as a campus has them.
        source = f"127.{1 + self.number // 10 % 250}.{1 + self.number // 2500}.2"
        self.connection = await asyncssh.connect(
            "127.0.0.1", port, local_addr=(source, 0), username=f"cat{self.number}", known_hosts=None, client_keys=None,
            agent_path=None, config=None, preferred_auth="keyboard-interactive", client_factory=Guest,
            encryption_algs=["aes128-gcm@openssh.com"], keepalive_interval=0, login_timeout=120, connect_timeout=120)
        self.process = await self.connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        try:
            while chunk := await self.process.stdout.read(65536):
                self.received += len(chunk)
                self.at_table = self.at_table or b"Pile: " in chunk
                self.last = time.monotonic()
                if self.echo and not self.echo.done():
                    self.echo.set_result(self.last)
        except (asyncssh.Error, OSError):
            pass
        self.closed = True

    def type(self, text):
        try:
            self.process.stdin.write(text.encode())
        except BrokenPipeError:
            self.closed = True  # a digit chose to leave

    async def quiet(self, longest=3.0):
        end = time.monotonic() + longest
        while time.monotonic() - self.last < QUIET and time.monotonic() < end:
            await asyncio.sleep(0.05)

    async def start_game(self):
        """Language, no name, then the game against three bots."""
        for key in ("1\r", "\r", "p"):
            await self.quiet(20)
            self.type(key)
            await asyncio.sleep(0.3)

    async def play(self, until, random_source):
        while time.monotonic() < until and not self.closed:
            await asyncio.sleep(random_source.uniform(*PAUSE))
            await self.quiet()
            if time.monotonic() - self.last < QUIET:
                continue  # a bot's move, or an explosion, is under way
            self.echo = asyncio.get_running_loop().create_future()
            began = time.monotonic()
            self.type(random_source.choice("0123"))
            try:
                self.echoes.append(await asyncio.wait_for(self.echo, 5) - began)
            except asyncio.TimeoutError:
                pass  # a key that changes nothing on this page
            self.type("\r")

    def close(self):
        self.connection.close()


def share_above(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(arguments, door, port):
    sessions = [Session(i) for i in range(arguments.idle + arguments.playing)]
    gate = asyncio.Semaphore(8)

    async def enter(session):
        async with gate:
            for attempt in range(5):
                try:
                    return await session.open(port)
                except (asyncssh.Error, OSError) as error:
                    last = error
                    await asyncio.sleep(1 + attempt)
            print(f"session {session.number}: {last}", file=sys.stderr)
            session.closed = True

    before = proportional_memory(processes_below(door.pid))
    began = time.monotonic()
    await asyncio.gather(*[enter(session) for session in sessions])
    await asyncio.sleep(5)
    entered = [session for session in sessions if not session.closed]
    idle, playing = sessions[:arguments.idle], sessions[arguments.idle:]
    print(f"{len(entered)} sessions after {time.monotonic() - began:.0f} s")
    pids = processes_below(door.pid)
    at_start = (proportional_memory(pids) - before) / max(1, len(entered))
    print(f"memory of a session at the start page: {at_start / 2**20:.2f} MiB")
    async def start(session):
        async with gate:
            if not session.closed:
                await session.start_game()

    await asyncio.gather(*[start(session) for session in playing])
    await asyncio.sleep(10)
    pids = processes_below(door.pid)
    with_games = proportional_memory(pids)
    if playing:
        more = (with_games - before - at_start * len(entered)) / len(playing)
        print(f"… and of one that plays: {(at_start + more) / 2**20:.2f} MiB")
    bytes_before = {session: session.received for session in sessions}
    used = processor_seconds(pids)
    own = time.process_time()
    begin = time.monotonic()
    until = begin + arguments.seconds
    await asyncio.gather(*[session.play(until, random.Random(session.number)) for session in playing if not session.closed])
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    span = time.monotonic() - begin
    rates = lambda some: [(session.received - bytes_before[session]) / span for session in some if not session.closed]
    echoes = [echo for session in playing for echo in session.echoes]
    print(f"of {len(playing)} players {sum(session.at_table for session in playing)} were at a table")
    print(f"sessions still open: {sum(not session.closed for session in sessions)}")
    if echoes:
        print(f"key to echo: {len(echoes)} keys, p50 {1000 * statistics.median(echoes):.1f} ms, "
              f"p99 {1000 * share_above(echoes, 0.99):.1f} ms, most {1000 * max(echoes):.1f} ms")
    for name, some in (("idle", idle), ("playing", playing)):
        if some and rates(some):
            print(f"bytes of {name} sessions: mean {statistics.mean(rates(some)):.0f} B/s, p99 {share_above(rates(some), 0.99):.0f} B/s")
    print(f"processor of the door and its sessions: {(processor_seconds(pids) - used) / span:.2f} cores; "
          f"of this load generator: {(time.process_time() - own) / span:.2f}")
    for session in entered:
        session.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--playing", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game_port, port = free_port(), free_port()
        server = subprocess.Popen([arguments.program, "serve", "--port", str(game_port), "--bind", "127.0.0.1", "--data", folder + "/data"],
                                  stdout=subprocess.DEVNULL)
        door = subprocess.Popen([arguments.program, "ssh", "--server", f"127.0.0.1:{game_port}", "--port", str(port), "--bind", "127.0.0.1",
                                 "--data", folder + "/door", "--sessions", str(2 * (arguments.idle + arguments.playing) + 100),
                                 "--per-address", "100"], stdout=subprocess.PIPE)
        try:
            door.stdout.readline()
            asyncio.run(measure(arguments, door, port))
        finally:
            for process in (door, server):
                process.send_signal(signal.SIGTERM)
                process.wait()


if __name__ == "__main__":
    main()
