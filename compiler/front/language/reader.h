#pragma once

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "language/misplaced_fields.h"
#include "model/behaviour.h"
#include "model/contract.h"
#include "model/curve.h"
#include "model/test.h"
#include "model/written.h"
#include "syntax/tree.h"

// Reads syntax nodes into structs of the model, as the language's tables say. Everything wrong is
// reported once; what could not be read keeps its default, and a missing text stays empty.

namespace ishi::compiler {

class Reader {
 public:
  // `root` has the sections whose names serve as examples in messages, if there are any. `formulas` gets a
  // copy of each formula that is read.
  explicit Reader(Diagnostics& diagnostics, const Node* root = nullptr,
                  std::vector<Formula>* formulas = nullptr)
      : diagnostics_(diagnostics), root_(root), formulas_(formulas) {}

  // Fills `record`, the struct that the rows of `mapping` are bound to. `example` shows how one is
  // written, where its field says more than the mapping.
  void read_record(const Mapping& mapping, const Node& node, void* record, std::string_view example = {});

  // One overload for each kind of member that a row can be bound to.
  void read_value(const Field&, const Node&, Setting<bool>&);
  void read_value(const Field&, const Node&, Setting<int32_t>&);
  void read_value(const Field&, const Node&, Setting<double>&);
  void read_value(const Field&, const Node&, Setting<Measure>&);
  void read_value(const Field&, const Node&, AlongInput&);
  void read_value(const Field&, const Node&, Setting<Bounds>&);
  void read_value(const Field&, const Node&, Setting<Name>&);
  void read_value(const Field&, const Node&, Formula&);
  void read_value(const Field&, const Node&, Reference&);
  void read_value(const Field&, const Node&, std::vector<Reference>&);
  void read_value(const Field&, const Node&, std::vector<Name>&);
  void read_value(const Field&, const Node&, std::vector<Step>&);
  void read_value(const Field&, const Node&, Step&);            // a method
  void read_value(const Field&, const Node&, Map<Reference>&);  // `for_each`
  void read_emit(const Node&, Step&);
  void read_audience(const Field&, const Node&, Modifiers&);
  void read_value(const Field&, const Node&, const Node*&);
  void read_value(const Field&, const Node&, CurvePoint&);
  void read_value(const Field&, const Node&, ExpectedTask&);

  template <class T>
  requires std::is_enum_v<T>
  void read_value(const Field& field, const Node& node, Setting<T>& out) {
    uint32_t index = 0;
    if (!read_word(field, node, index)) return;
    out = {static_cast<T>(index), node.span, true};
  }

  template <class T>
  void read_value(const Field& field, const Node& node, Setting<T>& out) {
    out.span = node.span;
    out.given = true;
    entry_ = {};
    read_value(field, node, out.value);
  }

  template <class T>
  void read_value(const Field& field, const Node& node, Map<T>& out) {
    read_map(field, node, out);
  }

  template <class T>
  void read_map(const Field& field, const Node& node, Map<T>& out) {
    if (!expect_map(field, node) || !expect_filled(field, node) || !expect_few(field, node)) return;
    bool behind_poisoned = false;  // then its fields may have been written beside it
    for (const Entry& entry : node.entries) {
      if (behind_poisoned && is_field_of(*field.item, entry.key)) continue;
      behind_poisoned = entry.value->kind == NodeKind::poisoned;
      if (!check_map_key(field, entry)) continue;
      out.push_back({{entry.key, entry.key_span}, {}});
      entry_ = entry.key_span;
      read_value(*field.item, *entry.value, out.back().value);
    }
  }

  // A map whose keys are times. Of one that cannot be read as a time, the rest is read all the same.
  template <class T>
  void read_value(const Field& field, const Node& node, std::vector<Timed<T>>& out) {
    if (!expect_map(field, node) || !expect_times(field, node)) return;
    bool behind_poisoned = false;
    for (const Entry& entry : node.entries) {
      if (behind_poisoned && is_field_of(*field.item, entry.key)) continue;
      behind_poisoned = entry.value->kind == NodeKind::poisoned;
      Timed<T>& timed = out.emplace_back();
      read_time(field, entry, timed.time);
      entry_ = entry.key_span;
      read_value(*field.item, *entry.value, timed.value);
    }
  }

  template <class T>
  void read_value(const Field& field, const Node& node, std::vector<T>& out) {
    if (field.is_short_form && node.kind == NodeKind::scalar)
      return read_value(*field.item, node, out.emplace_back());
    if (!expect_list(field, node)) return;
    entry_ = {};
    bool is_misshapen = false;  // said once of a list, not of each item
    for (const Node* item : node.items) {
      out.emplace_back();
      const bool is_wrong = !has_shape(out.back(), item->kind) && item->kind != NodeKind::poisoned;
      if constexpr (requires { out.back().span = item->span; }) out.back().span = item->span;
      if (!is_wrong || !std::exchange(is_misshapen, true)) read_value(*field.item, *item, out.back());
    }
  }

  template <class T>
  requires std::is_class_v<T>
  void read_value(const Field& field, const Node& node, T& record) {
    read_record(*field.mapping, node, &record, field.example);
  }

  // The place of the name of the field whose row is called.
  [[nodiscard]] Span key() const { return key_; }

 private:
  template <class T>
  static constexpr NodeKind shape_of(const Setting<T>&) {
    return NodeKind::scalar;
  }
  static constexpr NodeKind shape_of(const CurvePoint&) { return NodeKind::sequence; }
  static constexpr NodeKind shape_of(const CurveKey&) { return NodeKind::mapping; }
  template <class T>
  static constexpr NodeKind shape_of(const Map<T>&) {
    return NodeKind::mapping;
  }
  static constexpr NodeKind shape_of(const RememberedFact&) { return NodeKind::mapping; }
  static constexpr NodeKind shape_of(const TokenExpectation&) { return NodeKind::mapping; }
  template <class T>
  static constexpr bool has_shape(const T& item, NodeKind kind) {
    return kind == shape_of(item);
  }
  // A name, or what somebody without one is like.
  static constexpr bool has_shape(const CandidateRow&, NodeKind kind) {
    return kind == NodeKind::scalar || kind == NodeKind::mapping;
  }
  static constexpr bool has_shape(const ExpectedTask&, NodeKind kind) {
    return kind == NodeKind::scalar || kind == NodeKind::mapping;
  }

  bool expect_scalar(const Field&, const Node&);
  bool expect_map(const Field&, const Node&);
  bool report_loop(const Field&, const Node&, Map<Reference>&);
  bool expect_filled(const Field&, const Node&);
  bool expect_times(const Field&, const Node&);
  void read_time(const Field&, const Entry&, Setting<double>&);
  bool expect_few(const Field&, const Node&);
  bool expect_list(const Field&, const Node&);
  bool check_map_key(const Field&, const Entry&);
  static bool is_field_of(const Field& item, std::string_view key);
  bool read_word(const Field&, const Node&, uint32_t& index);
  void report_no_word(const Field&, const Node&);
  bool check_limits(const Field&, const Node&, double value);
  void add_unread(const Node&, std::vector<Step>&);
  void read_step(const Field&, const Node&, const Node* before, Step&);
  void read_modifier(const Field& steps, const Field& modifier, const Entry&, Step&);
  void read_verb(const Field& steps, std::string_view verb, Span, const Node* value, Step&);
  void read_built_in(const Field& steps, const Field& verb, Span, const Node* value, Step&);
  void read_arguments(const Node&, Step&);
  void read_short_form(const Mapping&, const Node&, void* record, std::string_view example);
  bool read_entries(const Mapping&, const Node&, void* record, std::vector<const Field*>& given);
  void check_doc(const Node&);
  void report_extends(const Mapping&, const Entry&);
  void report_missing(const Mapping&, const Node&, Span name, const std::vector<const Field*>& given);
  [[nodiscard]] std::string example_of_kind(const Mapping&, std::string_view kind) const;
  const Entry* find_verb(const Node&);
  void report_modifier_of_action(const Entry&);
  void report_no_verb(const Node&, const Node* before);
  [[nodiscard]] bool is_declared_as_verb(std::string_view name) const;
  [[nodiscard]] bool is_foreign_modifier(std::string_view name) const;
  bool report_foreign_modifiers(const Field& steps, const Node&);
  bool report_foreign_verb(const Field& steps, const Node&, const Entry& verb);
  void report_noun(const Node&, const Entry& verb, Report&);
  void report_not_instant(std::string_view verb, Span);
  bool report_misspelt_modifier(const Entry&);
  static bool is_modifier_elsewhere(std::string_view name);
  [[nodiscard]] bool is_no_step(const Entry&) const;
  void report_no_modifier(const Entry& verb, const Entry&);
  [[nodiscard]] const Node* parameters_of(std::string_view verb) const;
  [[nodiscard]] std::string_view first_parameter_of(std::string_view verb) const;
  [[nodiscard]] static bool has_partner(const Node&, const Field& part);
  [[nodiscard]] bool is_if_for_when(const Node&, const Entry&) const;
  [[nodiscard]] bool names_what_may_not_be_declared(const Node&);
  bool report_lone_part(const Field& steps, const Node&, const Entry& verb);
  bool report_verb_without_colon(std::string_view verb, Span, const Node* value);
  void report_verb_not_instant(std::string_view verb, Span);
  bool report_to_of_no_emit(const Node&, const Entry& to);
  bool report_modifier_on_line(std::string_view verb, Span, const Node* value);
  [[nodiscard]] bool is_field_of_action(const Entry& entry) const;
  void report_field_of_action(const Entry& field, const Entry& step);
  void report_two_verbs(const Entry& first, const Entry& second);
  void report_unknown_field(const Mapping&, const Entry&);
  [[nodiscard]] std::string example_of(const Field&) const;
  void check_kinds(const Mapping&, const Node&, const std::vector<const Field*>& given, bool is_whole);
  [[nodiscard]] static bool is_missing(const Field& field, const Mapping&,
                                       const std::vector<const Field*>& given, const RecordAround&);
  bool report_wrong_section(const Mapping&, const Node&, Span name);

  Diagnostics& diagnostics_;
  const Node* root_;
  std::vector<Formula>* formulas_;
  RecordAround around_;                                         // the record that is being read
  std::optional<std::vector<std::string_view>> refused_names_;  // of tasks and goals; once it is needed
  bool lacks_part_ = false;  // of the step that is being read something could not be
  Span key_;
  Span entry_;  // the name of the entry of a map that is to be read next, or nothing
};

namespace table {

template <class>
struct MemberPointer;
template <class Owner, class Member>
struct MemberPointer<Member Owner::*> {
  using Record = Owner;
};

// The member to which a path of members leads.
template <auto Member, auto... Inner, class Record>
constexpr auto& follow(Record& record) {
  if constexpr (sizeof...(Inner) == 0) {
    return record.*Member;
  } else {
    return follow<Inner...>(record.*Member);
  }
}
template <auto Member, auto... Inner>
constexpr auto& within(void* record) {
  return follow<Member, Inner...>(*static_cast<typename MemberPointer<decltype(Member)>::Record*>(record));
}

std::string show_default_value(const Field&, const Setting<bool>&);
std::string show_default_value(const Field&, const Setting<int32_t>&);
std::string show_default_value(const Field&, const Setting<double>&);
std::string show_default_value(const Field&, const AlongInput&);
template <class T>
std::string show_default_value(const Field& field, const Setting<T>& setting) {
  if constexpr (std::is_enum_v<T>) return std::string(field.words[static_cast<size_t>(setting.value)]);
  return {};
}
template <class T>
std::string show_default_value(const Field&, const T&) {
  return {};
}

}  // namespace table

// A row: the member that it fills (or a member of a member), its name, its form and one line of
// documentation.
template <auto Member, auto... Inner>
constexpr Field field(std::string_view name, Field form, std::string_view doc) {
  using Record = typename table::MemberPointer<decltype(Member)>::Record;
  form.name = name;
  form.doc = doc;
  form.read = [](Reader& reader, const Field& row, const Node& node, void* record) {
    reader.read_value(row, node, table::within<Member, Inner...>(record));
  };
  form.show_default = [](const Field& row) {
    const Record record{};
    return table::show_default_value(row, table::follow<Member, Inner...>(record));
  };
  return form;
}

// The item of a map or list, which has no name of its own.
constexpr Field item(Field form, std::string_view doc) {
  form.doc = doc;
  return form;
}

// A field that is read by an earlier phase (`ishi`, `include`) or by every named thing
// (`renamed_from`).
constexpr Field read_elsewhere(std::string_view name, Field form, std::string_view doc) {
  form.name = name;
  form.doc = doc;
  return form;
}

}  // namespace ishi::compiler
