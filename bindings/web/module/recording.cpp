#include <cstdio>

#include "recorder_state.h"

// There are no files in a page: JavaScript takes the bytes of a recording as they come (ishi_recorder_take).
// In place of record/src/recorder_file.cpp and output_file.cpp.

namespace ishi::record {

Result open_output(const char*, std::FILE*&) { return Result::cannot_write; }
Result Recorder::State::begin_file() { return Result::cannot_write; }
void Recorder::State::wake_writer() {}
void Recorder::State::write_file() {}
bool Recorder::State::write_waiting() { return false; }
void Recorder::State::end_file() {}

}  // namespace ishi::record
