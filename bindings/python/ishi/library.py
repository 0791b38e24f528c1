"""Finds libishi, and gives its functions by their names without `ishi_`."""
import ctypes
import ctypes.util
import os

from . import native


class Error(Exception):
    """A call was refused; `code` is a constant ISHI_... of ishi.native."""

    def __init__(self, message, code=0, where=0):
        super().__init__(message)
        self.code = code
        self.where = where


class Library:
    """The functions of libishi: `library.world_create(...)`. One that gives a status raises Error if that is not ISHI_OK, but as
    `library.status.world_create(...)`. Raises Error with a sentence if the library is not there or of another version."""

    def __init__(self, path=None):
        path = path or os.environ.get("ISHI_LIBRARY") or ctypes.util.find_library("ishi") or "libishi.so"
        try:
            loaded = ctypes.CDLL(path)
        except OSError as fault:
            raise Error(f"libishi is not found ({fault}): name it in ISHI_LIBRARY") from None
        try:
            version = loaded.ishi_api_version
        except AttributeError:
            raise Error(f"{path} is not Ishi's library, or one without a C interface") from None
        version.restype = ctypes.c_uint32
        if version() != native.ISHI_API_VERSION:
            raise Error(f"{path} has version {version()} of the C interface, this package needs version "
                        f"{native.ISHI_API_VERSION}: take both from one release")
        self.status = type("Statuses", (), {})()
        for name, (result, arguments) in native.CALLS.items():
            function = getattr(loaded, "ishi_" + name)
            function.restype = result
            function.argtypes = arguments
            setattr(self.status, name, function)
            setattr(self, name, self._required(function) if result is native.ishi_status else function)

    def require(self, status, world=None):
        """Raises what a status says if it is not ISHI_OK. With the world (an ishi_world, ishi_population or ishi_batch) of which the
        call was, the sentence has the name or number that it was about."""
        if status.code != native.ISHI_OK:
            raise Error(self.sentence(status, world), status.code, status.where)

    def sentence(self, status, world=None):
        """What a status says, as require raises it."""
        world = _world_of(world)
        if world is not None:
            text = ctypes.create_string_buffer(4096)
            length = ctypes.c_size_t()
            described = self.status.world_describe(world, status, text, len(text), ctypes.byref(length))
            if described.code == native.ISHI_OK:
                return text.value.decode()
        return self.describe(status).decode()

    def _required(self, function):
        return lambda *arguments: self.require(function(*arguments), arguments[0] if arguments else None)


def _world_of(handle):
    """The world of a handle, which ctypes may have wrapped in byref; None if it has none."""
    handle = getattr(handle, "_obj", handle)
    if isinstance(handle, native.ishi_batch):
        handle = handle.population
    if isinstance(handle, (native.ishi_population, native.ishi_candidates)):
        handle = handle.world
    return handle if isinstance(handle, native.ishi_world) else None


_library = None


def library():
    """The library of this process, which is loaded by the first call."""
    global _library
    if _library is None:
        _library = Library()
    return _library


def id_of(section, name):
    """The id of a name: the section is such as "agents" or "blackboard". An id, as `ishi header` writes them, stays what it is."""
    if isinstance(name, int):
        return name
    return library().id_of(section.encode(), name.encode())


def options(struct, name, /, **given):
    """An option struct with its defaults, and what is given in their place."""
    made = struct()
    made.size = ctypes.sizeof(struct)
    getattr(library(), name + "_options_defaults")(ctypes.byref(made))
    known = {field for field, _ in struct._fields_}
    for field, value in given.items():
        if field not in known:
            raise TypeError(f"there is no option {field}; the options are {', '.join(sorted(known - {'size'}))}")
        set_field(made, field, value)
    return made


_LARGEST = {ctypes.c_uint8: 2**8 - 1, ctypes.c_uint16: 2**16 - 1, ctypes.c_uint32: 2**32 - 1, ctypes.c_uint64: 2**64 - 1}


def set_field(struct, field, value):
    """Sets a field; refuses with its name what ctypes refuses without it, or takes for something else."""
    kind = dict(struct._fields_)[field]
    if kind is native.ishi_vector3 and not isinstance(value, kind):
        numbers = tuple(value) if hasattr(value, "__iter__") and not isinstance(value, str) else (value,)
        if len(numbers) != 3:
            raise TypeError(f"{field} is a point, (x, y, z), and not {value!r}")
        value = numbers
    try:
        if kind in _LARGEST and not 0 <= value <= _LARGEST[kind]:
            raise ValueError(f"{field} is {value!r}: it goes from 0 to {_LARGEST[kind]}")
        setattr(struct, field, value)
    except TypeError as fault:
        raise TypeError(f"{field} cannot be {value!r}: {fault}") from None
