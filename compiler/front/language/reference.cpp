#include "language/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/called_words.h"
#include "language/functions.h"
#include "language/glossary.h"
#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"
#include "source/embedded_text.h"

namespace ishi::compiler {

std::span<const EmbeddedText> embedded_reference();  // made by the build from reference/*.md

namespace {

std::string limits_text(const Field& field) {
  const bool low = field.low != -std::numeric_limits<double>::infinity();
  const bool high = field.high != std::numeric_limits<double>::infinity();
  if (low && high)
    return fmt::format(", {} to {}", show(field.low, field.quantity), show(field.high, field.quantity));
  if (low) return fmt::format(", at least {}", show(field.low, field.quantity));
  return high ? fmt::format(", at most {}", show(field.high, field.quantity)) : "";
}

// Of fields that name entities, which stand in no section, or one kind of set alone.
std::string_view named_by(const Field& field) {
  struct Row {
    std::string_view field, named;
  };
  constexpr auto kRows = std::to_array<Row>({
      {"hidden", "of entities of `world`"},
      {"taken", "from `tokens`, and of entities of `world`"},
      {"remove", "of entities of `world` and of agents"},
      {"open", "of `doors`"},
      {"close", "of `doors`"},
      {"remember", "from `memory`"},
  });
  const auto row = std::ranges::find(kRows, field.name, &Row::field);
  return row == kRows.end() ? std::string_view() : row->named;
}

// The form of the value, in a few words.
std::string form_text(const Field& field) {
  if (field.is_bare) return "its name alone";
  switch (field.form) {
    case Form::text: return "text";
    case Form::boolean: return "`true` or `false`";
    case Form::whole: return "whole number" + limits_text(field);
    case Form::measure: {
      const std::string_view kind = describe(field.quantity);
      std::string text = std::string(kind.substr(kind.find(' ') + 1)) + limits_text(field);
      for (const std::string_view word : field.words) text += fmt::format(", or `{}`", word);
      return text;
    }
    case Form::any_measure: return "number with its unit";
    case Form::along_input: return "plain number, or in the unit of `input`" + limits_text(field);
    case Form::bounds: return "range";
    case Form::formula:
    case Form::word: {
      if (field.words.empty()) return "expression";
      std::string words;
      for (const std::string_view word : field.words)
        words += fmt::format("{}`{}`", words.empty() ? "" : ", ", word);
      if (field.form == Form::formula) words += ", or expression";
      return words;
    }
    case Form::type: return "type";
    case Form::reference:  // members of either kind of set
      if (const std::string_view named = named_by(field); !named.empty())
        return fmt::format("name {}", named);
      return fmt::format("name from `{}`{}", section_name(field.section),
                         field.section == Section::memory ? " or `candidates`" : "");
    case Form::references:
      if (const std::string_view named = named_by(field); !named.empty())
        return fmt::format("{}list of names {}", field.takes_one ? "name or " : "", named);
      return fmt::format("{}list of names from `{}`", field.takes_one ? "name or " : "",
                         section_name(field.section));
    case Form::names: return field.takes_one ? "name, or list of names" : "list of new names";
    case Form::record: return std::string(field.mapping->title);
    case Form::map:
      if (field.most == 1) return fmt::format("a new name, and a {}", form_text(*field.item));
      return fmt::format("{}, each {}",
                         field.holds_times   ? "timed entries"
                         : field.holds_paths ? "paths to numbers"
                                             : "named entries",
                         field.item->form == Form::record ? std::string(field.item->mapping->title)
                                                          : form_text(*field.item));
    case Form::list:
      if (field.is_short_form) return fmt::format("{}, or a list", form_text(*field.item));
      return field.least == field.most ? fmt::format("list of {}", field.least) : "list";
    case Form::steps: return field.is_instant ? "steps that take no time" : "steps";
    case Form::path_list: return "list of paths";
    case Form::path_map: return "paths by alias";
    case Form::event:
      return field.section == Section::tasks ? "a task, alone or with its arguments"
                                             : "an event, alone or with its fields";
    case Form::value: return "value";
  }
  return "";
}

ReferenceRow row_of(const Mapping& mapping, const Field& field) {
  ReferenceRow row{std::string(mapping.title),
                   std::string(field.name),
                   form_text(field),
                   std::string(field.doc),
                   field.show_default != nullptr ? field.show_default(field) : "",
                   ""};
  if (field.is_required || field.kind != 0) row.fallback = "";
  std::string& doc = row.meaning;
  if (field.is_required) doc += " (required)";
  if (field.order_from > 0)
    doc += fmt::format(
        "; of {} or more{} the order decides how the result is rounded", field.order_from,
        field.order_behind.empty() ? "" : fmt::format(" (of 2, beside `{}`)", field.order_behind));
  if (field.keeps_order && field.order_of.empty() && field.order_from == 0) doc += "; their order counts";
  if (field.keeps_order && !field.order_of.empty())
    doc += fmt::format("; the order of those with `{}` counts", field.order_of);
  if (!field.with.empty())
    doc += fmt::format(" (with `{}`{})", field.with,
                       field.or_with.empty() ? "" : fmt::format(" or `{}`", field.or_with));
  if (field.is_short_form && field.form != Form::bounds) doc += "; may be written alone";
  if (!field.example.empty()) doc += fmt::format("; such as `{}`", field.example);
  return row;
}

// The mapping that describes the entries of a field, or null.
const Mapping* mapping_within(const Field& field) {
  return field.mapping != nullptr ? field.mapping : field.item != nullptr ? field.item->mapping : nullptr;
}

// The fields of a mapping, with those that stand for all other names.
std::vector<const Field*> fields_of(const Mapping& mapping) {
  std::vector<const Field*> fields;
  for (const Field& field : mapping.fields) fields.push_back(&field);
  if (mapping.open != nullptr) fields.push_back(mapping.open);
  if (mapping.other != nullptr) fields.push_back(mapping.other);
  return fields;
}

// The anchor that Markdown gives to a heading.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') anchor += '-';
    if (c >= 'a' && c <= 'z') anchor += c;
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
  }
  return anchor;
}

// A part of the reference, which begins with its heading.
struct Part {
  std::string heading;
  std::string page;   // on which it stands
  std::string about;  // for topics: the line in the list of topics
  std::string text;   // behind the heading
};

std::string slug_of(std::string_view words) {
  std::string slug = anchor_of(words);
  std::ranges::replace(slug, '-', '_');
  return slug;
}

std::string page_of_topic(std::string_view heading) {
  return heading == "Overview" ? "language.md" : fmt::format("language/{}.md", slug_of(heading));
}

// The topics that reference/*.md explain, and what stands before the first.
std::string read_topics(std::vector<Part>& parts) {
  constexpr std::string_view kAbout = "<!-- about: ";
  std::string opening;
  bool is_code = false;
  for (const EmbeddedText& file : embedded_reference()) {
    std::string_view text = file.text;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.starts_with("```")) is_code = !is_code;
      if (!is_code && line.starts_with("## ")) {
        parts.push_back({std::string(line.substr(3)), page_of_topic(line.substr(3)), "", ""});
      } else if (!is_code && line.starts_with(kAbout)) {
        parts.back().about = line.substr(kAbout.size(), line.size() - kAbout.size() - sizeof(" -->") + 1);
        text.remove_prefix(1);  // the empty line behind it
      } else {
        std::string& to = parts.empty() ? opening : parts.back().text;
        to.append(line).append("\n");
      }
    }
  }
  return opening;
}

class ReferenceWriter {
 public:
  ReferenceWriter() {
    opening_ = read_topics(parts_);
    topics_ = parts_.size();
    add("The file", "language/fields/file.md");
    write_mapping(kFileMapping, "language/fields/file.md");
    write_types();
    write_units();
    write_functions();
    write_reserved_words();
    const std::string glossary = glossary_reference();
    const size_t body = glossary.find('\n') + 1;
    add("Glossary", "language/glossary.md").text = glossary.substr(body);
  }

  [[nodiscard]] const std::string& opening() const { return opening_; }
  [[nodiscard]] std::span<const Part> parts() const { return parts_; }
  [[nodiscard]] std::span<const Part> topics() const { return std::span(parts_).first(topics_); }
  [[nodiscard]] std::span<const Part> tables() const { return std::span(parts_).subspan(topics_); }
  // Empty of none.
  [[nodiscard]] std::string page_of(const Mapping* mapping) const {
    const auto page = pages_.find(mapping);
    return page == pages_.end() ? std::string() : page->second;
  }

 private:
  Part& add(std::string heading, std::string page) {
    return parts_.emplace_back(Part{std::move(heading), std::move(page), "", ""});
  }

  // The fields of a mapping, then those of the mappings within it that are not described yet. `page`: where
  // they stand, unless they are the entries of a section of a file.
  void write_mapping(const Mapping& mapping, const std::string& page) {
    done_.push_back(&mapping);
    pages_[&mapping] = page;
    std::string& text = parts_.back().text;
    text += fmt::format("\n{}\n\n", mapping.doc);
    text += "| field | written as | meaning | default |\n|---|---|---|---|\n";
    std::vector<const Field*> inner;
    for (const Field* field : fields_of(mapping)) {
      const ReferenceRow row = row_of(mapping, *field);
      text += fmt::format("| `{}` | {} | {} | {} |\n", row.name, row.written, row.meaning, row.fallback);
      const Mapping* next = mapping_within(*field);
      if (next != nullptr && std::ranges::find(done_, next) == done_.end() &&
          std::ranges::find(inner, next, mapping_within_of) == inner.end())
        inner.push_back(field);
    }
    if (mapping.needs_kind) text += fmt::format("\nExactly one kind is written: {}.\n", kinds_text(mapping));
    text += '\n';
    for (const Field* field : inner) {
      const Mapping& next = *mapping_within(*field);
      if (std::ranges::find(done_, &next) != done_.end()) continue;
      if (&mapping != &kFileMapping && has_section(next)) continue;  // it is written there
      std::string title(next.title);
      title[0] = static_cast<char>(title[0] - 'a' + 'A');
      const std::string own = &mapping == &kFileMapping ? page_of_section(field->name)
                              : &next == &kStepMapping  ? page_of_section("steps")
                                                        : page;
      add(title, own);
      write_mapping(next, own);
    }
  }
  static const Mapping* mapping_within_of(const Field* field) { return mapping_within(*field); }
  static std::string page_of_section(std::string_view section) {
    return fmt::format("language/fields/{}.md", section);
  }

  static bool has_section(const Mapping& mapping) {
    return std::ranges::any_of(kFileMapping.fields, [&](const Field& section) {
      return section.item != nullptr && section.item->mapping == &mapping;
    });
  }

  static std::string kinds_text(const Mapping& mapping) {
    std::string result;
    uint8_t last = 0;
    for (const Field& field : mapping.fields) {
      if (field.kind == 0) continue;
      result += fmt::format("{}`{}`",
                            result.empty()       ? ""
                            : field.kind == last ? " with or without "
                                                 : ", ",
                            field.name);
      last = field.kind;
    }
    return result;
  }

  void write_types() {
    std::string& text = add("Types", "language/types.md").text;
    text = "\n| type | values |\n|---|---|\n";
    for (const TypeRow& type : types()) text += fmt::format("| `{}` | {} |\n", type.name, type.doc);
    text +=
        "| the name of an enum | one of its values |\n"
        "| the name of a thing | an entity of this kind, or `nothing` |\n\n";
  }

  void write_units() {
    std::string& text = add("Units", "language/types.md").text;
    text = "\nGlued to the digits: `2.5s`, `10m`, `110deg`.\n\n| unit | measures |\n|---|---|\n";
    for (const UnitRow& unit : units()) {
      const std::string_view kind = describe(unit.quantity);
      text += fmt::format("| `{}` | {} |\n", unit.suffix,
                          unit.suffix == "%" ? "percent: a plain number, 15% is 0.15" : std::string(kind));
    }
    text += '\n';
  }

  void write_functions() {
    std::string& text = add("Functions", "language/functions.md").text;
    text = "\nEvery curve is a function of one value, too.\n\n| function | gives |\n|---|---|\n";
    for (const FunctionRow& function : functions())
      text += fmt::format("| `{}` | {} |\n", function.form, function.doc);
    text += '\n';
  }

  void write_reserved_words() {
    const std::vector<std::string_view> of_expressions = words_in_expressions();
    const std::vector<std::string_view> of_steps = words_of_steps();
    add("Reserved words", "language/reserved_words.md").text = fmt::format(
        "\nWhat expressions can name (keys, values, curves, aliases of imports, "
        "parameters of goals, "
        "loop variables) is called neither as a function is nor {}.\n\nTasks and goals are not called "
        "{}.\n\n",
        quoted_list(of_expressions, "or", of_expressions.size()),
        quoted_list(of_steps, "or", of_steps.size()));
  }

  std::string opening_;
  std::vector<Part> parts_;
  size_t topics_ = 0;  // of the parts; the others are tables
  std::vector<const Mapping*> done_;
  std::map<const Mapping*, std::string> pages_;
};

// Links to all parts, " · " between them. In one text, headings that are the same each after the first have a
// number.
std::string links_within(std::span<const Part> parts, std::map<std::string, int>& seen) {
  std::string links;
  for (const Part& part : parts) {
    const std::string anchor = anchor_of(part.heading);
    const int earlier = seen[anchor]++;
    links += fmt::format("{}[{}](#{}{})", links.empty() ? "" : " · ", part.heading, anchor,
                         earlier == 0 ? "" : fmt::format("-{}", earlier));
  }
  return links;
}

// The path from one page to another; all stand in docs/ or below it.
std::string path_between(std::string_view from, std::string_view to) {
  std::string path;
  const auto folders = std::ranges::count(from, '/');
  for (auto i = 0; i < folders; ++i) path += "../";
  return path + std::string(to);
}

// A text of the reference as it stands on a page: links to headings lead to the pages on which these stand,
// links to other pages of docs/ out of its folder.
std::string resolve_links(std::string_view text, std::string_view page, std::span<const Part> parts) {
  std::string resolved;
  while (true) {
    const size_t at = text.find("](");
    if (at == std::string_view::npos) return resolved.append(text);
    const size_t end = text.find(')', at);
    if (text[at + 2] != '#') {
      const std::string_view target = text.substr(at + 2, end - at - 2);
      const bool is_page =
          target.find(".md") != std::string_view::npos && target.find("://") == std::string_view::npos;
      resolved.append(text.substr(0, at + 2))
          .append(is_page ? path_between(page, target) : std::string(target));
      text.remove_prefix(end);
      continue;
    }
    const std::string_view anchor = text.substr(at + 3, end - at - 3);
    const auto part =
        std::ranges::find(parts, anchor, [](const Part& one) { return anchor_of(one.heading); });
    resolved.append(text.substr(0, at));
    resolved += fmt::format("]({}", part == parts.end() ? "" : path_between(page, part->page));
    const bool is_whole_page =
        part != parts.end() && (&*part == parts.data() || (&*part)[-1].page != part->page);
    if (!is_whole_page) resolved += fmt::format("#{}", anchor);
    text.remove_prefix(end);
  }
}

constexpr std::string_view kMade =
    "<!-- `ishi schema --pages docs` makes this page from compiler/front/language; a test checks that it is "
    "fresh. -->";

std::string title_of_page(const Part& part) {
  constexpr std::string_view kFields = "language/fields/";
  if (!part.page.starts_with(kFields))
    return part.page == "language/types.md" ? "Types and units" : part.heading;
  const std::string_view name = std::string_view(part.page).substr(kFields.size());
  return fmt::format("Fields of {}",
                     name == "file.md" ? "a file" : fmt::format("`{}`", name.substr(0, name.size() - 3)));
}

// A row for each section of a file: what stands there, and where it is described.
std::string sections_table(const ReferenceWriter& reference) {
  std::string table = "| section | what it holds |\n|---|---|\n";
  for (const Field& field : kFileMapping.fields) {
    const std::string page = reference.page_of(mapping_within(field));
    table += !page.empty() ? fmt::format("| [`{}`]({}) | {} |\n", field.name, page, field.doc)
                           : fmt::format("| `{}` | {} |\n", field.name, field.doc);
  }
  return table;
}

std::string verbs_table() {
  std::string table = "| step | what it does |\n|---|---|\n";
  for (const Field& field : kStepMapping.fields) {
    if (!field.is_verb) continue;
    const std::string written =
        field.example.empty() ? std::string(field.name) : fmt::format("{}: {}", field.name, field.example);
    table += fmt::format("| `{}` | {} |\n", written, field.doc);
  }
  return table;
}

std::string modifiers_line() {
  std::string line;
  for (const Field& field : kStepMapping.fields) {
    if (field.is_verb) continue;
    line += fmt::format("{}`{}`", line.empty() ? "" : ", ", field.name);
  }
  return line;
}

std::string cheat_sheet(const ReferenceWriter& reference) {
  const Part& overview = reference.topics().front();
  std::string text =
      fmt::format("{}\n{}\n", reference.opening().substr(0, reference.opening().find('\n') + 1), kMade);
  text += reference.opening().substr(reference.opening().find('\n') + 1);
  text += overview.text.substr(1);
  text += "## Topics\n\n| topic | what it explains |\n|---|---|\n";
  for (const Part& topic : reference.topics().subspan(1))
    text += fmt::format("| [{}]({}) | {} |\n", topic.heading, topic.page, topic.about);
  text +=
      "\n## Sections\n\nA file is made of sections, in any order. Each name leads to a page with all fields, "
      "their defaults and limits.\n\n";
  text += sections_table(reference);
  text +=
      "\n## Steps\n\nA step under `do` is the name of a task or goal, alone (`reload`) or with its arguments "
      "(`go_to: { place: home }`), or one of these:\n\n";
  text += verbs_table();
  text += fmt::format("\nBeside a step may stand {}: see [the fields of steps](language/fields/steps.md).\n",
                      modifiers_line());
  text +=
      "\n## Expressions\n\nOperators, the weakest first: `or`, `and`, `not`, comparisons, `+ -`, `* /`, `^`. "
      "Members stand behind a dot: `threat.known`, `threat.hp`. "
      "[Expressions](language/expressions.md) has the rules, [functions](language/functions.md) says what "
      "each function gives:\n\n";
  for (const FunctionRow& function : functions())
    text += fmt::format("{}`{}`", &function == functions().data() ? "" : " · ", function.form);
  text += ".\n\nTypes: ";
  for (const TypeRow& type : types())
    text += fmt::format("{}`{}`", &type == types().data() ? "" : ", ", type.name);
  text += ", enums and things of your own. Units: ";
  for (const UnitRow& unit : units())
    text += fmt::format("{}`{}`", &unit == units().data() ? "" : ", ", unit.suffix);
  text +=
      ". See [types and units](language/types.md), [reserved words](language/reserved_words.md) and the "
      "[glossary](language/glossary.md).\n";
  return text;
}

}  // namespace

std::string page_of_heading(std::string_view heading) {
  const ReferenceWriter reference;
  const auto part = std::ranges::find(reference.parts(), heading, &Part::heading);
  return part == reference.parts().end() ? "language.md" : part->page;
}

std::string page_of_topic(std::string_view word) {
  const ReferenceWriter reference;
  const std::string asked = bare_word(word);
  for (const Part& topic : reference.topics()) {
    const std::string heading = bare_word(topic.heading);
    if (heading == asked || heading == asked + 's') return topic.page;
  }
  return {};
}

std::string language_reference() {
  const ReferenceWriter reference;
  std::map<std::string, int> seen;
  std::string text = reference.opening();
  const std::string topics = links_within(reference.topics(), seen);
  text += fmt::format("**Topics:** {}\n\n**Fields, types and functions:** {}\n\n", topics,
                      links_within(reference.tables(), seen));
  for (const Part& part : reference.parts()) text += fmt::format("## {}\n{}", part.heading, part.text);
  return text;
}

std::vector<ReferencePage> reference_pages() {
  const ReferenceWriter reference;
  std::vector<ReferencePage> pages = {{"language.md", cheat_sheet(reference)}};
  for (const Part& part : reference.parts().subspan(1)) {
    const bool is_new = pages.back().path != part.page &&
                        std::ranges::find(pages, part.page, &ReferencePage::path) == pages.end();
    if (is_new) {
      const std::string title = title_of_page(part);
      pages.push_back({part.page, fmt::format("# {}\n\n{}\n", title, kMade)});
    }
    std::string& text = std::ranges::find(pages, part.page, &ReferencePage::path)->text;
    const bool is_topic = &part < reference.tables().data();
    const bool is_only = is_topic || part.page == "language/functions.md" ||
                         part.page == "language/reserved_words.md" || part.page == "language/glossary.md";
    if (!is_only) text += fmt::format("\n## {}\n", part.heading);
    text += resolve_links(part.text, part.page, reference.parts());
    while (text.ends_with("\n\n")) text.pop_back();
  }
  return pages;
}

std::vector<ReferenceRow> reference_rows() {
  const ReferenceWriter reference;
  std::vector<ReferenceRow> rows;
  std::vector<const Mapping*> mappings = {&kFileMapping};
  for (size_t i = 0; i < mappings.size(); ++i) {
    const std::string page = reference.page_of(mappings[i]);
    for (const Field* field : fields_of(*mappings[i])) {
      const Mapping* next = mapping_within(*field);
      rows.push_back(row_of(*mappings[i], *field));
      // A section has a page of its own; the other entries of a file are about files.
      rows.back().page = mappings[i] != &kFileMapping ? page
                         : next != nullptr            ? reference.page_of(next)
                                                      : page_of_heading("Files and names");
      if (next != nullptr && std::ranges::find(mappings, next) == mappings.end()) mappings.push_back(next);
    }
  }
  const std::string of_types = page_of_heading("Types"), of_functions = page_of_heading("Functions");
  for (const TypeRow& type : types())
    rows.push_back({"a type", std::string(type.name), fmt::format("`type: {}`", type.name),
                    std::string(type.doc), "", of_types});
  for (const FunctionRow& function : functions())
    rows.push_back({"a function", std::string(function.name), fmt::format("`{}`", function.form),
                    std::string(function.doc), "", of_functions});
  for (const UnitRow& unit : units())
    rows.push_back(
        {"a unit", std::string(unit.suffix), fmt::format("`2{}`", unit.suffix),
         unit.suffix == "%" ? "percent: a plain number, 15% is 0.15" : std::string(describe(unit.quantity)),
         "", of_types});
  return rows;
}

}  // namespace ishi::compiler
