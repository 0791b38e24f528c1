#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/snapshot_reader.h"

// Completions are tried before they are offered, as renames are.

namespace ishi::compiler {

// The text of a completion as it stands there if nobody fills in its places: `${1:0.5}` is `0.5`, `$1`
// nothing.
[[nodiscard]] std::string filled_in(const Completion& completion);

// Leaves out those of the likeliest that would not compile: each is written into the text, and what is wrong
// then is compared with what is wrong without it. `bare`: what was made of the text as it is; `now`: of the
// text with_placeholder(). Those that something has to be written behind stay, since nothing can be said of
// them yet. So many are tried, on all cores, that all of them together are about as long as `kTriedBytes`, or
// a few times that where few are good. `texts`: of the files that it includes.
inline constexpr size_t kTriedBytes = 200'000;
void leave_out_refused(std::string_view text, const CheckedFile& bare, const CheckedFile& now,
                       const SnapshotReader::Texts& texts, const FileReader& disk, ParsedFiles& included,
                       std::vector<Completion>& completions);

}  // namespace ishi::compiler
