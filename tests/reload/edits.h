#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

// What somebody does to a behaviour's text in a minute: a name that is spelled otherwise, a block that is
// taken out, moved, or written twice under another name, a type or a number that changes.

namespace ishi::reload {

enum class EditKind : uint8_t { rename, remove, reorder, repeat, retype, number };
inline constexpr uint32_t kEditKinds = 6;

[[nodiscard]] std::string_view name_of(EditKind kind);

// The text after one edit; nothing if there is no place for it. It need not compile.
[[nodiscard]] std::optional<std::string> edited(const std::string& text, EditKind kind,
                                                std::mt19937_64& random);

}  // namespace ishi::reload
