# WebAssembly with WASI, by Debian's clang 19. scripts/wasm makes the sysroot: Debian's wasi-libc, a libc++ with exceptions and files
# from Debian's sources of LLVM, and in `platform` what either lacks.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_VERSION 1)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")

get_filename_component(ISHI_WASM_FOLDER "${CMAKE_CURRENT_LIST_DIR}/../build/wasm" ABSOLUTE)
set(CMAKE_SYSROOT "${ISHI_WASM_FOLDER}/sysroot")
set(CMAKE_FIND_ROOT_PATH "${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ISHI_HIGHWAY_INCLUDE "${CMAKE_SYSROOT}/include" CACHE PATH "")

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_ASM_COMPILER clang-19)
set(CMAKE_AR /usr/bin/llvm-ar-19)
set(CMAKE_RANLIB /usr/bin/llvm-ranlib-19)
# What every engine with SIMD has, too: Node 18, and browsers since 2021 (Safari since 16.4).
string(JOIN " " flags -fwasm-exceptions -msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext
  -D_WASI_EMULATED_SIGNAL -isystem ${CMAKE_CURRENT_LIST_DIR}/platform -include ${CMAKE_CURRENT_LIST_DIR}/platform/posix.h)
foreach(language IN ITEMS C CXX)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
  set(CMAKE_${language}_FLAGS_INIT "${flags}")
endforeach()
set(CMAKE_ASM_COMPILER_TARGET wasm32-wasi)
