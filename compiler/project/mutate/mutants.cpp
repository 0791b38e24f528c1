#include "mutate/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "language/scalar.h"
#include "language/tables.h"
#include "language/unit.h"
#include "language/words.h"
#include "mutate/text_edits.h"
#include "syntax/one_line.h"

namespace ishi::compiler {
namespace {

// The sections of the contract with the game, and those that hold no behaviour.
constexpr std::array<std::string_view, 12> kLeftAlone = {"ishi",       "include",    "import", "up",
                                                         "enums",      "blackboard", "tasks",  "events",
                                                         "candidates", "sounds",     "teams",  "tune"};

bool is_left_alone(std::string_view section) {
  return is_for_tests(section) || std::ranges::find(kLeftAlone, section) != kLeftAlone.end();
}

bool is_condition(std::string_view name) {
  return name == "when" || name == "until" || name == "while" || name == "interruptible";
}

class Lister {
 public:
  explicit Lister(std::string_view text) : text_(text) {}

  std::vector<Mutant> list(const Node& root) {
    for (const Entry& section : root.entries) {
      const Field* const field = find_field(kFileMapping, section.key);
      if (field == nullptr || is_left_alone(section.key) || section.value->kind != NodeKind::mapping)
        continue;
      for (const Entry& named : section.value->entries) {
        if (section.key == "things")
          visit_offers(field->item, *named.value);
        else
          visit(field->item, *named.value, nullptr);
      }
    }
    std::ranges::stable_sort(mutants_, {}, [](const Mutant& one) { return one.shown.begin; });
    return std::move(mutants_);
  }

 private:
  // A child of a node, and where that node stands; null: it is not to be taken out.
  struct Place {
    const Node& in;
    size_t index;
    const Place* around;
  };

  // Visits what a thing offers; the rest of a thing is contract.
  void visit_offers(const Field* thing, const Node& node) {
    if (node.kind != NodeKind::mapping) return;
    for (size_t i = 0; i < node.entries.size(); ++i) {
      if (node.entries[i].key != "offers") continue;
      const Place here{node, i, nullptr};
      visit(field_of(thing, "offers"), *node.entries[i].value, &here);
    }
  }

  void visit(const Field* field, const Node& node, const Place* place) {
    switch (node.kind) {
      case NodeKind::scalar:
        if (!is_step_list(field)) visit_numbers(field, node);
        break;
      case NodeKind::sequence: visit_items(field, node, place); break;
      case NodeKind::mapping: visit_entries(field, node, place); break;
      case NodeKind::poisoned: break;
    }
  }

  static bool is_step_list(const Field* field) { return field != nullptr && field->form == Form::steps; }
  static bool is_step(const Field* field) { return field != nullptr && field->mapping == &kStepMapping; }

  void visit_items(const Field* field, const Node& node, const Place* place) {
    if (field != nullptr && field->form == Form::record) field = short_form_of(field);
    const bool is_steps = is_step_list(field);
    const bool is_names = field != nullptr && field->form == Form::references;
    for (size_t i = 0; i < node.items.size(); ++i) {
      const Place here{node, i, place};
      if (is_steps) leave_out(MutantKind::step, here);
      if (is_names) leave_out(MutantKind::part, here);
      if (is_steps && i + 1 < node.items.size()) swap(node, i);
      // No field describes the two numbers of a point of a curve, [x, y].
      const bool is_point = field != nullptr && field->form == Form::measure;
      visit(is_point ? field : field_of_items(field), *node.items[i], nullptr);
    }
  }

  void visit_entries(const Field* field, const Node& node, const Place* place) {
    const bool is_map = field != nullptr && field->form == Form::map;
    const bool swaps = is_map && field->keeps_order && field->order_from == 0 && field->order_of.empty();
    for (size_t i = 0; i < node.entries.size(); ++i) {
      const Entry& entry = node.entries[i];
      const Place here{node, i, place};
      const Field* const of = field_of(field, entry.key);
      if (is_map)
        leave_out(
            field->holds_names && field->section == Section::events ? MutantKind::event : MutantKind::part,
            here);
      else if (is_optional(field, of, entry))
        leave_out(is_condition(entry.key) ? MutantKind::condition : MutantKind::part, here);
      if (swaps && i + 1 < node.entries.size()) swap(node, i);
      const bool may_go = of != nullptr && !of->is_required && !is_map;
      visit(of, *entry.value, may_go ? &here : nullptr);
    }
  }

  // True if a field can be left out by itself: a modifier of a step; a formula, number, switch, word or name
  // of a record; `extends`; an empty record, such as `weighted: {}`. Names of a list are left out one by one.
  static bool is_optional(const Field* around, const Field* field, const Entry& entry) {
    if (entry.key == "extends" && is_named(around)) return true;
    if (field == nullptr || field->is_required || field->is_verb) return false;
    if (is_step(around)) return field != kStepMapping.other;
    switch (field->form) {
      case Form::boolean:
      case Form::whole:    // rank
      case Form::measure:  // cooldown, inertia
      case Form::formula:
      case Form::word:
      case Form::reference: return true;
      case Form::references: return entry.value->kind == NodeKind::scalar;
      case Form::record: return entry.value->kind == NodeKind::mapping && entry.value->entries.empty();
      default: return false;
    }
  }
  static bool is_named(const Field* field) {
    return field != nullptr && field->mapping != nullptr && field->mapping->is_named;
  }

  static const Field* field_of(const Field* around, std::string_view key) {
    if (const Field* const field = field_within(around, key)) return field;
    if (around == nullptr || around->mapping == nullptr) return nullptr;
    if (around->mapping->other != nullptr) return around->mapping->other;
    return around->mapping->open != nullptr ? around->mapping->open->item : nullptr;
  }

  // The only child of a node goes with what holds it.
  void leave_out(MutantKind kind, const Place& place) {
    const Place* out = &place;
    while (out != nullptr && child_count(out->in) == 1) out = out->around;
    if (out == nullptr) return;
    const auto span = removal_span(text_, out->in, out->index);
    if (!span) return;
    const Span shown = child_span(place.in, place.index);
    mutants_.push_back({kind, *span, {""}, shown, fmt::format("without `{}`", short_text(shown))});
  }

  void swap(const Node& in, size_t index) {
    const Span one = child_span(in, index), other = child_span(in, index + 1);
    Span both = one;
    both.end = other.end;
    mutants_.push_back({MutantKind::order,
                        both,
                        {swapped_text(text_, in, index)},
                        other,
                        fmt::format("`{}` before `{}`", short_text(other), short_text(one))});
  }

  // Numbers become half as large again; those that may not, half as large; 0 becomes 1. Where only whole
  // numbers make a difference they stay whole: 1 becomes 2.
  void visit_numbers(const Field* field, const Node& node) {
    if (field == nullptr || node.quoted) return;
    switch (field->form) {
      case Form::whole:
      case Form::measure:
      case Form::any_measure:
      case Form::along_input:
      case Form::bounds:
      case Form::formula:
      case Form::record:  // its short form
      case Form::value: break;
      default: return;
    }
    const std::string_view all = text_.substr(node.span.begin, node.span.end - node.span.begin);
    for (const WrittenNumber& number : written_numbers(all)) {
      Span span = node.span;
      span.begin += static_cast<uint32_t>(number.at);
      span.end = span.begin + static_cast<uint32_t>(number.digits + number.suffix);
      const bool is_whole =
          field->form == Form::whole || (number.suffix == 0 && is_compared(all, number.at, number.digits));
      change_number(all.substr(number.at, number.digits),
                    all.substr(number.at + number.digits, number.suffix), is_whole, span);
    }
  }

  // True if a number of a formula is one side of a comparison, whose other side may be a whole number.
  static bool is_compared(std::string_view formula, size_t at, size_t digits) {
    constexpr std::string_view kBetween = " ()", kCompares = "<>=!";
    const size_t before = formula.substr(0, at).find_last_not_of(kBetween);
    const size_t after = formula.find_first_not_of(kBetween, at + digits);
    const auto compares = [&](size_t place) {
      return place < formula.size() && kCompares.find(formula[place]) != std::string_view::npos;
    };
    return compares(before) || compares(after);
  }

  void change_number(std::string_view number, std::string_view unit, bool is_whole, Span span) {
    double value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    std::vector<std::string> others;
    if (value == 0) {
      others = {"1", "0.5"};
    } else {
      if (!is_whole) others = {fmt::format("{:.6g}", value * 1.5)};
      const bool is_written_whole = number.find('.') == std::string_view::npos;
      const double more = std::max(value + 1, static_cast<double>(static_cast<int64_t>(value * 1.5)));
      if (is_written_whole) others.push_back(fmt::format("{:.0f}", more));
      others.push_back(fmt::format("{:.6g}", value / 2));
      if (is_written_whole) others.push_back(fmt::format("{:.0f}", value - 1));
      if (!is_written_whole && is_whole) others.insert(others.begin(), fmt::format("{:.6g}", value * 1.5));
    }
    for (std::string& other : others) other += unit;
    mutants_.push_back({MutantKind::number, span, std::move(others), span, {}});
  }

  [[nodiscard]] std::string short_text(Span span) const {
    constexpr size_t kMost = 48;
    return one_line(text_.substr(span.begin, span.end - span.begin), kMost);
  }

  std::string_view text_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> list_mutants(const Node& root, std::string_view text) { return Lister(text).list(root); }

}  // namespace ishi::compiler
