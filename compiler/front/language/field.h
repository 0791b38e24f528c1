#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "language/unit.h"

// The description of the language: for each mapping a table of fields. From these tables come the
// reading of YAML, the rejection of unknown keys, inheritance, the editors' JSON Schema and the
// language reference, so they cannot disagree. A row binds a field to a member of a model's struct:
//
//   field<&Select::inertia>("inertia", number(0, 1000), "what the running option's score is raised by")
//
// Tables are constants; the structs that they fill are in model/.

namespace ishi::compiler {

class Reader;
struct Node;
struct Field;

// The sections of a file whose names other fields refer to.
enum class Section : uint8_t {
  enums,
  things,
  blackboard,
  tasks,
  events,
  curves,
  values,
  needs,
  drives,
  importance,
  memory,
  candidates,
  tokens,
  sounds,
  senses,
  choices,
  actions,
  goals,
  planners,
  steering,
  navigation,
  agents,
  teams,
  scenes,
  tests,
};
inline constexpr size_t kSectionCount = 25;

// The form of a field's value.
enum class Form : uint8_t {
  text,         // free text
  boolean,      // true or false
  whole,        // a whole number
  measure,      // a number of a given quantity
  any_measure,  // a number of any quantity
  along_input,  // a place or width on a curve's x
  bounds,       // low..high of any quantity
  formula,      // an expression
  word,         // one of a few words
  type,         // the name of a type, enum or thing
  reference,    // a name declared in a section (where that is `memory`, in `candidates`, too)
  references,   // a list of such names
  names,        // a list of new names
  record,       // a mapping with fields of its own
  map,          // names of the designer's choice, each with an item
  list,         // a list of items
  steps,        // the steps of a body
  event,        // a name of a section, or that with fields
  path_list,    // a list of paths
  path_map,     // paths by the aliases of what stands there
  value,        // a literal of a type known only later
};

struct Mapping {
  std::string_view title;  // with its article, for messages: "an action"
  std::string_view doc;
  std::span<const Field> fields;
  bool is_named = false;    // its owner may say `doc` and `extends`, and `renamed_from` if it `keeps_state`
  bool needs_kind = false;  // exactly one kind must be there
  const Field* open = nullptr;   // what keys that are no fields mean, if anything
  const Field* other = nullptr;  // what a key that is no field holds, if anything
  bool keeps_state = true;       // of what is named: something of it outlives a reload
};

struct Field {
  std::string_view name;
  std::string_view doc;  // one line

  Form form = Form::text;
  Quantity quantity = Quantity::number;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::span<const std::string_view> words{};
  Section section = Section::enums;
  bool holds_names = false;          // the keys of a map, or a text, are names of that section
  const Mapping* mapping = nullptr;  // of a record or of steps
  const Field* item = nullptr;       // of a map or list
  size_t least = 0;                  // items of a list
  bool may_be_empty = false;         // a list of references
  size_t most =
      std::numeric_limits<size_t>::max();  // of a map, too: what is written then replaces what is inherited

  bool is_required = false;
  uint8_t kind = 0;            // fields with a kind exclude those of another kind
  std::string_view or_with{};  // or together with this one
  std::string_view with{};     // only together with this field, of the same record or the one around it
  bool is_short_form = false;  // what a bare scalar or list stands for; of a list: one item may stand alone
  std::string_view example{};  // for the reference and editors

  void (*read)(Reader&, const Field&, const Node&, void* record) = nullptr;
  std::string (*show_default)(const Field&) = nullptr;  // empty if there is none
  bool is_instant = false;                              // of steps: those that take no time
  bool is_verb = false;                                 // for steps: it says what the step does, not how
  bool is_bare = false;                                 // for verbs: it takes no value
  bool takes_no_time = false;                           // for verbs: allowed where steps take no time
  bool holds_times = false;                             // the keys of a map are times, not names
  bool holds_paths = false;                             // they are paths to numbers
  bool may_be_open = false;                             // of bounds: `2..` and `..3` have one end
  bool takes_one = false;           // of names and references: one may stand without a list
  bool keeps_order = false;         // the order of a map's entries decides something
  std::string_view order_of{};      // then: only of entries that have this field; empty: of all
  size_t order_from = 0;            // then: of so many entries or more
  std::string_view order_behind{};  // whose sum counts as one entry more, if it stands beside it

  [[nodiscard]] constexpr Field required() const {
    Field f = *this;
    f.is_required = true;
    return f;
  }
  // The keys of a map are names of a section, or a text is one.
  [[nodiscard]] constexpr Field naming(Section names) const {
    Field f = *this;
    f.section = names;
    f.holds_names = true;
    return f;
  }
  [[nodiscard]] constexpr Field of_kind(uint8_t number) const {
    Field f = *this;
    f.kind = number;
    return f;
  }
  [[nodiscard]] constexpr Field only_with(std::string_view other, std::string_view or_other = {}) const {
    Field f = *this;
    f.with = other;
    f.or_with = or_other;
    return f;
  }
  [[nodiscard]] constexpr Field or_none() const {
    Field f = *this;
    f.may_be_empty = true;
    return f;
  }
  // Of bounds: one of the ends may be left out.
  [[nodiscard]] constexpr Field or_open() const {
    Field f = *this;
    f.may_be_open = true;
    return f;
  }
  // Of names and references: one may stand without a list.
  [[nodiscard]] constexpr Field or_one() const {
    Field f = *this;
    f.takes_one = true;
    return f;
  }
  // The keys of a map are times.
  [[nodiscard]] constexpr Field by_time() const {
    Field f = *this;
    f.holds_times = true;
    return f;
  }
  // The keys of a map are paths to numbers.
  [[nodiscard]] constexpr Field by_path() const {
    Field f = *this;
    f.holds_paths = true;
    return f;
  }
  // The order of a map's entries decides something, maybe only among those that have a field.
  [[nodiscard]] constexpr Field in_order(std::string_view of = {}) const {
    Field f = *this;
    f.keeps_order = true;
    f.order_of = of;
    return f;
  }
  // Sums and products round in the order of the text: three numbers in another order may give another last
  // digit, and so another winner among equals.
  [[nodiscard]] constexpr Field rounded_in_order(std::string_view behind = {}) const {
    Field f = in_order();
    f.order_from = 3;
    f.order_behind = behind;
    return f;
  }
  [[nodiscard]] constexpr Field short_form() const {
    Field f = *this;
    f.is_short_form = true;
    return f;
  }
  [[nodiscard]] constexpr Field without_default() const {
    Field f = *this;
    f.show_default = nullptr;
    return f;
  }
  // Of a map or list: how many names it has at most.
  [[nodiscard]] constexpr Field at_most(size_t names) const {
    Field f = *this;
    f.most = names;
    return f;
  }
  // Of a measure: a word that stands for what has no end, read as infinity.
  [[nodiscard]] constexpr Field or_word(std::span<const std::string_view> word) const {
    Field f = *this;
    f.words = word;
    return f;
  }
  [[nodiscard]] constexpr Field such_as(std::string_view text) const {
    Field f = *this;
    f.example = text;
    return f;
  }
};

// The forms, as used in tables.
constexpr Field text() { return {}; }
constexpr Field boolean() {
  Field f;
  f.form = Form::boolean;
  return f;
}
constexpr Field whole(double low, double high) {
  Field f;
  f.form = Form::whole;
  f.low = low;
  f.high = high;
  return f;
}
constexpr Field measure(Quantity quantity) {
  Field f;
  f.form = Form::measure;
  f.quantity = quantity;
  return f;
}
constexpr Field measure(Quantity quantity, double low, double high) {
  Field f = measure(quantity);
  f.low = low;
  f.high = high;
  return f;
}
constexpr Field number() { return measure(Quantity::number); }
constexpr Field number(double low, double high) { return measure(Quantity::number, low, high); }
constexpr Field any_measure() {
  Field f;
  f.form = Form::any_measure;
  return f;
}
constexpr Field along_input() {
  Field f;
  f.form = Form::along_input;
  return f;
}
constexpr Field along_input(double low, double high) {
  Field f = along_input();
  f.low = low;
  f.high = high;
  return f;
}
constexpr Field bounds() {
  Field f;
  f.form = Form::bounds;
  return f;
}
constexpr Field formula() {
  Field f;
  f.form = Form::formula;
  return f;
}
constexpr Field word(std::span<const std::string_view> words) {
  Field f;
  f.form = Form::word;
  f.words = words;
  return f;
}
constexpr Field type_name() {
  Field f;
  f.form = Form::type;
  return f;
}
constexpr Field reference(Section section) {
  Field f;
  f.form = Form::reference;
  f.section = section;
  return f;
}
constexpr Field references(Section section) {
  Field f;
  f.form = Form::references;
  f.section = section;
  return f;
}
constexpr Field names() {
  Field f;
  f.form = Form::names;
  return f;
}
constexpr Field record(const Mapping& mapping) {
  Field f;
  f.form = Form::record;
  f.mapping = &mapping;
  return f;
}
constexpr Field map(const Field& item) {
  Field f;
  f.form = Form::map;
  f.item = &item;
  return f;
}
constexpr Field list(const Field& item, size_t least, size_t most) {
  Field f;
  f.form = Form::list;
  f.item = &item;
  f.least = least;
  f.most = most;
  return f;
}
extern const Mapping kStepMapping;  // step_table.cpp
constexpr Field steps() {
  Field f;
  f.form = Form::steps;
  f.mapping = &kStepMapping;
  return f;
}
constexpr Field instant_steps() {
  Field f = steps();
  f.is_instant = true;
  return f;
}
constexpr Field event() {
  Field f;
  f.form = Form::event;
  f.section = Section::events;
  return f;
}
// The name of a task, or that with its arguments.
constexpr Field called_task() {
  Field f = event();
  f.section = Section::tasks;
  return f;
}
constexpr Field path_list() {
  Field f;
  f.form = Form::path_list;
  return f;
}
constexpr Field path_map() {
  Field f;
  f.form = Form::path_map;
  return f;
}
constexpr Field value() {
  Field f;
  f.form = Form::value;
  return f;
}

// Null if there is none of this name.
[[nodiscard]] inline const Field* find_field(const Mapping& mapping, std::string_view name) {
  for (const Field& field : mapping.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace ishi::compiler
