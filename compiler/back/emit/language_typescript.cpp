#include <algorithm>
#include <map>

#include "emit/cpp_names.h"
#include "emit/header_words.h"
#include "emit/language_scope.h"
#include "emit/language_writers.h"

// The contract as a module of TypeScript, for the package in bindings/web.

namespace ishi::compiler {
namespace {

// The number of headerVersion in bindings/web/src/names.ts: raised when the package would read a header of
// before otherwise.
constexpr int kHeaderVersion = 1;

std::string number_of(float number) {
  std::string text = number_text(number);
  text.pop_back();
  return text;
}

constexpr ValueWords kTypescriptWords{.integer = "integer",
                                      .byte = "enum",
                                      .entity = "entity",
                                      .vector = "point",
                                      .number = "number",
                                      .nobody = "0",
                                      .new_vector = "[{}, {}, {}]",
                                      .nowhere = "ishi.nowhere",
                                      .text_of = number_of};

// The ValueType of ishi-web.
std::string_view value_type(ishi::ValueType type) {
  return type == ishi::ValueType::boolean ? "boolean" : type_text(type, kTypescriptWords);
}

// "team_keys" as a variable: "teamKeys".
std::string variable_name_of(std::string_view name) {
  std::string result = type_name_of(name);
  if (result[0] >= 'A' && result[0] <= 'Z') result[0] = static_cast<char>(result[0] - 'A' + 'a');
  return result;
}

class TypescriptWriter {
 public:
  explicit TypescriptWriter(const GameOutline& outline) : outline_(outline) {
    for (const ContractPart* part : outline.contract) parts_[part->entry.id] = part;
  }

  std::string write() {
    lines_.add("// The contract with the game, written by `ishi header`: what is changed here is lost.");
    lines_.add("import * as ishi from 'ishi-web';\n");
    names_.add("up");
    names_.add("contract");
    for (const OutlineGroup& group : outline_.groups) names_.add(variable_name_of(group.name));
    lines_.add("export const up = '{}';\n", outline_.up == ishi::Up::y ? "y" : "z");
    for (const OutlineEnum& one : outline_.enums) write_enum(one);
    for (const OutlineRecord& record : outline_.records) write_record(record);
    for (const OutlineGroup& group : outline_.groups) write_group(group);
    write_contract();
    return lines_.take();
  }

 private:
  void write_doc(const std::string& comment, std::string_view indent = "") {
    if (comment.empty()) return;
    std::string text = comment;
    for (size_t end = text.find("*/"); end != std::string::npos; end = text.find("*/", end))
      text.insert(end + 1, " ");
    lines_.add("{}/** {} */", indent, text);
  }

  // Columns and records store them as bytes.
  void write_enum(const OutlineEnum& one) {
    const std::string name = enums_[one.id] = names_.add(type_name_of(one.name));
    LanguageScope scope(is_taken_in_typescript);
    std::string members;
    for (size_t i = 0; i < one.members.size(); ++i)
      members += fmt::format("{}{}: {}", i == 0 ? "" : ", ", scope.add(word_of(one.members[i])), i);
    write_doc(one.comment);
    lines_.add("export const {} = {{ {} }} as const;", name, members);
    lines_.add("export type {0} = (typeof {0})[keyof typeof {0}];\n", name);
  }

  std::string member_type(const ContractEntry& entry) const {
    switch (entry.type) {
      case ishi::ValueType::boolean: return "boolean";
      case ishi::ValueType::enumeration: return enums_.at(entry.reference);
      case ishi::ValueType::entity:
      case ishi::ValueType::thing: return "ishi.EntityOrNobody";
      case ishi::ValueType::point:
      case ishi::ValueType::direction: return "ishi.VectorView";
      default: return "number";
    }
  }

  // An interface of the fields that are given back, or of the others. Empty if there are none.
  std::string write_interface(const OutlineRecord& record, bool is_given, const std::string& base) {
    const auto is_listed = [&](const ContractPart* field) { return field->entry.given == is_given; };
    if (std::ranges::none_of(record.fields, is_listed)) return {};
    const std::string name = names_.add(base);
    LanguageScope own(is_taken_in_typescript);
    write_doc(is_given ? std::string("What the task gives back") : record.comment);
    lines_.add("export interface {} {{", name);
    for (const ContractPart* field : record.fields) {
      const std::string member = own.add(field->name);
      if (!is_listed(field)) continue;
      write_doc(comment_of(*field), "  ");
      lines_.add("  readonly {}: {};", member, member_type(field->entry));
    }
    lines_.add("}}\n");
    return name;
  }

  void write_record(const OutlineRecord& record) {
    const std::string base = type_name_of(record.name);
    Record& written = records_[record.id];
    written.type = write_interface(record, false, base);
    written.gives = write_interface(record, true, base + "Gives");
    LanguageScope own(is_taken_in_typescript);
    std::string members;
    for (const ContractPart* field : record.fields) {
      const ContractEntry& entry = field->entry;
      members += fmt::format("{}['{}', {}, '{}', {}]", members.empty() ? "" : ", ", own.add(field->name),
                             entry.place, value_type(entry.type), default_of(entry));
    }
    written.layout = fmt::format("{{ bytes: {}, members: [{}] }}", record.bytes, members);
  }

  static std::string default_of(const ContractEntry& entry) {
    if (entry.type != ishi::ValueType::enumeration) return default_text(entry, kTypescriptWords);
    return fmt::format("{}", static_cast<int>(entry.fallback.x));
  }

  // What stands for a constant: a typed key, a task or event with its record, or an id.
  std::string value_of(const OutlineConstant& one, std::string_view group) const {
    if (!one.is_id) return fmt::format("{}", one.value);
    const std::string id = fmt::format("{:#018x}n", one.value);
    if (group == "task" || group == "event") {
      const auto record = records_.find(one.value);
      if (record == records_.end())
        return fmt::format("ishi.{}<unknown>('{}', {}, ishi.noRecord)", group, one.name, id);
      const std::string type = record->second.type.empty() ? "unknown" : record->second.type;
      const std::string gives = record->second.gives.empty() ? "" : ", " + record->second.gives;
      return fmt::format("ishi.{}<{}{}>('{}', {}, {})", group, type, gives, one.name, id,
                         record->second.layout);
    }
    const std::string_view place = place_of(group);
    if (place.empty()) return id;
    const auto part = parts_.find(one.value);
    return fmt::format("ishi.key('{}', '{}', '{}', {})", place, value_type(part->second->entry.type),
                       one.name, id);
  }

  // The KeyPlace of ishi-web; empty if the group has no keys of the contract.
  static std::string_view place_of(std::string_view group) {
    if (group == "key") return "agent";
    if (group == "team_key") return "team";
    if (group == "world_key") return "world";
    return group == "field" || group == "member" ? group : std::string_view();
  }

  void write_members(const OutlineGroup& group, const std::string& indent) {
    LanguageScope own(is_taken_in_typescript);
    for (const OutlineConstant& one : group.constants) {
      write_doc(one.comment, indent);
      lines_.add("{}{}: {},", indent, own.add(word_of(one.name)), value_of(one, group.singular));
    }
    for (const OutlineGroup& inner : group.groups) {
      write_doc(inner.comment, indent);
      lines_.add("{}{}: {{", indent, own.add(word_of(inner.name)));
      write_members(inner, indent + "  ");
      lines_.add("{}}},", indent);
    }
  }

  void write_group(const OutlineGroup& group) {
    write_doc(group.comment);
    lines_.add("export const {} = {{", variable_name_of(group.name));
    write_members(group, "  ");
    lines_.add("}} as const;\n");
  }

  void write_contract() {
    lines_.add(
        "/** What the game was built against: for `ishi.createWorld({{ contract }})`. As fields of "
        "ishi_entry. */");
    lines_.add("export const contract = ishi.defineContract({}, [", kHeaderVersion);
    for (const ContractPart* part : outline_.contract) {
      const ContractEntry& e = part->entry;
      lines_.add("  [{:#018x}n, {:#018x}n, {:#018x}n, '{}', '{}', '{}', {}, {}, {}, [{}, {}, {}]],", e.id,
                 e.owner, e.reference, part->name, part->owner_name, part->reference_name, entry_numbers(e),
                 number_of(e.low), number_of(e.high), number_of(e.fallback.x), number_of(e.fallback.y),
                 number_of(e.fallback.z));
    }
    lines_.add("]);");
  }

  struct Record {
    std::string type, gives;  // names of interfaces; empty if there are no such members
    std::string layout;
  };

  const GameOutline& outline_;
  HeaderLines lines_;
  LanguageScope names_{is_taken_in_typescript};
  std::map<uint64_t, std::string> enums_;
  std::map<uint64_t, Record> records_;
  std::map<uint64_t, const ContractPart*> parts_;
};

}  // namespace

std::string typescript_header(const GameOutline& outline) { return TypescriptWriter(outline).write(); }

}  // namespace ishi::compiler
