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

// Removes likely completions that would not compile: inserts each into the text and compares the errors with
// those of the text without it. `bare` is the result for the text as it is, `now` for the text
// with_placeholder(). Completions that need more text after them stay, since they cannot be checked yet. So
// many are tried, on all cores, that all of them together are about as long as `kTriedBytes`, or a few times
// that where few are good. `texts`: of the files that it includes.
inline constexpr size_t kTriedBytes = 200'000;
void leave_out_refused(std::string_view text, const CheckedFile& bare, const CheckedFile& now,
                       const SnapshotReader::Texts& texts, const FileReader& disk, ParsedFiles& included,
                       std::vector<Completion>& completions);

}  // namespace ishi::compiler
