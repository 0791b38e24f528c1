#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/output/terminal.h"
#include "cli/tune/print_tuned.h"

namespace ishi::compiler::cli {
namespace {

std::string counted_labels(size_t count) { return count == 1 ? "1 label" : fmt::format("{} labels", count); }

// "labels.csv, line 7: hp=20, threat=someone → flee".
std::string lesson_text(const TunedReport& report, uint32_t index) {
  const Lesson& lesson = report.lessons[index];
  std::string picks;
  for (const uint32_t pick : lesson.picks)
    picks += fmt::format("{}{}", picks.empty() ? "" : " or ", report.name_of(index, pick));
  return fmt::format("{}:{}{} → {}{}", lesson.place, lesson.given.empty() ? "" : " ", lesson.given, picks,
                     lesson.weight == 1 ? "" : fmt::format(" (weight {:g})", lesson.weight));
}

void print_conflict(const TunedReport& report, const Conflict& conflict, bool color) {
  if (conflict.labels.size() == 1 && !conflict.reason.empty()) {
    fmt::print("  no values meet {}\n    {}\n", shown(lesson_text(report, conflict.labels[0])),
               shown(conflict.reason));
  } else {
    fmt::print("  these exclude each other; without any one of them the others can be met\n");
    for (const uint32_t label : conflict.labels) fmt::print("    {}\n", shown(lesson_text(report, label)));
  }
  if (conflict.gave_way)
    fmt::print("    {}\n", paint(fmt::format("{} gave way: it weighs least",
                                             shown(report.lessons[*conflict.gave_way].place)),
                                 Color::yellow, color));
}

void print_values(const TunedReport& report, bool color) {
  const auto& numbers = report.program.numbers();
  size_t path = 0, before = 0, after = 0;
  for (size_t k = 0; k < numbers.size(); ++k) {
    if (!report.tuned.values[k].matters) continue;
    path = std::max(path, numbers[k].place.path.size());
    before = std::max(before, report.tuned.values[k].before.size());
    after = std::max(after, report.tuned.values[k].after.size());
  }
  constexpr size_t kMostStill = 12;
  size_t still = 0, unread = 0;
  for (size_t k = 0; k < numbers.size(); ++k) {
    const TunedValue& value = report.tuned.values[k];
    if (!value.matters) {
      ++unread;
      continue;
    }
    const bool has_moved = value.before != value.after;
    if (!has_moved && ++still > kMostStill) continue;
    const std::string change = has_moved
                                   ? fmt::format("{:>{}} → {:<{}}", value.before, before, value.after, after)
                                   : fmt::format("{:>{}}   {:<{}}", value.before, before, "", after);
    fmt::print("  {:<{}}  {}  {}\n", numbers[k].place.path, path,
               paint(change, has_moved ? Color::bold : Color::dim, color),
               paint(fmt::format("could be {:.4g} to {:.4g}", value.low, value.high), Color::dim, color));
  }
  if (still > kMostStill) fmt::print("  and {} more that stay as they are\n", still - kMostStill);
  if (unread > 0)
    fmt::print("  {}\n",
               paint(fmt::format("no label depends on the other {}",
                                 unread == 1 ? std::string("number") : fmt::format("{} numbers", unread)),
                     Color::dim, color));
}

void print_choices(const TunedReport& report, bool color) {
  constexpr size_t kMostShown = 20;
  size_t changed = 0;
  for (uint32_t i = 0; i < report.lessons.size(); ++i) {
    const TunedLesson& one = report.tuned.labels[i];
    if (one.before == one.after && one.is_met) continue;
    if (++changed > kMostShown) continue;
    const Lesson& lesson = report.lessons[i];
    fmt::print("  {} {}{}{}: {} → {}\n",
               one.is_met ? paint("✓", Color::green, color) : paint("✗", Color::red, color),
               shown(lesson.place), lesson.given.empty() ? "" : "  ", shown(lesson.given),
               report.name_of(i, one.before), report.name_of(i, one.after));
  }
  if (changed > kMostShown) fmt::print("  and {} more\n", changed - kMostShown);
}

std::string surety_text(const Tuned& tuned) {
  const HeldOut& held = tuned.held_out;
  if (held.folds == 0) return "too few labels to hold some back: with 10 or more they are tried";
  return fmt::format("held back a part in {}, then asked: {} of {} choices came out as labelled ({:.1f} %)",
                     held.folds, held.right, held.labels,
                     100.0 * static_cast<double>(held.right) / static_cast<double>(held.labels));
}

}  // namespace

std::string TunedReport::name_of(size_t lesson, uint32_t option) const {
  if (option == kNone) return "nothing";
  const auto& agents = program.program().model.agents;
  return std::string(agents[lessons[lesson].situation.agent].value.actions[option].text);
}

void print_tuned(const TunedReport& report) {
  const bool color = use_color(stdout);
  const Tuned& tuned = report.tuned;
  const size_t numbers = report.program.numbers().size();
  const auto count = [&](bool TunedLesson::*member) {
    return static_cast<size_t>(
        std::ranges::count_if(tuned.labels, [&](const TunedLesson& one) { return one.*member; }));
  };
  const size_t met_before = count(&TunedLesson::was_met), met_after = count(&TunedLesson::is_met);
  const std::string head =
      fmt::format("{}: {}, {} number{} may move", shown(report.options.path),
                  counted_labels(report.lessons.size()), numbers, numbers == 1 ? "" : "s");
  fmt::print("{}\n\n", head);
  using Ending = Tuned::Ending;
  if (tuned.ending == Ending::met_already) {
    fmt::print("All labels are met already, the closest by {:.3g}: nothing needs to change.\n", tuned.margin);
    return;
  }
  for (const Conflict& conflict : tuned.conflicts) {
    if (tuned.ending != Ending::no_margin) print_conflict(report, conflict, color);
  }
  if (tuned.ending == Ending::contradiction) {
    fmt::print(
        "\nNo values within the ranges meet all labels: correct a label, take one out, let more numbers "
        "move, or give "
        "labels a `weight`, and the lightest gives way. Nothing was changed.\n");
    return;
  }
  if (tuned.ending == Ending::no_margin) {
    fmt::print("The labels can be met by {:.3g} at most, and {:g} was asked for. The closest are\n",
               tuned.margin, report.options.margin.value_or(kUsualMargin));
    for (const Conflict& conflict : tuned.conflicts) {
      for (const uint32_t label : conflict.labels) fmt::print("    {}\n", shown(lesson_text(report, label)));
    }
    fmt::print("\nSay --margin {:.1g}, or leave it out, or let more numbers move. Nothing was changed.\n",
               std::max(tuned.margin / 2, 1e-6));
    return;
  }
  if (!tuned.conflicts.empty()) fmt::print("\n");
  print_values(report, color);
  fmt::print("\n{} of {} met before, {} after, the closest by {:.3g}\n", met_before,
             counted_labels(tuned.labels.size()), met_after, tuned.margin);
  print_choices(report, color);
  fmt::print("\n");
  if (tuned.ending == Ending::not_found) {
    fmt::print(
        "No values were found with which all labels are met; since scores are not linear in these numbers, "
        "there may "
        "be some. These are the best that were found, and nothing was changed.\n");
    return;
  }
  fmt::print("{}\n",
             tuned.is_linear
                 ? "Exact: scores are linear in these numbers, and as few of them move as can be."
                 : "Searched: scores are not linear in these numbers, so fewer or smaller changes may do: "
                   "these are the fewest that were found.");
  fmt::print("How sure: {}.\n", surety_text(tuned));
  if (!report.broken_tests.empty()) {
    fmt::print("{}\n", paint("Tests that passed before fail with these values:", Color::red, color));
    for (const std::string& test : report.broken_tests) fmt::print("  {}\n", shown(test));
  }
  fmt::print("\n");
  for (const std::string& diff : report.diffs) fmt::print("{}", diff);
  fmt::print("{}\n", report.is_written ? "Written." : "Nothing was written: --write does that.");
}

}  // namespace ishi::compiler::cli
