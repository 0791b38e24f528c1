#include <map>

#include "emit/cpp_names.h"
#include "emit/header_words.h"
#include "emit/language_scope.h"
#include "emit/language_writers.h"

// The contract as a module of Python, for the package in bindings/python.

namespace ishi::compiler {
namespace {

std::string float_of(float number) {
  std::string text = number_text(number);
  text.pop_back();
  return text;
}

constexpr ValueWords kPythonWords{.integer = "ctypes.c_int32",
                                  .byte = "ctypes.c_uint8",
                                  .entity = "native.ishi_entity_id",
                                  .vector = "native.ishi_vector3",
                                  .number = "ctypes.c_float",
                                  .nobody = "native.ishi_entity_id()",
                                  .new_vector = "native.ishi_vector3({}, {}, {})",
                                  .nowhere = "native.ISHI_NOWHERE",
                                  .text_of = float_of};

class PythonWriter {
 public:
  explicit PythonWriter(const GameOutline& outline) : outline_(outline) {}

  std::string write() {
    lines_.add(
        "\"\"\"The contract with the game, written by `ishi header`: what is changed here is lost.\"\"\"");
    lines_.add("import ctypes\nimport enum\n\nfrom ishi import native\n");
    for (const char* name : {"UP", "CONTRACT"}) names_.add(name);
    lines_.add("UP = native.ISHI_UP_{}", outline_.up == ishi::Up::y ? "Y" : "Z");
    for (const OutlineEnum& one : outline_.enums) write_enum(one);
    for (const OutlineGroup& group : outline_.groups) {
      lines_.add("\n");
      write_group(group, names_, "");
    }
    for (const OutlineRecord& record : outline_.records) write_record(record);
    write_contract();
    return lines_.take();
  }

 private:
  void write_comment(const std::string& comment, std::string_view indent = "") {
    if (!comment.empty()) lines_.add("{}# {}", indent, comment);
  }

  // Columns and records store them as bytes.
  void write_enum(const OutlineEnum& one) {
    Enum& written = enums_[one.id];
    written.name = names_.add(type_name_of(one.name));
    lines_.add("\n");
    write_comment(one.comment);
    lines_.add("class {}(enum.IntEnum):", written.name);
    LanguageScope scope(is_taken_in_python);
    for (size_t i = 0; i < one.members.size(); ++i) {
      written.members.push_back(scope.add(word_of(one.members[i])));
      lines_.add("    {} = {}", written.members.back(), i);
    }
  }

  void write_group(const OutlineGroup& group, LanguageScope& scope, const std::string& indent) {
    const std::string name = scope.add(type_name_of(group.name));
    LanguageScope own(is_taken_in_python);
    write_comment(group.comment, indent);
    lines_.add("{}class {}:", indent, name);
    for (const OutlineConstant& one : group.constants) {
      const std::string comment = one.comment.empty() ? "" : "  # " + one.comment;
      lines_.add("{}    {} = {}{}", indent, own.add(word_of(one.name)),
                 one.is_id ? fmt::format("{:#018x}", one.value) : fmt::format("{}", one.value), comment);
    }
    for (const OutlineGroup& inner : group.groups) write_group(inner, own, indent + "    ");
  }

  std::string default_of(const ContractEntry& entry) const {
    if (entry.type != ishi::ValueType::enumeration) return default_text(entry, kPythonWords);
    const Enum& written = enums_.at(entry.reference);
    return written.name + "." + written.members[static_cast<size_t>(entry.fallback.x)];
  }

  void write_record(const OutlineRecord& record) {
    const std::string name = names_.add(type_name_of(record.name));
    LanguageScope own(is_taken_in_python);
    const std::string id = own.add("ID"), defaults = own.add("defaults");
    lines_.add("\n");
    lines_.add("# {}{}", record.comment.empty() ? "" : record.comment + ": ", use_of(record));
    lines_.add("class {}(ctypes.Structure):", name);
    std::string values;
    lines_.add("    {} = {:#018x}", id, record.id);
    if (record.gives) lines_.add("    {} = True  # something back", own.add("GIVES"));
    lines_.add("    _fields_ = [");
    for (const ContractPart* field : record.fields) {
      const std::string member = own.add(field->name);
      lines_.add("        (\"{}\", {}),  # {}", member, type_text(field->entry.type, kPythonWords),
                 comment_of(*field));
      values += fmt::format("{}{}={}", values.empty() ? "" : ", ", member, default_of(field->entry));
    }
    if (const uint32_t padding = padding_of(record); padding > 0)
      lines_.add("        (\"{}\", ctypes.c_uint8 * {}),", own.add("_padding"), padding);
    lines_.add("    ]\n\n    @classmethod\n    def {}(cls):\n        return cls({})", defaults, values);
  }

  void write_contract() {
    lines_.add(
        "\n\n# What the game was built against: for ishi.World(contract=CONTRACT). As fields of ishi_entry.");
    lines_.add("CONTRACT = [");
    for (const ContractPart* part : outline_.contract) {
      const ContractEntry& e = part->entry;
      lines_.add("    ({:#018x}, {:#018x}, {:#018x}, b\"{}\", b\"{}\", b\"{}\", {}, {}, {}, ({}, {}, {})),",
                 e.id, e.owner, e.reference, part->name, part->owner_name, part->reference_name,
                 entry_numbers(e), float_of(e.low), float_of(e.high), float_of(e.fallback.x),
                 float_of(e.fallback.y), float_of(e.fallback.z));
    }
    lines_.add("]");
  }

  struct Enum {
    std::string name;
    std::vector<std::string> members;
  };

  const GameOutline& outline_;
  HeaderLines lines_;
  LanguageScope names_{is_taken_in_python};
  std::map<uint64_t, Enum> enums_;
};

}  // namespace

std::string python_header(const GameOutline& outline) { return PythonWriter(outline).write(); }

}  // namespace ishi::compiler
