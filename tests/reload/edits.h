#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>

// What somebody does to a behaviour's text in a minute: a name that is spelled otherwise, a block that is
// taken out, moved, or written twice under another name, a type or a number that changes; or a name that is
// spelled otherwise everywhere, and `renamed_from` where it is declared.

namespace ishi::reload {

enum class EditKind : uint8_t { rename, remove, reorder, repeat, retype, number, renamed_from };
inline constexpr uint32_t kEditKinds = 7;

using Texts = std::map<std::string, std::string>;  // by path

[[nodiscard]] std::string_view name_of(EditKind kind);

// The texts after one edit, in one of them but for renamed_from; nothing if there is no place for it. They
// need not compile. `name` becomes what was spelled otherwise, if it was.
[[nodiscard]] std::optional<Texts> edited(const Texts& texts, EditKind kind, std::mt19937_64& random,
                                          std::string& name);

}  // namespace ishi::reload
