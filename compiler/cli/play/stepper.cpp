#include "cli/play/stepper.h"

#include <fmt/format.h>

#include <cstdio>
#include <limits>
#include <string>

#include "cli/output/terminal.h"
#include "language/scalar.h"
#include "system/terminal.h"

namespace ishi::compiler::cli {
namespace {

// False at the end of the input. Longer lines than any that means something are cut.
bool read_line(std::string& line) {
  constexpr size_t kLongest = 256;
  line.clear();
  for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
    if (c == EOF) return !line.empty();
    if (line.size() < kLongest) line += static_cast<char>(c);
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? ""
                                         : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

constexpr std::string_view kHelp =
    "  Enter   goes on to the next moment in which something happens\n"
    "  2s      goes on for so long, and stops then\n"
    "  s       shows the state: what keys and levels hold, what is remembered, which goals are active\n"
    "  q       ends\n";

}  // namespace

bool Stepper::is_due() const {
  constexpr double kHair = 1e-6;  // frames do not fall on every time exactly
  return !has_ended_ && until_ > 0 && agent_.seconds() + kHair >= until_;
}

bool Stepper::wait() {
  if (has_ended_ || (until_ > 0 && !is_due())) return true;
  until_ = 0;
  const bool is_asked = is_terminal(stdin);
  std::string line;
  while (true) {
    if (is_asked) fmt::print("{}", paint("… (Enter, ? for help) ", Color::dim, use_color(stdout)));
    std::fflush(stdout);
    if (!read_line(line)) {
      if (is_asked) fmt::print("\n");
      has_ended_ = true;
      return true;
    }
    switch (obey(trimmed(line))) {
      case Answer::go_on: return true;
      case Answer::leave: return false;
      case Answer::stay: break;
    }
  }
}

Stepper::Answer Stepper::obey(std::string_view line) {
  if (line.empty()) return Answer::go_on;
  if (line == "q" || line == "quit") return Answer::leave;
  if (line == "s" || line == "state") {
    print_state();
    return Answer::stay;
  }
  Diagnostics unused;
  Measure measure;
  if (read_measure(line, {}, unused, measure) && measure.quantity == Quantity::duration &&
      measure.value > 0) {
    until_ = agent_.seconds() + measure.value;
    return Answer::go_on;
  }
  fmt::print("{}", kHelp);
  return Answer::stay;
}

void Stepper::print_candidates(uint32_t set) const {
  std::string names;
  for (uint32_t i = 0; i < agent_.place().members(set).size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", shown(agent_.place().member_name(set, i)));
  fmt::print("  candidates of {}: {}\n", asset_.name(Kind::sets, set), names.empty() ? "none" : names);
}

void Stepper::print_state() const {
  for (uint32_t key = 0; key < agent_.key_count(); ++key) {
    const NamedVariable info = AssetParts(asset_).key(key);
    fmt::print("  {}: {}\n", info.name,
               shown(value_text(agent_.place(), info.variable, agent_.key(key).data())));
  }
  for (uint32_t motive = 0; motive < asset_.count(Kind::motives); ++motive) {
    if (const auto level = agent_.level(motive))
      fmt::print("  {} (a level): {:.4g}\n", AssetParts(asset_).motive(motive).name, *level);
  }
  for (uint32_t memory = 0; memory < asset_.count(Kind::sets); ++memory) {
    if (AssetParts(asset_).set(memory).kind != SetKind::memory) {
      print_candidates(memory);
      continue;
    }
    const std::vector<FactInfo> facts = agent_.place().facts(memory);
    std::string names;
    for (uint32_t i = 0; i < facts.size(); ++i) {
      const double age = agent_.seconds() - static_cast<double>(facts[i].last_seen_microseconds) / 1e6;
      names += fmt::format("{}{} ({:.2f}s ago)", i == 0 ? "" : ", ",
                           shown(agent_.place().member_name(memory, i)), age);
    }
    fmt::print("  remembered in {}: {}\n", asset_.name(Kind::sets, memory),
               names.empty() ? "nothing" : names);
  }
  for (uint32_t goal = 0; goal < asset_.count(Kind::goals); ++goal) {
    const GoalStanding& standing = agent_.goal(goal);
    if (standing.is_active)
      fmt::print("  {} is active since {:.2f}s\n", asset_.name(Kind::goals, goal), standing.active_since);
  }
}

}  // namespace ishi::compiler::cli
