#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sweep/print_swept.h"
#include "format/format.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler::cli {
namespace {

// On one line, inside brackets.
std::string flow(const Node& node) {  // NOLINT(misc-no-recursion)
  if (node.kind == NodeKind::scalar) return yaml_scalar(node.text, true);
  std::string text;
  for (const Entry& entry : node.entries)
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : ", ", yaml_scalar(entry.key, true), flow(*entry.value));
  for (const Node* item : node.items) text += (text.empty() ? "" : ", ") + flow(*item);
  if (node.kind == NodeKind::sequence) return "[" + text + "]";
  return text.empty() ? "{}" : "{ " + text + " }";
}

class TestWriter {
 public:
  explicit TestWriter(const Swept& swept) : swept_(swept), axis_(swept.axes[0]) {}

  std::string write() {
    const size_t all = swept_.asked.model().importance.size();
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
      if (is_change || stretches.size() == 1) add(profile, stretches[i].first, stretches[i].decision);
      if (changes && !(is_change && is_one)) add(profile, stretches[i].last, stretches[i].decision);
    }
  }

  void add(const std::string& profile, float value, const SweptDecision& decision) {
    const bool has_profile = !profile.empty() && profile != kNoProfile;
    const std::string name = fmt::format(
        "{}{} at {} {} {}", swept_.agent,
        has_profile && profile != "any" ? fmt::format(" as {}", profile) : "", axis_.name, axis_.text(value),
        decision.chosen.empty() ? fmt::format("picks {}", swept_.name_of(decision)) : "chooses");
    text_ += fmt::format("  {}:\n    agent: {}\n", yaml_scalar(name, false), swept_.agent);
    if (has_profile) text_ += fmt::format("    importance: {}\n", profile);
    add_situation();
    std::string given;
    for (const auto& [key, node] : swept_.asked.written().who.given) {
      if (key.text != axis_.name && node != nullptr) given += fmt::format("{}: {}, ", key.text, flow(*node));
    }
    text_ += fmt::format("    given: {{ {}{}: {} }}\n", given, axis_.name, axis_.text(value));
    text_ += decision.chosen.empty() ? fmt::format("    expect: {{ picks: {} }}\n", swept_.name_of(decision))
                                     : fmt::format("    expect: {{ chooses: {{ {} }} }}\n", decision.chosen);
  }

  // The values of the test that it begins with, and those of the options.
  void add_situation() {
    constexpr std::array<std::string_view, 10> kFields = {
        "self", "world", "candidates", "remembers", "taken", "hidden", "walls", "sounds", "running", "state"};
    const Node* const begun = swept_.asked.begun_with();
    for (const std::string_view field : kFields) {
      const Node* const node = begun == nullptr ? nullptr : begun->find(field);
      const bool is_said =
          (field == "running" && !swept_.running.empty()) || (field == "state" && !swept_.state.empty());
      if (node != nullptr && !is_said) text_ += fmt::format("    {}: {}\n", field, flow(*node));
    }
    if (!swept_.running.empty()) text_ += fmt::format("    running: {}\n", swept_.running);
    if (!swept_.state.empty()) text_ += fmt::format("    state: {}\n", swept_.state);
  }

  const Swept& swept_;
  const Axis& axis_;
  std::string text_;
};

}  // namespace

std::string swept_tests(const Swept& swept) { return TestWriter(swept).write(); }

}  // namespace ishi::compiler::cli
