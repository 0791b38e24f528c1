#include "workspace/proved_offers.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "workspace/complete.h"
#include "workspace/cursor.h"
#include "workspace/in_parallel.h"

namespace ishi::compiler {
namespace {

// An editor shows about ten at a time; the first five are what people look at.
constexpr size_t kWantedGood = 8;

// The faults, wherever they stand: places move with what is written. `here`: what is wrong with the name or
// word itself.
using Faults = std::multiset<std::pair<Code, std::string>>;
struct FoundFaults {
  Faults here, elsewhere;
};

FoundFaults faults_of(const Diagnostics& diagnostics, uint32_t begin, uint32_t end) {
  FoundFaults faults;
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity != Severity::error) continue;
    const bool is_here = one.span.file == 0 && one.span.begin < end && begin < one.span.end;
    (is_here ? faults.here : faults.elsewhere).emplace(one.code, one.message);
  }
  return faults;
}

Faults both(const Faults& a, const Faults& b) {
  Faults result;
  std::ranges::set_intersection(a, b, std::inserter(result, result.end()));
  return result;
}

// A value is still to be written behind it.
bool is_open(const Completion& completion) {
  return completion.text.ends_with(": ") || completion.text.find("$1") != std::string::npos ||
         completion.text.find("$2") != std::string::npos;
}

}  // namespace

std::string filled_in(const Completion& completion) {
  if (!completion.is_snippet) return completion.text;
  std::string result;
  const std::string& text = completion.text;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      result += text[i];
      continue;
    }
    ++i;
    const bool has_word = i < text.size() && text[i] == '{';
    if (has_word) ++i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    if (!has_word) {
      --i;
      continue;
    }
    for (++i; i < text.size() && text[i] != '}'; ++i) result += text[i];
  }
  return result;
}

void leave_out_refused(std::string_view text, const CheckedFile& bare, const CheckedFile& now,
                       const SnapshotReader::Texts& texts, const FileReader& disk, ParsedFiles& included,
                       std::vector<Completion>& completions) {
  struct Tried {
    size_t index = 0;
    FoundFaults faults;
  };
  std::vector<Tried> tried;
  Faults beside = faults_of(now.diagnostics, 0, 0).elsewhere;
  // Of an entry that has too few fields that says more than with one that nobody knows. Where a name is
  // missing in an expression, it would excuse what is wrong with every name.
  const bool is_key = !completions.empty() && find_cursor(text, completions[0].end).is_key;
  if (&bare != &now && is_key) beside.merge(faults_of(bare.diagnostics, 0, 0).elsewhere);
  // An entry that is begun lacks whatever it must have: somebody writes `when` before `score`.
  const bool is_begun_entry =
      std::ranges::find(completions, CompletionKind::field, &Completion::kind) != completions.end() &&
      find_cursor(text, completions[0].begin).siblings.empty();
  const auto is_new = [&](const auto& fault) {
    const bool is_unfinished = fault.first == Code::missing_field || fault.first == Code::missing_kind;
    return !beside.contains(fault) && !(is_begun_entry && is_unfinished);
  };
  const auto try_one = [&](Tried& one) {
    const Completion& completion = completions[one.index];
    const std::string filled = filled_in(completion);
    std::string written(text.substr(0, completion.begin));
    written += filled;
    written += text.substr(completion.end);
    Sources sources;
    Diagnostics found;
    const SnapshotReader reader(texts, disk);
    static_cast<void>(analyze_source(now.path, std::move(written), reader, sources, found, &included));
    one.faults = faults_of(found, completion.begin, completion.begin + static_cast<uint32_t>(filled.size()));
  };
  // In rounds, so that how many are tried does not depend on threads.
  constexpr size_t kRound = 4;
  size_t good = 0;
  const size_t most = std::clamp<size_t>(kTriedBytes / (text.size() + 1), 1, 40);
  // If few are good, it goes on longer: else the untried ones would come first.
  constexpr size_t kFew = 5;
  size_t next = 0;
  while (next < completions.size() && good < kWantedGood && tried.size() < (good < kFew ? 3 * most : most)) {
    std::vector<Tried> round;
    for (; next < completions.size() && round.size() < kRound; ++next) {
      const Completion& one = completions[next];
      if (!is_open(one) && one.kind != CompletionKind::path) round.push_back({next, {}});
    }
    in_parallel(round.size(), [&](size_t i) { try_one(round[i]); });
    for (Tried& one : round) {
      good +=
          std::ranges::none_of(one.faults.here, is_new) && std::ranges::none_of(one.faults.elsewhere, is_new);
      tried.push_back(std::move(one));
    }
  }
  // A user who has begun to write something that cannot stand alone means to go on.
  const bool is_begun = !completions.empty() && completions[0].begin < completions[0].end;
  if (tried.empty() || (good == 0 && is_begun)) return;
  // Faults elsewhere that come with each of them are not theirs: the text is not finished.
  Faults common = tried[0].faults.elsewhere;
  for (const Tried& one : tried) common = both(common, one.faults.elsewhere);
  if (tried.size() > 1 || !now.knows_names) beside.merge(common);
  std::vector<bool> is_out(completions.size());
  for (const Tried& one : tried)
    is_out[one.index] =
        std::ranges::any_of(one.faults.here, is_new) || std::ranges::any_of(one.faults.elsewhere, is_new);
  size_t index = 0;
  std::erase_if(completions, [&](const Completion&) { return is_out[index++]; });
}

}  // namespace ishi::compiler
