# The compiler of the preset asan-ubsan: clang, whose sanitizers find more, or else the system's own.
# A preset cannot ask what is installed; a toolchain file can.
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(ISHI_CLANG NAMES clang++)
  if(ISHI_CLANG)
    set(CMAKE_CXX_COMPILER "${ISHI_CLANG}")
  endif()
endif()
