#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

inline constexpr size_t kMostListed = 12;  // names that a message lists

template <class... Maps>
[[nodiscard]] std::vector<std::string_view> names_of(const Maps&... maps) {
  std::vector<std::string_view> names;
  const auto add = [&](const auto& map) {
    for (const auto& entry : map) {
      if (!entry.name.text.starts_with(kCoolingPrefix)) names.push_back(entry.name.text);
    }
  };
  (add(maps), ...);
  return names;
}

// Of actions those that can be named: plans are not among them.
[[nodiscard]] inline std::vector<std::string_view> names_of(const Map<Action>& actions) {
  std::vector<std::string_view> names;
  for (const auto& action : actions) {
    if (action.value.planner == kNone && action.value.offered_by == kNone) names.push_back(action.name.text);
  }
  return names;
}

// "`curves`"
[[nodiscard]] std::string quoted(Section section);

// The kind of a name that was sought in the wrong section: "a goal"; nothing if there is no such name.
[[nodiscard]] std::string_view noun_elsewhere(const Model& model, std::string_view name);

// True if something has this name that stands in another section and could not be read there: it may be what
// is meant.
[[nodiscard]] bool is_doubted_elsewhere(const Model& model, std::string_view name,
                                        const Diagnostics& diagnostics);

// Finds what names stand for, and says what might be meant where nothing has a name.
class Names {
 public:
  Names(const Model& model, const Scopes& scopes, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), diagnostics_(diagnostics) {}

  template <class T>
  void find(Reference& reference, const Map<T>& map, Section section) {
    if (!reference.given()) return;
    reference.index = find_index(map, reference.text);
    if (reference.index == kNone)
      report_unknown(Name{reference.text, reference.span}, section, map);
    else
      model_.note_use(reference.span, map[reference.index].name);
  }

  // That no entry of a section has this name.
  template <class T>
  void report_unknown(const Name& name, Section section, const Map<T>& map) {
    report_unknown(name, noun_of(section), quoted(section), names_of(map));
  }
  // `sections` is where such a name can be defined: "`tasks` and `goals`"; `names` are those that are,
  // `words` those of the language that could stand there as well.
  void report_unknown(const Name& wrong, std::string_view noun, std::string_view sections,
                      std::vector<std::string_view> names, std::span<const std::string_view> words = {});
  // A memory or a set of candidates.
  void find_set(Reference& set);
  // `for_each`: its set; or, if the two stand the other way round, both as they are meant.
  void find_loop(Named<Reference>& loop);
  // A need or a drive; null after a report.
  const Named<Motive>* find_motive(const Name& name);
  // Names of needs and drives: only levels that agents carry can be changed.
  void check_changes(const Map<Formula>& changes);

 private:
  [[nodiscard]] static std::string_view noun_of(Section section);
  [[nodiscard]] std::vector<std::string_view> names_in(uint32_t file, std::vector<std::string_view> names,
                                                       std::deque<std::string>& spelled) const;
  [[nodiscard]] std::string behind_an_alias(uint32_t file, std::string_view name) const;

  const Model& model_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

}  // namespace ishi::compiler
