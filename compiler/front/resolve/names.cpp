#include "resolve/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"
#include "resolve/meant_in_tests.h"

namespace ishi::compiler {

std::string quoted(Section section) { return fmt::format("`{}`", section_name(section)); }

std::string_view Names::noun_of(Section section) { return section_noun(section); }

std::string_view noun_elsewhere(const Model& model, std::string_view name) {
  if (find_index(model.actions, name) != kNone) return "an action";
  if (find_index(model.tasks, name) != kNone) return "a task";
  if (find_index(model.goals, name) != kNone) return "a goal";
  if (find_index(model.curves, name) != kNone) return "a curve";
  if (find_index(model.choices, name) != kNone) return "a choice";
  if (find_index(model.values, name) != kNone) return "a value";
  if (find_index(model.blackboard, name) != kNone) return "a key";
  if (find_index(model.needs, name) != kNone) return "a need";
  if (find_index(model.drives, name) != kNone) return "a drive";
  if (find_index(model.importance, name) != kNone) return "an importance profile";
  if (find_index(model.navigation, name) != kNone) return "a class of walkers";
  if (find_index(model.agents, name) != kNone) return "an agent";
  if (find_index(model.events, name) != kNone) return "an event";
  if (find_index(model.things, name) != kNone) return "a thing";
  if (find_index(model.memory, name) != kNone) return "a memory";
  if (find_index(model.candidates, name) != kNone) return "a set of candidates";
  if (find_index(model.tokens, name) != kNone) return "a token";
  if (find_index(model.planners, name) != kNone) return "a planner";
  const auto is_plan = [&](const Named<Action>& action) {
    const std::string_view text = action.name.text;
    return action.value.planner != kNone && text.substr(text.rfind('.') + 1) == name;
  };
  if (std::ranges::any_of(model.actions, is_plan)) return "a plan";
  if (find_step_row(name) != nullptr) return "a word of the language";
  return {};
}

bool is_doubted_elsewhere(const Model& model, std::string_view name, const Diagnostics& diagnostics) {
  const auto is_doubted = [&](const auto& map) {
    const uint32_t index = find_index(map, name);
    return index != kNone && diagnostics.is_in_doubt(map[index].name.span);
  };
  return is_doubted(model.tasks) || is_doubted(model.goals) || is_doubted(model.actions) ||
         is_doubted(model.events) || is_doubted(model.blackboard) || is_doubted(model.things) ||
         is_doubted(model.needs) || is_doubted(model.drives) || is_doubted(model.values) ||
         is_doubted(model.memory) || is_doubted(model.candidates) || is_doubted(model.tokens);
}

namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// `fire; rest`, `fire then rest`, `fire -> rest` as [fire, rest]; nothing where that is not what stands
// there.
std::string meant_list(std::string_view text, std::span<const std::string_view> known) {
  std::string result;
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    if (std::string_view(" ;,>-+&|").find(text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    const size_t end = std::min(text.find_first_of(" ;,>-+&|", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    if (count > 0 && (word == "then" || word == "and")) continue;
    if (word == "\xE2\x86\x92") continue;  // →
    if (std::ranges::find(known, word) == known.end()) return {};
    result += fmt::format("{}{}", count++ == 0 ? "" : ", ", word);
  }
  return count > 1 ? fmt::format("[{}]", result) : std::string();
}

// A step that others write where nothing is to be done.
bool is_word_for_no_step(std::string_view name) {
  constexpr std::array<std::string_view, 7> kWords = {"none", "nothing", "pass",   "noop",
                                                      "nop",  "skip",    "success"};
  return std::ranges::find(kWords, name) != kWords.end();
}

// `radio(who)` as the event `radio`, with its fields by name; empty where no such event is known.
std::string meant_call(std::string_view text, const Model& model) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {};
  const uint32_t event = find_index(model.events, text.substr(0, open));
  if (event == kNone) return {};
  std::string_view arguments = text.substr(open + 1, text.size() - open - 2);
  std::string fields;
  for (const auto& field : model.events[event].value.fields) {
    const size_t comma = std::min(arguments.find(','), arguments.size());
    std::string_view argument = arguments.substr(0, comma);
    while (argument.starts_with(' ')) argument.remove_prefix(1);
    while (argument.ends_with(' ')) argument.remove_suffix(1);
    arguments.remove_prefix(std::min(comma + 1, arguments.size()));
    fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", field.name.text,
                          argument.empty() ? "…" : argument);
  }
  if (fields.empty()) return std::string(text.substr(0, open));
  return fmt::format("{{ {}: {{ {} }} }}", text.substr(0, open), fields);
}

}  // namespace

void Names::report_unknown(const Name& wrong, std::string_view noun, std::string_view sections,
                           std::vector<std::string_view> names, std::span<const std::string_view> words) {
  const std::string_view name = wrong.text;
  const Span span = wrong.span;
  // It may be the right form of a wrong name that is declared, which has been reported.
  const auto is_meant = [&](std::string_view declared) {
    return !is_name(declared) && mended_name(declared) == name;
  };
  if (std::ranges::any_of(names, is_meant) || is_doubted_elsewhere(model_, name, diagnostics_)) return;
  auto report = diagnostics_.report(Code::unknown_name, span, fmt::format("there is no {} `{}`", noun, name));
  if (!report.is_kept()) return;
  std::deque<std::string> spelled;
  std::vector<std::string_view> known = names_in(span.file, std::move(names), spelled);
  std::erase_if(known, [](std::string_view one) { return !is_name(one.substr(one.rfind('.') + 1)); });
  std::vector<std::string_view> possible = known;
  possible.insert(possible.end(), words.begin(), words.end());
  const auto near = report.suggestions(name, possible);
  const std::string_view behind_point = name.substr(name.rfind('.') + 1);
  if (behind_point != name && std::ranges::find(known, behind_point) != known.end()) {
    report
        .help(fmt::format("{}s are the whole game's and have no alias: write `{}`",
                          noun.substr(0, noun.find(' ')), behind_point))
        .edit(span, std::string(behind_point));
  } else if (noun == "task or goal" && is_word_for_no_step(name)) {
    report.help("a step that does nothing is `succeed`").edit(span, "succeed");
  } else if (!near.empty()) {
    report.suggest(span, near[0]);
  } else if (const std::string behind = behind_an_alias(span.file, name); !behind.empty()) {
    report.suggest(span, behind);
  } else if (behind_point != name && scopes_.is_thing(name.substr(0, name.find('.')))) {
    report.help(
        "what things offer is done by agents whose `offers` name a set that holds them: take it out here");
  } else if (const std::string call = noun == "event" ? meant_call(name, model_) : ""; !call.empty()) {
    report.help(fmt::format("the fields of an event are given by name: write `{}`", call));
    if (call.find("…") == std::string::npos && span.end - span.begin == name.size()) report.edit(span, call);
  } else if (name.find(',') != std::string_view::npos) {
    const std::string list = meant_list(name, known);
    report.help(
        fmt::format("for several names write a list: {}", list.empty() ? fmt::format("[{}]", name) : list));
    if (!list.empty() && noun == "task or goal" && span.end - span.begin == name.size())
      report.edit(span, list);
  } else if (const std::string list = meant_list(name, known); noun == "task or goal" && !list.empty()) {
    report.help(fmt::format("several steps are a list: {}", list));
    if (span.end - span.begin == name.size()) report.edit(span, list);
  } else if (const size_t equals = name.find('=');
             noun == "task or goal" && equals != std::string_view::npos && equals > 0 &&
             find_index(model_.blackboard, trimmed(name.substr(0, equals))) != kNone) {
    const std::string meant =
        fmt::format("set: {{ {}: {} }}", trimmed(name.substr(0, equals)), trimmed(name.substr(equals + 1)));
    report.help(fmt::format("a step gives a key its value: write `{}`", meant));
    if (span.end - span.begin == name.size()) report.edit(span, meant);
  } else if (const size_t to = name.find(" to "); noun == "event" && to != std::string_view::npos) {
    report.help(fmt::format("who gets it stands beside it: `{{ emit: {}, to: {} }}`",
                            trimmed(name.substr(0, to)), trimmed(name.substr(to + 4))));
  } else if (const size_t blank = name.find(' '); blank != std::string_view::npos) {
    const bool is_amount = name.find_first_of("+-.0123456789", blank) == blank + 1;
    report.help(is_amount ? fmt::format("perhaps a colon is missing: `{}: {}`", name.substr(0, blank),
                                        name.substr(blank + 1))
                          : "a name has no spaces; perhaps a comma is missing");
  } else if (const std::string_view other = noun_elsewhere(model_, name); !other.empty()) {
    report.help(fmt::format("`{}` is {}, but here stands the name of {}", name, other, one_called(noun)));
  } else if (known.empty() || known.size() > kMostListed) {
    report.help(fmt::format("define it under {}, or include the file that does", sections));
  } else {
    if (sections.ends_with(" of the scene")) {
      report.help(fmt::format("{} have {}; name one of them, or add `{}` there", sections,
                              quoted_list(known, "and"), name));
      return;
    }
    const bool is_one = sections.find(' ') == std::string_view::npos;
    report.help(fmt::format("{} {} {}; define `{}` there, or include the file that does", sections,
                            is_one ? "has" : "have", quoted_list(known, "and"), name));
  }
}

void Names::find_set(Reference& set) {
  set.index = compiler::find_set(model_, set.text);
  if (set.index != kNone) return model_.note_use(set.span, name_of_set(model_, set.index));
  report_unknown(Name{set.text, set.span}, "memory or set of candidates", "`memory` and `candidates`",
                 names_of(model_.memory, model_.candidates));
}

void Names::find_loop(Named<Reference>& loop) {
  auto& [name, set] = loop;
  const bool is_turned = compiler::find_set(model_, set.text) == kNone &&
                         compiler::find_set(model_, name.text) != kNone && is_name(set.text);
  if (!is_turned) {
    if (set.given()) find_set(set);
    return;
  }
  const std::string meant = fmt::format("{}: {}", set.text, name.text);
  diagnostics_
      .report(Code::unknown_name, set.span,
              fmt::format("there is no memory or set of candidates `{}`", set.text))
      .help(fmt::format("the name goes first: write `{{ {} }}`", meant))
      .edit({name.span.file, name.span.begin, set.span.end}, meant);
  loop = {{set.text, set.span}, {name.text, name.span}};
  set.index = compiler::find_set(model_, set.text);
}

const Named<Motive>* Names::find_motive(const Name& name) {
  const uint32_t need = find_index(model_.needs, name.text);
  const uint32_t drive = need == kNone ? find_index(model_.drives, name.text) : kNone;
  if (need != kNone || drive != kNone) {
    const Named<Motive>& motive = need != kNone ? model_.needs[need] : model_.drives[drive];
    model_.note_use(name.span, motive.name);
    return &motive;
  }
  report_unknown(name, "need or drive", "`needs` and `drives`", names_of(model_.needs, model_.drives));
  return nullptr;
}

void Names::check_changes(const Map<Formula>& changes) {
  for (const auto& change : changes) {
    const Named<Motive>* const motive = find_motive(change.name);
    if (motive == nullptr || motive->value.is_carried()) continue;
    diagnostics_
        .report_missing(
            motive->name.span, Code::level_not_carried, change.name.span,
            fmt::format("`{}` is computed wherever it is read, so nothing that is done can change it",
                        change.name.text))
        .label(motive->value.level.span, "its level")
        .help(
            "let the agent carry it, with `start: 0.2` in place of `level`, or change what it is computed "
            "from");
  }
}

// Names of the model as a file writes them; those that it cannot name are left out.
std::vector<std::string_view> Names::names_in(uint32_t file, std::vector<std::string_view> names,
                                              std::deque<std::string>& spelled) const {
  if (!scopes_.has_imports()) return names;
  for (std::string_view& name : names) {
    for (size_t space = 0; space < kSpaceCount; ++space) {
      if (scopes_.knows(static_cast<Space>(space), name)) {
        name = spelled.emplace_back(scopes_.spelled(file, static_cast<Space>(space), name));
        break;
      }
    }
  }
  std::erase(names, "");
  return names;
}

std::string Names::behind_an_alias(uint32_t file, std::string_view name) const {
  for (size_t space = 0; space < kSpaceCount; ++space) {
    std::string found = scopes_.behind_an_alias(file, static_cast<Space>(space), name);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace ishi::compiler
