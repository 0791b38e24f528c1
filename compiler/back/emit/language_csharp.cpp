#include <map>

#include "emit/cpp_names.h"
#include "emit/header_words.h"
#include "emit/language_scope.h"
#include "emit/language_writers.h"

// The contract as a file of C#, for the package in bindings/csharp.

namespace ishi::compiler {
namespace {

// A text in a comment of documentation, which is XML; C# ends lines at three characters of Unicode, too.
std::string xml_of(std::string_view text) {
  constexpr std::string_view kLineEnds[] = {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"};
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool is_line_end = false;
    for (const std::string_view end : kLineEnds) {
      if (!text.substr(i).starts_with(end)) continue;
      i += end.size() - 1;
      is_line_end = true;
    }
    if (is_line_end)
      result += ' ';
    else if (text[i] == '<')
      result += "&lt;";
    else if (text[i] == '>')
      result += "&gt;";
    else if (text[i] == '&')
      result += "&amp;";
    else
      result += text[i];
  }
  return result;
}

constexpr ValueWords kCSharpWords{.integer = "int",
                                  .byte = "byte",
                                  .entity = "ishi_entity_id",
                                  .vector = "ishi_vector3",
                                  .number = "float",
                                  .nobody = "new ishi_entity_id()",
                                  .new_vector = "new ishi_vector3 {{ x = {}, y = {}, z = {} }}",
                                  .nowhere = "Native.ISHI_NOWHERE",
                                  .text_of = number_text};

class CSharpWriter {
 public:
  CSharpWriter(const GameOutline& outline, std::string_view name_space)
      : outline_(outline), name_space_(name_space) {}

  std::string write() {
    lines_.add("// The contract with the game, written by `ishi header`: what is changed here is lost.");
    lines_.add("using System;\nusing System.Runtime.InteropServices;\nusing Ishi;\n");
    lines_.add("namespace {} {{\n", name_space_);
    // Names that the generated file declares itself.
    for (const char* name : {"Contract", "ContractEntries", "FieldOffset", "GameContract", "LayoutKind",
                             "Native", "StructLayout", "TaskTypes"})
      types_.add(name);
    for (const OutlineEnum& one : outline_.enums) write_enum(one);
    for (const OutlineGroup& group : outline_.groups) write_group(group, types_, "");
    for (const OutlineRecord& record : outline_.records) write_record(record);
    write_bare_tasks();
    write_contract();
    lines_.add("\n}}");
    return lines_.take();
  }

 private:
  void write_doc(const std::string& comment, std::string_view indent = "") {
    if (!comment.empty()) lines_.add("{}/// <summary>{}</summary>", indent, xml_of(comment));
  }

  // Columns and records store them as bytes.
  void write_enum(const OutlineEnum& one) {
    Enum& written = enums_[one.id];
    written.name = types_.add(type_name_of(one.name));
    LanguageScope scope(is_taken_in_csharp);
    std::string members;
    for (const std::string& member : one.members) {
      written.members.push_back(scope.add(type_name_of(member)));
      members += (members.empty() ? "" : ", ") + written.members.back();
    }
    write_doc(one.comment);
    lines_.add("public enum {} : byte {{ {} }}\n", written.name, members);
  }

  void write_group(const OutlineGroup& group, LanguageScope& scope, const std::string& indent) {
    const std::string name = scope.add(type_name_of(group.name));
    LanguageScope own(is_taken_in_csharp);
    own.add(name);  // a member cannot have the name of its class
    write_doc(group.comment, indent);
    lines_.add("{}public static class {} {{", indent, name);
    for (const OutlineConstant& one : group.constants) {
      write_doc(one.comment, indent + "  ");
      lines_.add("{}  public const {} {} = {};", indent, one.is_id ? "ulong" : "uint",
                 own.add(type_name_of(one.name)),
                 one.is_id ? fmt::format("{:#018x}", one.value) : fmt::format("{}", one.value));
    }
    for (const OutlineGroup& inner : group.groups) write_group(inner, own, indent + "  ");
    lines_.add("{}}}{}", indent, indent.empty() ? "\n" : "");
  }

  std::string type_of(const ContractEntry& entry) const {
    return entry.type == ishi::ValueType::enumeration ? enums_.at(entry.reference).name
                                                      : std::string(type_text(entry.type, kCSharpWords));
  }

  std::string default_of(const ContractEntry& entry) const {
    if (entry.type != ishi::ValueType::enumeration) return default_text(entry, kCSharpWords);
    const Enum& written = enums_.at(entry.reference);
    return written.name + "." + written.members[static_cast<size_t>(entry.fallback.x)];
  }

  void write_record(const OutlineRecord& record) {
    const std::string name = types_.add(type_name_of(record.name));
    if (record.is_task) task_types_[record.id] = name;
    LanguageScope own(is_taken_in_csharp);
    own.add(name);
    const std::string id = own.add("Id"), defaults = own.add("Defaults");
    write_doc((record.comment.empty() ? "" : record.comment + ": ") + std::string(use_of(record)));
    lines_.add("[StructLayout(LayoutKind.Explicit, Size = {})]\npublic struct {} {{", record.bytes, name);
    lines_.add("  public const ulong {} = {:#018x};", id, record.id);
    if (record.gives) lines_.add("  public const bool {} = true;  // something back", own.add("Gives"));
    std::string values;
    for (const ContractPart* field : record.fields) {
      const std::string member = own.add(type_name_of(field->name));
      write_doc(comment_of(*field), "  ");
      lines_.add("  [FieldOffset({})] public {} {};", field->entry.place, type_of(field->entry), member);
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", member, default_of(field->entry));
    }
    lines_.add("  public static {} {} {{ get {{ return new {} {{ {} }}; }} }}\n}}\n", name, defaults, name,
               values);
  }

  // A task without parameters has a type, too, so that ITask can name it.
  void write_bare_tasks() {
    for (const ContractPart* part : outline_.contract) {
      if (part->entry.kind != ContractKind::task || task_types_.contains(part->entry.id)) continue;
      const std::string& name = task_types_[part->entry.id] = types_.add(type_name_of(part->name));
      const std::string comment = comment_text(part->doc);
      write_doc((comment.empty() ? "" : comment + ": ") + "a task without parameters");
      lines_.add("public struct {} {{\n  public const ulong {} = {:#018x};\n}}\n", name,
                 name == "Id" ? "Id_" : "Id", part->entry.id);
    }
  }

  void write_contract() {
    lines_.add(
        "/// <summary>What the game was built against: for ishi_world_options.contract and "
        "entry_count.</summary>");
    lines_.add("public static class Contract {{");
    lines_.add("  public const uint Up = Native.ISHI_UP_{};", outline_.up == ishi::Up::y ? "Y" : "Z");
    lines_.add("  public static readonly ContractEntries Entries = new ContractEntries({})",
               outline_.contract.size());
    for (const ContractPart* part : outline_.contract) {
      const ContractEntry& e = part->entry;
      lines_.add("    .Add({:#018x}, {:#018x}, {:#018x}, \"{}\", \"{}\", \"{}\", {}, {}, {}, {}, {}, {})",
                 e.id, e.owner, e.reference, part->name, part->owner_name, part->reference_name,
                 entry_numbers(e), number_text(e.low), number_text(e.high), number_text(e.fallback.x),
                 number_text(e.fallback.y), number_text(e.fallback.z));
    }
    lines_.add("    ;");
    lines_.add("  /// <summary>The types of the tasks, by which ITask finds its methods.</summary>");
    lines_.add("  public static readonly TaskTypes Tasks = new TaskTypes()");
    for (const auto& [id, name] : task_types_) lines_.add("    .Add<{}>({:#018x})", name, id);
    lines_.add("    ;");
    lines_.add("#if UNITY_EDITOR\n  [UnityEditor.InitializeOnLoadMethod]\n#endif\n#if UNITY_5_3_OR_NEWER");
    lines_.add(
        "  [UnityEngine.RuntimeInitializeOnLoadMethod(UnityEngine.RuntimeInitializeLoadType."
        "SubsystemRegistration)]");
    lines_.add(
        "  static void Register() {{ GameContract.Register(\"{}\", Up, Entries, Tasks); }}\n#endif\n}}",
        name_space_);
  }

  struct Enum {
    std::string name;
    std::vector<std::string> members;
  };

  const GameOutline& outline_;
  std::string_view name_space_;
  HeaderLines lines_;
  LanguageScope types_{is_taken_in_csharp};
  std::map<uint64_t, Enum> enums_;
  std::map<uint64_t, std::string> task_types_;
};

}  // namespace

std::string csharp_header(const GameOutline& outline, std::string_view name_space) {
  return CSharpWriter(outline, name_space).write();
}

}  // namespace ishi::compiler
