#include "cli/test/chosen_mutants.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "mutate/text_edits.h"

namespace ishi::compiler::cli {
namespace {

std::optional<uint32_t> line_of(std::string_view text) {
  uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool is_line = error == std::errc() && end == text.data() + text.size() && line > 0;
  return is_line ? std::optional(line) : std::nullopt;
}

// "12", "10-25" or "10..25". False: it is something else.
bool read_lines(std::string_view text, std::optional<uint32_t>& first, std::optional<uint32_t>& last) {
  const size_t dots = text.find("..");
  const size_t between = dots != std::string_view::npos ? dots : text.find('-');
  const size_t width = dots != std::string_view::npos ? 2 : 1;
  first = line_of(text.substr(0, between));
  last = between == std::string_view::npos ? first : line_of(text.substr(between + width));
  if (first && last) return true;
  first = last = std::nullopt;
  return false;
}

bool holds(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

ChosenMutants::ChosenMutants(const std::vector<std::string>& only) : texts_(only) {
  for (const std::string& text : texts_) {
    Choice& choice = choices_.emplace_back();
    choice.text = text;
    if (read_lines(choice.text, choice.first, choice.last)) continue;
    const std::string_view whole = text;
    const size_t colon = whole.rfind(':');
    if (colon != std::string_view::npos && read_lines(whole.substr(colon + 1), choice.first, choice.last))
      choice.path = whole.substr(0, colon);
    else if (whole.ends_with(".yaml"))
      choice.path = whole;
  }
}

void ChosenMutants::look_in(const MutationSubject& subject) {
  if (subject.program() == nullptr) return;
  const Program& program = *subject.program();
  const Model& model = program.model;
  std::set<std::pair<uint32_t, uint32_t>> names;  // file and first byte
  const auto add = [&](const Name& name) { names.emplace(name.span.file, name.span.begin); };
  for (Choice& choice : choices_) {
    for (const MutationSubject::File& file : subject.files()) {
      const bool is_main = &file == subject.files().data();
      const std::string& shown = subject.sources().shown_path(file.file);
      choice.is_known |= !choice.path.empty() ? is_path_of(choice.path, shown) : choice.first && is_main;
    }
    if (choice.first || !choice.path.empty()) continue;
    for (const auto& agent : model.agents) {
      if (agent.name.text != choice.text) continue;
      choice.is_known = true;
      add(agent.name);
      // The actions of an agent stand elsewhere.
      for (const Reference& action : agent.value.actions) {
        if (action.index != kNone) add(model.actions[action.index].name);
      }
    }
    for (const auto& action : model.actions) {
      if (action.name.text != choice.text) continue;
      choice.is_known = true;
      add(action.name);
    }
  }
  for (const SourceUnit& unit : program.units.units) {
    if (unit.tree.root == nullptr) continue;
    for (const Entry& section : unit.tree.root->entries) {
      for (size_t i = 0; i < section.value->entries.size(); ++i) {
        const Span key = section.value->entries[i].key_span;
        if (names.contains({key.file, key.begin}))
          places_.push_back({&subject, child_span(*section.value, i)});
      }
    }
  }
}

bool ChosenMutants::is_path_of(std::string_view path, std::string_view shown) {
  if (path.starts_with("./")) path.remove_prefix(2);
  const size_t more = shown.size() - std::min(shown.size(), path.size());
  return shown.ends_with(path) && (more == 0 || shown[more - 1] == '/');
}

bool ChosenMutants::has(const MutationSubject& subject, const MutationSubject::File& file,
                        const Mutant& mutant) const {
  if (choices_.empty()) return true;
  const bool is_main = &file == subject.files().data();
  const uint32_t line = subject.sources().file(file.file).position(mutant.shown.begin).line;
  const bool is_placed = std::ranges::any_of(choices_, [&](const Choice& choice) {
    if (choice.path.empty() && !choice.first) return false;
    const bool is_file =
        choice.path.empty() ? is_main : is_path_of(choice.path, subject.sources().shown_path(file.file));
    return is_file && (!choice.first || (*choice.first <= line && line <= *choice.last));
  });
  return is_placed || std::ranges::any_of(places_, [&](const Place& place) {
           return place.subject == &subject && holds(place.span, mutant.shown);
         });
}

std::vector<std::string> ChosenMutants::unknown() const {
  std::vector<std::string> unknown;
  for (const Choice& choice : choices_) {
    if (!choice.is_known) unknown.push_back(choice.text);
  }
  return unknown;
}

}  // namespace ishi::compiler::cli
