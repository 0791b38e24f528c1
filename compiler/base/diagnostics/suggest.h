#pragma once

#include <span>
#include <string_view>
#include <vector>

// "Did you mean …?"

namespace ishi::compiler {

// The candidates that a writer of `name` may have meant, best first, at most three; none when nothing
// is near. Near means few slips (a letter wrong, missing, too many, or two swapped; the longer the
// name, the more); among equally near ones, slips that hands often make count less, and otherwise the
// order of the candidates decides. The views are the candidates'. A name longer than any that may be
// declared is near to nothing. Linear in the number of candidates.
[[nodiscard]] std::vector<std::string_view> suggestions(std::string_view name,
                                                        std::span<const std::string_view> candidates);

// True if the first suggestion for `name` is surely the intended name: there is no other, and it differs in
// more than a number (`post_1` is no typo of `post_2`).
[[nodiscard]] bool is_clear(std::string_view name, std::span<const std::string_view> suggestions);

}  // namespace ishi::compiler
