#include <map>

#include "emit/header_words.h"
#include "emit/language_scope.h"
#include "emit/language_writers.h"

// The contract as a header of C99.

namespace ishi::compiler {
namespace {

constexpr ValueWords kCWords{.integer = "int32_t",
                             .byte = "uint8_t",
                             .entity = "ishi_entity_id",
                             .vector = "ishi_vector3",
                             .number = "float",
                             .nobody = "{0, 0}",
                             .new_vector = "{{{}, {}, {}}}",
                             .nowhere = "ISHI_NOWHERE",
                             .text_of = number_text};

class CWriter {
 public:
  CWriter(const GameOutline& outline, std::string_view prefix)
      : outline_(outline), prefix_(prefix), capitals_(capitals_of(prefix)) {}

  std::string write() {
    const std::string guard = macros_.add(capitals_ + "_CONTRACT_H");
    lines_.add("// The contract with the game, written by `ishi header`: what is changed here is lost.");
    lines_.add("#ifndef {0}\n#define {0}\n\n#include <ishi/c_api.h>\n#include <stddef.h>\n", guard);
    lines_.add("// Which axis points up: for ishi_world_options.up.\n#define {} ISHI_UP_{}\n",
               macros_.add(capitals_ + "_UP"), outline_.up == ishi::Up::y ? "Y" : "Z");
    for (const OutlineEnum& one : outline_.enums) write_enum(one);
    for (const OutlineGroup& group : outline_.groups) write_group(group, capitals_);
    for (const OutlineRecord& record : outline_.records) write_record(record);
    write_contract();
    lines_.add("\n#endif");
    return lines_.take();
  }

 private:
  void write_comment(const std::string& comment) {
    if (!comment.empty()) lines_.add("// {}", comment);
  }

  // Columns and records store them as bytes.
  void write_enum(const OutlineEnum& one) {
    const std::string name = types_.add(fmt::format("{}_{}", prefix_, word_of(one.name)));
    std::string members;
    std::vector<std::string>& given = members_[one.id];
    for (const std::string& member : one.members) {
      given.push_back(
          macros_.add(fmt::format("{}_{}_{}", capitals_, capitals_of(one.name), capitals_of(member))));
      members += (members.empty() ? "" : ", ") + given.back();
    }
    write_comment(one.comment);
    lines_.add("enum {} {{ {} }};\n", name, members);
  }

  void write_group(const OutlineGroup& group, const std::string& before) {
    write_comment(group.comment);
    const std::string start = before + "_" + capitals_of(group.singular) + "_";
    for (const OutlineConstant& one : group.constants) {
      const std::string comment = one.comment.empty() ? "" : "  // " + one.comment;
      const std::string value =
          one.is_id ? fmt::format("UINT64_C({:#018x})", one.value) : fmt::format("{}u", one.value);
      lines_.add("#define {} {}{}", macros_.add(start + capitals_of(one.name)), value, comment);
    }
    for (const OutlineGroup& inner : group.groups) {
      write_comment(inner.comment);
      for (const OutlineConstant& one : inner.constants) {
        const std::string name = start + capitals_of(inner.name) + "_" + capitals_of(one.name);
        const std::string comment = one.comment.empty() ? "" : "  // " + one.comment;
        lines_.add("#define {} UINT64_C({:#018x}){}", macros_.add(name), one.value, comment);
      }
    }
    lines_.add_blank();
  }

  std::string default_of(const ContractEntry& entry) const {
    return entry.type == ishi::ValueType::enumeration
               ? members_.at(entry.reference)[static_cast<size_t>(entry.fallback.x)]
               : default_text(entry, kCWords);
  }

  void write_record(const OutlineRecord& record) {
    const std::string word = fmt::format("{}_{}", record.is_task ? "task" : "event", word_of(record.name));
    const std::string name = types_.add(fmt::format("{}_{}", prefix_, word));
    LanguageScope fields(is_taken_in_c);
    std::string checks, values;
    lines_.add("// {}{}", record.comment.empty() ? "" : record.comment + ": ", use_of(record));
    lines_.add("typedef struct {} {{", name);
    for (const ContractPart* field : record.fields) {
      const std::string member = fields.add(field->name);
      lines_.add("  {} {};  // {}", type_text(field->entry.type, kCWords), member, comment_of(*field));
      checks +=
          fmt::format("typedef char {}[offsetof({}, {}) == {} ? 1 : -1];\n",
                      types_.add(fmt::format("{}_has_{}", name, member)), name, member, field->entry.place);
      values += (values.empty() ? "" : ", ") + default_of(field->entry);
    }
    if (const uint32_t padding = padding_of(record); padding > 0) {
      lines_.add("  uint8_t {}[{}];", fields.add("padding"), padding);
      values += ", {0}";
    }
    lines_.add("}} {};", name);
    lines_.add("{}typedef char {}[sizeof({}) == {} ? 1 : -1];", checks, types_.add(name + "_has_size"), name,
               record.bytes);
    lines_.add("#define {} {{{}}}\n",
               macros_.add(fmt::format("{}_{}_DEFAULTS", capitals_, capitals_of(word))), values);
  }

  void write_contract() {
    const std::string count = macros_.add(capitals_ + "_CONTRACT_COUNT");
    lines_.add("// What the game was built against: for ishi_world_options.contract and entry_count.");
    lines_.add("#define {} {}u", count, outline_.contract.size());
    lines_.add("static const ishi_entry {}_contract[] = {{", prefix_);
    for (const ContractPart* part : outline_.contract) {
      const ContractEntry& e = part->entry;
      lines_.add(
          "    {{UINT64_C({:#018x}), UINT64_C({:#018x}), UINT64_C({:#018x}), \"{}\", \"{}\", \"{}\", {}, {}, "
          "{}, "
          "{{{}, {}, {}}}}},",
          e.id, e.owner, e.reference, part->name, part->owner_name, part->reference_name, entry_numbers(e),
          number_text(e.low), number_text(e.high), number_text(e.fallback.x), number_text(e.fallback.y),
          number_text(e.fallback.z));
    }
    if (outline_.contract.empty())  // an array is never empty in C
      lines_.add("    {{0, 0, 0, \"\", \"\", \"\", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {{0, 0, 0}}}},");
    lines_.add("}};");
  }

  const GameOutline& outline_;
  std::string_view prefix_;
  std::string capitals_;
  HeaderLines lines_;
  LanguageScope macros_{is_taken_in_c}, types_{is_taken_in_c};
  std::map<uint64_t, std::vector<std::string>> members_;
};

}  // namespace

std::string c_header(const GameOutline& outline, std::string_view name_space) {
  return CWriter(outline, name_space).write();
}

}  // namespace ishi::compiler
