#pragma once

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "language/reading_site.h"
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
      : at_{diagnostics, root, {}}, formulas_(formulas) {}

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
    if (!read_word(at_, field, node, index)) return;
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
    if (!expect_map(at_, field, node) || !expect_filled(at_, field, node) || !expect_few(at_, field, node))
      return;
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
    if (!expect_map(at_, field, node) || !expect_times(at_, field, node)) return;
    bool behind_poisoned = false;
    for (const Entry& entry : node.entries) {
      if (behind_poisoned && is_field_of(*field.item, entry.key)) continue;
      behind_poisoned = entry.value->kind == NodeKind::poisoned;
      Timed<T>& timed = out.emplace_back();
      read_time(at_, field, entry, timed.time);
      entry_ = entry.key_span;
      read_value(*field.item, *entry.value, timed.value);
    }
  }

  template <class T>
  void read_value(const Field& field, const Node& node, std::vector<T>& out) {
    if (field.is_short_form && node.kind == NodeKind::scalar)
      return read_value(*field.item, node, out.emplace_back());
    if (!expect_list(at_, field, node)) return;
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

  void add_unread(const Node&, std::vector<Step>&);
  void read_step(const Field&, const Node&, const Node* before, Step&);
  void read_modifier(const Field& steps, const Field& modifier, const Entry&, Step&);
  void read_verb(const Field& steps, std::string_view verb, Span, const Node* value, Step&);
  void read_built_in(const Field& steps, const Field& verb, Span, const Node* value, Step&);
  void read_arguments(const Node&, Step&);
  void read_short_form(const Mapping&, const Node&, void* record, std::string_view example);
  bool read_entries(const Mapping&, const Node&, void* record, std::vector<const Field*>& given);
  [[nodiscard]] bool names_what_may_not_be_declared(const Node&);

  ReadingSite at_;
  std::vector<Formula>* formulas_;
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
