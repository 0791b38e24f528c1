#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sweep/print_swept.h"
#include "format/format.h"
#include "simulate/profiles_of.h"
#include "syntax/yaml_text.h"
#include "workspace/ask/new_test.h"

namespace ishi::compiler::cli {
namespace {

class TestWriter {
 public:
  explicit TestWriter(const Swept& swept) : swept_(swept), axis_(swept.axes[0]) {}

  std::string write() {
    const size_t all = profiles_of(swept_.asked.model(), swept_.asked.situation().agent).size();
    for (const SweptProfile& profile : swept_.profiles) {
      const auto named = static_cast<size_t>(
          std::ranges::count_if(profile.names, [](const std::string& name) { return name != kNoProfile; }));
      const bool is_any = named == all && all > 1;
      for (const std::string& name :
           is_any || profile.names.empty() ? std::vector<std::string>{is_any ? "any" : ""} : profile.names)
        add_line(name, profile.rows[0].line);
    }
    Diagnostics nothing;
    const std::string text = format_text("tests:\n" + text_, 0, {}, nothing).text;
    return text.substr(text.find('\n') + 1);
  }

 private:
  // Both sides of each change; without one a test of where it begins.
  void add_line(const std::string& profile, const SweptLine& line) {
    const auto& stretches = line.stretches;
    for (size_t i = 0; i < stretches.size(); ++i) {
      const bool is_change = i > 0, changes = i + 1 < stretches.size();
      const bool is_one = stretches[i].first == stretches[i].last;
      if (is_change || stretches.size() == 1) add(profile, stretches[i].first, stretches[i]);
      if (changes && !(is_change && is_one)) add(profile, stretches[i].last, stretches[i]);
    }
  }

  // Tests cannot write a number nearer to 0 than kLeast. A neighbour with the same decision takes its place,
  // if there is one.
  void add(const std::string& profile, float value, const SweptStretch& stretch) {
    constexpr float kLeast = std::numeric_limits<float>::min();
    const auto lies_in = [&](float one) { return stretch.first <= one && one <= stretch.last; };
    if (value != 0 && std::abs(value) < kLeast) {
      const std::array<float, 3> others = {std::copysign(kLeast, value), 0.0F, -std::copysign(kLeast, value)};
      const auto* const other = std::ranges::find_if(others, lies_in);
      if (other == others.end()) return;
      value = *other;
    }
    const SweptDecision& decision = stretch.decision;
    const bool has_profile = !profile.empty() && profile != kNoProfile;
    const std::string name = fmt::format(
        "{}{} at {} {} {}", swept_.agent,
        has_profile && profile != "any" ? fmt::format(" as {}", profile) : "", axis_.name, axis_.text(value),
        decision.chosen.empty() ? fmt::format("picks {}", swept_.name_of(decision)) : "chooses");
    text_ += fmt::format("  {}:\n    agent: {}\n", yaml_scalar(name, false), swept_.agent);
    if (has_profile) text_ += fmt::format("    importance: {}\n", profile);
    for (const std::string& field : situation_fields(swept_.asked)) text_ += fmt::format("    {}\n", field);
    const std::string given = given_text(swept_.asked, axis_.name);
    text_ += fmt::format("    given: {{ {}{}{}: {} }}\n", given, given.empty() ? "" : ", ", axis_.name,
                         axis_.text(value));
    text_ += decision.chosen.empty() ? fmt::format("    expect: {{ picks: {} }}\n", swept_.name_of(decision))
                                     : fmt::format("    expect: {{ chooses: {{ {} }} }}\n", decision.chosen);
  }

  const Swept& swept_;
  const Axis& axis_;
  std::string text_;
};

}  // namespace

std::string swept_tests(const Swept& swept) { return TestWriter(swept).write(); }

}  // namespace ishi::compiler::cli
