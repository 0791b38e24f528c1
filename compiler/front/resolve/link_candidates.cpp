#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

// The members of every entity besides its fields.
constexpr std::array<std::string_view, 3> kEntityMembers = {"known", "position", "facing"};

class CandidatesLinker {
 public:
  CandidatesLinker(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void link() {
    for (uint32_t i = 0; i < model_.candidates.size(); ++i) {
      auto& set = model_.candidates[i];
      resolve_things(set.value);
      set.value.member = member_of(set, i);
      check_contents(set);
      check_capacity(set.value);
      check_fields(set);
    }
    check_size();
  }

 private:
  void resolve_things(Candidates& set) {
    set.has_entities = !set.of.empty();
    const bool is_any = std::ranges::find(set.of, "entity", &Reference::text) != set.of.end();
    for (Reference& of : set.of) {
      if (!of.given() || of.text == "entity") continue;
      of.index = find_index(model_.things, of.text);
      if (of.index != kNone) model_.note_use(of.span, model_.things[of.index].name);
      if (of.index == kNone) {
        report_no_thing(of);
      } else if (is_any) {
        diagnostics_
            .report(Code::defined_twice, of.span,
                    fmt::format("`{}` is an entity, and this set is of any entity", of.text))
            .help("take `entity` out, or leave it as the only one");
      } else if (std::ranges::find(set.things, of.index) != set.things.end()) {
        diagnostics_
            .report(Code::defined_twice, of.span, fmt::format("`{}` stands twice in this list", of.text))
            .help("take one of the two out");
      } else {
        set.things.push_back(of.index);
      }
    }
    std::ranges::sort(set.things);
  }

  // Nothing is known where a set could not all be read: its members may be entities.
  [[nodiscard]] Type member_of(const Named<Candidates>& set, uint32_t index) const {
    const auto number = static_cast<uint32_t>(model_.memory.size()) + index;
    if (!set.value.has_entities && diagnostics_.is_in_doubt(set.name.span)) return {};
    if (!set.value.has_entities) return {ValueKind::candidate, Quantity::number, number};
    const bool is_one = set.value.things.size() == 1;
    return {ValueKind::entity, Quantity::number, is_one ? set.value.things[0] : kNone};
  }

  void report_no_thing(const Reference& of) {
    const bool is_type = std::ranges::find(type_names(), of.text) != type_names().end() ||
                         find_index(model_.enums, of.text) != kNone;
    auto report =
        diagnostics_.report(is_type ? Code::name_of_other_kind : Code::unknown_name, of.span,
                            is_type ? fmt::format("`{}` is no thing: candidates are entities", of.text)
                                    : fmt::format("there is no thing `{}`", of.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known = {"entity"};
    for (const auto& thing : model_.things) known.push_back(thing.name.text);
    const auto near = report.suggestions(of.text, known);
    if (is_type) {
      report.help("leave `of` out, and give the set `fields`: then its members are nothing but those");
    } else if (!near.empty()) {
      report.suggest(of.span, near[0]);
    } else if (model_.things.empty()) {
      report.help("declare it under `things`, include the file that does, or write `entity` for any entity");
    } else {
      report.help(fmt::format("write one of {}", quoted_list(known, "or")));
    }
  }

  void check_contents(const Named<Candidates>& set) {
    if (set.value.has_entities || !set.value.fields.empty()) return;
    diagnostics_
        .report_missing(set.name.span, Code::missing_field, set.name.span,
                        fmt::format("a member of `{}` would be nothing at all", set.name.text))
        .help(
            "say which things they are, `of: [fridge, bed]`, or what they hold, `fields: { urgency: number "
            "}`");
  }

  void check_capacity(const Candidates& set) {
    if (set.scope.value != Scope::agent || !set.capacity.given) return;
    if (set.capacity.value <= static_cast<int32_t>(kLimits.facts_per_memory)) return;
    diagnostics_
        .report(
            Code::number_out_of_range, set.capacity.span,
            fmt::format("each agent has its own, of which there are at most {}", kLimits.facts_per_memory))
        .help("let the game give each agent the nearest ones, or share the set: `scope: world`");
  }

  // A name behind a member means one thing.
  void check_fields(const Named<Candidates>& set) {
    for (const auto& field : set.value.fields) {
      if (!check_new_name(field.name.text, field.name.span, diagnostics_)) continue;
      if (std::ranges::find(kEntityMembers, field.name.text) != kEntityMembers.end() &&
          set.value.has_entities) {
        diagnostics_
            .report(Code::memory_field_taken, field.name.span,
                    fmt::format("every entity has its `{}` already", field.name.text))
            .help("choose another name for what this set adds");
        continue;
      }
      for (const uint32_t thing : set.value.things) {
        const auto& [name, declared] = model_.things[thing];
        const uint32_t same = find_index(declared.fields, field.name.text);
        if (same == kNone) continue;
        diagnostics_
            .report(Code::memory_field_taken, field.name.span,
                    fmt::format("a member of `{}` has `{}` already: it is a field of `{}`", set.name.text,
                                field.name.text, name.text))
            .label(declared.fields[same].name.span, "declared here")
            .help("choose another name for what this set adds");
        break;
      }
    }
  }

  void check_size() {
    size_t values = 0;
    const auto sets = static_cast<uint32_t>(model_.memory.size() + model_.candidates.size());
    for (uint32_t set = 0; set < sets; ++set) {
      const size_t fields = count_noticed(model_, set) + own_fields(model_, set).size();
      values += capacity_of(model_, set) * (fields + 1);
      if (values <= kLimits.set_values) continue;
      diagnostics_
          .report(Code::too_many_entries, name_of_set(model_, set).span,
                  fmt::format("up to here full memories and sets of candidates hold more than {} values",
                              kLimits.set_values))
          .help("declare fewer or smaller ones, or things with fewer fields");
      return;
    }
  }

  Model& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_candidates(Model& model, Diagnostics& diagnostics) { CandidatesLinker(model, diagnostics).link(); }

}  // namespace ishi::compiler
