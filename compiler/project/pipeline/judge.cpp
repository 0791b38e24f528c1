#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "diagnostics/catalogue.h"
#include "ishi/compiler/code.h"
#include "pipeline/pipeline.h"

// The findings of a compilation that no comment silences, and the comments that silence nothing.

namespace ishi::compiler {
namespace {

struct Allowed {
  const Allowance* allowance = nullptr;
  bool is_used = false;
};

// The comments of all files, by file.
std::vector<Allowed> allowances_of(const Program& program) {
  std::vector<Allowed> result;
  for (const SourceUnit& unit : program.units.units) {
    for (const Allowance& allowance : unit.tree.allowances) result.push_back({&allowance});
  }
  return result;
}

// The comment that silences a finding: of several the one that covers least, of equals the first.
Allowed* find_allowance(std::vector<Allowed>& allowances, const Diagnostic& finding) {
  Allowed* best = nullptr;
  for (Allowed& allowed : allowances) {
    const Span& covers = allowed.allowance->covers;
    const bool fits = allowed.allowance->code == finding.code && covers.file == finding.span.file &&
                      allowed.allowance->reach != Allowance::Reach::nothing &&
                      covers.begin <= finding.span.begin && finding.span.begin <= covers.end;
    if (!fits) continue;
    const auto size = [](const Allowed& one) {
      return one.allowance->covers.end - one.allowance->covers.begin;
    };
    if (best == nullptr || size(allowed) < size(*best)) best = &allowed;
  }
  return best;
}

// True if it can be known from this compilation alone that a comment silences nothing.
bool can_judge(const Program& program, Code code, LookedFor looked_for) {
  if (code < Code::wrong_shape || code >= Code::allow_without_reason) return true;
  if (!program.is_asset()) return false;  // what its parts are good for shows in those that include it
  if (code < Code::never_wins) return true;
  return looked_for >= (is_of_analysis(code) ? LookedFor::analysis : LookedFor::programs);
}

std::string_view where_it_looks(Allowance::Reach reach) {
  switch (reach) {
    case Allowance::Reach::line: return "in this line";
    case Allowance::Reach::entry: return "for the entry below";
    case Allowance::Reach::file: return "in this file";
    case Allowance::Reach::nothing: break;
  }
  return "";
}

Diagnostic unused(const Allowance& allowance, const std::vector<Diagnostic>& said) {
  Diagnostics reported;
  const std::string code = code_text(allowance.code);
  const auto elsewhere = std::ranges::find_if(said, [&](const Diagnostic& finding) {
    return finding.code == allowance.code && finding.span.file == allowance.word.file;
  });
  const std::string reach =
      "at the end of a line a comment speaks of that line, on a line of its own of the entry below, before "
      "the "
      "first entry of the whole file";
  if (allowance.reach == Allowance::Reach::nothing) {
    reported
        .report(Code::allow_unused, allowance.word,
                "this comment silences nothing: no entry follows that is indented as it is")
        .help("put it directly above the entry that it is about");
  } else {
    auto report =
        reported.report(Code::allow_unused, allowance.word,
                        fmt::format("this {} nothing: {} is not found {}",
                                    allowance.is_one_of_several ? "code silences" : "comment silences", code,
                                    where_it_looks(allowance.reach)));
    if (elsewhere != said.end())
      report.label(elsewhere->span, fmt::format("{} is found here", code))
          .note(reach)
          .help(allowance.is_one_of_several ? "move the code to a comment there" : "move the comment");
    else
      report.help(
          allowance.is_one_of_several
              ? fmt::format("take {} out of the comment, so that it does not hide what comes later", code)
              : "take the comment out, so that it does not hide what comes later");
  }
  return reported.all().front();
}

// Other assets may use the parts of an included file that this one does not; a file that is no asset may be
// used anywhere.
void set_apart_unused(const Program& program, Verdict& verdict) {
  const auto is_said = [&](const Diagnostic& finding) {
    return !is_of_project(finding.code) || (verdict.is_asset && finding.span.file == program.units.main_file);
  };
  std::vector<Diagnostic>& all = verdict.diagnostics;
  const auto rest = std::stable_partition(all.begin(), all.end(), is_said);
  if (verdict.is_asset) std::move(rest, all.end(), std::back_inserter(verdict.unused));
  all.erase(rest, all.end());
}

}  // namespace

Verdict judge(const Program& program, const Diagnostics& diagnostics, LookedFor looked_for) {
  Verdict verdict;
  verdict.is_asset = program.is_asset();
  verdict.diagnostics = diagnostics.sorted();
  std::vector<Allowed> allowances = allowances_of(program);
  if (allowances.empty()) {
    set_apart_unused(program, verdict);
    return verdict;
  }

  std::vector<Diagnostic> said;
  for (Diagnostic& finding : verdict.diagnostics) {
    Allowed* const allowed =
        finding.severity == Severity::warning ? find_allowance(allowances, finding) : nullptr;
    if (allowed == nullptr) {
      said.push_back(std::move(finding));
    } else {
      allowed->is_used = true;
      verdict.silenced.push_back({std::move(finding), allowed->allowance->word, allowed->allowance->reason});
    }
  }
  // After errors not everything was looked for; and what is only counted cannot be told.
  if (!diagnostics.has_errors() && !diagnostics.is_full()) {
    std::vector<Diagnostic> own;
    for (const Allowed& allowed : allowances) {
      if (allowed.is_used || !can_judge(program, allowed.allowance->code, looked_for)) continue;
      if (own.size() + verdict.unneeded.size() >= Diagnostics::kKept) break;
      const bool is_own = allowed.allowance->word.file == program.units.main_file;
      (is_own ? own : verdict.unneeded).push_back(unused(*allowed.allowance, said));
    }
    std::ranges::move(own, std::back_inserter(said));
    std::ranges::stable_sort(said, {}, [](const Diagnostic& finding) {
      return std::tuple(finding.span.file, finding.span.begin);
    });
  }
  verdict.diagnostics = std::move(said);
  set_apart_unused(program, verdict);
  return verdict;
}

}  // namespace ishi::compiler
