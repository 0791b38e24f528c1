#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/habits.h"

// The place at which a completion is asked for: the names in scope there, and how likely
// each is.

namespace ishi::compiler {

// A name that may be meant, or a word, before it becomes a completion.
struct Candidate {
  std::string name;
  CompletionKind kind = CompletionKind::name;
  SymbolKind symbol = SymbolKind::key;
  Type type;
  std::string detail;
  std::string doc;
  std::string text;  // that is inserted; empty: the name
  bool is_snippet = false;
  double score = 0;  // the higher, the likelier
};

// What the entries of a section are.
[[nodiscard]] SymbolKind kind_of(Section section);

class CompletionScope {
 public:
  CompletionScope(std::string_view text, const CheckedFile& now, const CheckedFile& names, uint32_t offset);

  std::string_view text;  // as it is written
  const CheckedFile& now;
  const CheckedFile& names;
  const Model& model;
  uint32_t offset;
  Cursor cursor;
  DescribedPlace place;
  Habits habits;

  // The key of the path `back` steps before the place, items left out: 0 is the nearest.
  [[nodiscard]] std::string_view key_before(size_t back) const;
  [[nodiscard]] bool is_below(std::string_view key) const;
  // The key behind that one on the path; empty if it is none.
  [[nodiscard]] std::string_view key_below(std::string_view key) const;
  // A node of the text, as far as it can be read: of the first `steps` steps of the path.
  [[nodiscard]] const Node* node_at(size_t steps) const;
  [[nodiscard]] const Node* entry_node() const { return node_at(2); }
  // A scalar of the text: what an entry says under a key; empty if it does not.
  [[nodiscard]] std::string_view text_in_entry(std::string_view key) const;

  // --- Names in scope.
  // Of a section, as this file writes them.
  [[nodiscard]] std::vector<Candidate> names_of(Section section) const;
  // Members of enums, fields, parameters.
  [[nodiscard]] std::vector<Candidate> names_of(const Map<Variable>& variables, SymbolKind kind) const;
  template <class T>
  [[nodiscard]] std::vector<Candidate> plain_names(const Map<T>& map, SymbolKind kind) const {
    std::vector<Candidate> result;
    for (const auto& entry : map) result.push_back(named(entry.name, kind));
    return result;
  }
  [[nodiscard]] std::vector<Candidate> words_of(const Type& type) const;
  // Entities of the test or scene around the place.
  [[nodiscard]] std::vector<Candidate> entities() const;
  // Its doors.
  [[nodiscard]] std::vector<Candidate> doors() const;

  // The action, plan, offer or choice around the place; null: there is none.
  [[nodiscard]] const Named<Action>* option() const;
  // The loop variables of the steps of the action or goal around the place.
  [[nodiscard]] std::vector<const Named<Reference>*> loops_of_steps() const;
  [[nodiscard]] const Map<Variable>* parameters() const;
  [[nodiscard]] const Named<Event>* event() const;
  // Whose behaviour a test or an agent of a scene has, or the agent around the place; null: unknown.
  [[nodiscard]] const Named<Agent>* agent() const;
  // The scene of a test, or the one around the place.
  [[nodiscard]] const Named<Scene>* scene() const;

  // True if nothing of the text uses what is declared there.
  [[nodiscard]] bool is_unused(const Candidate& candidate) const;
  // Raises those whose names share words with the name of the entry around the place.
  void prefer_like_entry(std::vector<Candidate>& candidates) const;

  [[nodiscard]] Type member_type_of(uint32_t set) const;
  [[nodiscard]] Candidate named(const Name& name, SymbolKind kind, const Type& type = {}) const;

 private:
  std::vector<std::string> unused_;
};

}  // namespace ishi::compiler
