# A toolchain file for WASI as a game has one: this machine's compiler stands in, since nothing is compiled.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_VERSION 1)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../wasm/modules")
set(CMAKE_CXX_COMPILER_WORKS ON)
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "")
