#include "system/streams.h"

#include <algorithm>
#include <atomic>

#include "system/windows/windows.h"

namespace ishi::compiler {

struct StandardInput::State {
  std::atomic<bool> is_stopped = false;
  std::atomic<HANDLE> reader = nullptr;  // the thread that waits
};

StandardInput::StandardInput() : state_(std::make_unique<State>()) {}
StandardInput::~StandardInput() = default;

size_t StandardInput::read(std::span<char> buffer) {
  HANDLE own = nullptr;
  ::DuplicateHandle(::GetCurrentProcess(), ::GetCurrentThread(), ::GetCurrentProcess(), &own, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
  const windows::Handle thread(own);
  DWORD count = 0;
  state_->reader = thread.value;
  const bool is_read =
      !state_->is_stopped && ::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), buffer.data(),
                                        static_cast<DWORD>(buffer.size()), &count, nullptr) != 0;
  state_->reader = nullptr;
  return is_read ? count : 0;
}

bool StandardInput::has_bytes() const {
  DWORD count = 0;
  const bool is_open =
      ::PeekNamedPipe(::GetStdHandle(STD_INPUT_HANDLE), nullptr, 0, nullptr, &count, nullptr) != 0;
  return !is_open || count > 0;
}

void StandardInput::stop() {
  state_->is_stopped = true;
  // It may be about to wait.
  while (const HANDLE reader = state_->reader.load()) {
    ::CancelSynchronousIo(reader);
    ::Sleep(1);
  }
}

bool write_standard_output(std::string_view bytes) {
  constexpr size_t kMostAtOnce = size_t{1} << 20;
  while (!bytes.empty()) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), kMostAtOnce));
    if (::WriteFile(::GetStdHandle(STD_OUTPUT_HANDLE), bytes.data(), wanted, &count, nullptr) == 0 ||
        count == 0)
      return false;
    bytes.remove_prefix(count);
  }
  return true;
}

}  // namespace ishi::compiler
