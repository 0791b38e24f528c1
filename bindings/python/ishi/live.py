"""Recording a world, and letting people look into it while it runs: see docs/live.md of Ishi."""
import ctypes
import os
from collections import namedtuple
from ctypes import byref, sizeof

from . import native
from .library import library, options

Turn = namedtuple("Turn", "viewers changes reloaded held_microseconds")


class _Closed:
    """Something that is open until it is closed, or its `with` ends."""

    @property
    def handle(self):
        if self._handle is None:
            raise ValueError(f"the {type(self).__name__.lower()} is closed")
        return self._handle

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.close()

    def __del__(self):
        self._end()


class Recorder(_Closed):
    """Records everything that a world is given, from its next frame on; it needs no further call. What is given are fields of
    ishi_recorder_options: `path="played.ishirec"` writes a file, `dashcam_seconds=20` keeps the last seconds in memory for write,
    and without both take gives the bytes."""

    def __init__(self, world, path=None, **given):
        if path is not None:
            given["path"] = os.fsencode(path)
        self._handle = None
        handle = native.ishi_recorder()
        self.world = world
        library().recorder_open(world.handle, byref(options(native.ishi_recorder_options, "recorder", **given)), byref(handle))
        self._handle = handle

    def write(self, path):
        """Writes what a dashcam keeps to a file, between frames."""
        library().recorder_write(self.handle, os.fsencode(path))

    def take(self, room=1 << 16):
        """The next bytes of a recording that has neither a file nor a dashcam; none: there are no more yet."""
        memory = ctypes.create_string_buffer(room)
        count = ctypes.c_size_t()
        library().recorder_take(self.handle, memory, room, byref(count))
        return memory.raw[:count.value]

    def finish(self):
        """Ends the recording; take still gives the rest of the bytes. Error says what is missing in it."""
        library().recorder_finish(self.handle)

    @property
    def counters(self):
        """An ishi_recorder_counts: the frames that were recorded and lost, and the bytes."""
        counts = native.ishi_recorder_counts(size=sizeof(native.ishi_recorder_counts))
        library().recorder_counters(self.handle, byref(counts))
        return counts

    def close(self):
        """Ends the recording, and waits until its file is written. Error says what is missing in it: `code` is ISHI_FRAMES_LOST also
        where the last bytes were not taken."""
        if (status := self._end()) is not None:
            library().require(status)

    def _end(self):
        handle, self._handle = getattr(self, "_handle", None), None
        return library().status.recorder_close(handle) if handle else None


class Host(_Closed):
    """Lets viewers join a game whose world is recorded: `ishi live`, the studio, a debugger. Call between_frames between two frames.
    `assets` are those that viewers may replace by other versions; what else is given are fields of ishi_host_options, such as
    may_hold=False."""

    def __init__(self, recorder, name="game", assets=(), **given):
        for field in ("dashcam_path", "secret"):
            if given.get(field) is not None:
                given[field] = os.fsencode(given[field])
        self._handle = None
        handle = native.ishi_host()
        self.recorder = recorder
        self.world = recorder.world
        handles = (native.ishi_asset * max(1, len(assets)))(*(asset.handle for asset in assets))
        made = options(native.ishi_host_options, "host", name=name.encode(), assets=handles, asset_count=len(assets), **given)
        library().host_open(recorder.handle, byref(made), byref(handle))
        self._handle = handle

    def between_frames(self):
        """Sends what was recorded, does what viewers ask for, and waits while one of them holds the game. A Turn; if its `reloaded`
        is not 0, the arrays of columns that were fetched before must not be used any more."""
        turn = native.ishi_turn(size=sizeof(native.ishi_turn))
        library().host_between_frames(self.handle, self.world.handle, byref(turn))
        if turn.reloaded > 0:
            changes = (native.ishi_asset_change * turn.reloaded)()
            count = ctypes.c_uint32()
            library().host_reloaded(self.handle, changes, len(changes), byref(count))
            self.world._take_reload([(getattr(change, "from"), change.to) for change in changes])
        return Turn(turn.viewers, turn.changes, turn.reloaded, turn.held_microseconds)

    @property
    def path(self):
        """The socket file by which viewers find the game; empty once the recorder is closed."""
        text = ctypes.create_string_buffer(4096)
        length = ctypes.c_size_t()
        library().host_path(self.handle, text, len(text), byref(length))
        return os.fsdecode(text.value)

    @property
    def port(self):
        """The port of the loopback; 0 without a secret."""
        port = ctypes.c_uint32()
        library().host_port(self.handle, byref(port))
        return port.value

    def close(self):
        """Sends viewers away."""
        if (status := self._end()) is not None:
            library().require(status)

    def _end(self):
        handle, self._handle = getattr(self, "_handle", None), None
        return library().status.host_close(handle) if handle else None
