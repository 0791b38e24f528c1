#include <wasi/api.h>

// The way into the command-line tool.

// Of the linker and wasi-libc.
extern "C" void __wasm_call_ctors();
extern "C" void __wasm_call_dtors();
extern "C" int __main_void();

// Begins the tool. wasi-libc's own would leave it to the linker to run constructors and destructors, which it
// then did in each function that the module exports, too.
extern "C" __attribute__((export_name("_start"))) void _start() {
  __wasm_call_ctors();
  const int code = __main_void();
  __wasm_call_dtors();
  if (code != 0) __wasi_proc_exit(static_cast<__wasi_exitcode_t>(code));
}
