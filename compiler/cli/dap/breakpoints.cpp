#include "cli/dap/breakpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cli/dap/agent_view.h"
#include "ishi/asset_info.h"
#include "language/unit.h"
#include "simulate/key_values.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kMindSeconds = 1;  // in which an agent changes its mind twice

// "5", "== 5", ">= 5", "% 10": whether the hit with that number, from 1, is one to stop at. Nothing for any
// other text.
std::optional<bool> is_hit(std::string_view text, uint64_t number) {
  const auto skip = [&] {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
  };
  skip();
  constexpr std::array<std::string_view, 7> kSigns = {">=", "<=", "==", "=", ">", "<", "%"};
  std::string_view sign;
  for (const std::string_view one : kSigns) {
    if (sign.empty() && text.starts_with(one)) sign = one;
  }
  text.remove_prefix(sign.size());
  skip();
  uint64_t wanted = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wanted);
  if (error != std::errc() || end != text.data() + text.size() || wanted == 0) return std::nullopt;
  if (sign == ">=") return number >= wanted;
  if (sign == "<=") return number <= wanted;
  if (sign == ">") return number > wanted;
  if (sign == "<") return number < wanted;
  if (sign == "%") return number % wanted == 0;
  return number == wanted;
}

uint32_t kind_of(const DebugProgram& program, Debuggee& run, uint32_t agent) {
  const AgentId id = run.world().population(run.population_of(agent)).agent_id();
  const std::string_view name = AssetParts(*program.asset).agent(program.asset->find(id)).name;
  return find_index(program.model().agents, name);
}

// The agent and expression of a data id.
std::optional<std::pair<uint32_t, std::string>> read_data_id(const std::string& id) {
  uint32_t agent = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), agent);
  if (error != std::errc() || end == id.data() + id.size() || *end != ':') return std::nullopt;
  return std::pair(agent, std::string(end + 1, id.data() + id.size()));
}

std::string for_whom(const std::string& text) { return text.empty() ? "" : fmt::format(" ({})", text); }

}  // namespace

std::string data_id(uint32_t agent, const std::string& expression) {
  return fmt::format("{}:{}", agent, expression);
}

std::span<const FaultRow> fault_rows() {
  static constexpr std::array kRows = {
      FaultRow{FaultKind::task, "task", "A task fails", "The game reports that a task has failed"},
      FaultRow{FaultKind::plan, "plan", "A plan is not found",
               "A search for a plan finds none, or is cut off by its limit"},
      FaultRow{FaultKind::goal, "goal", "A goal fails", "A goal ends without success"},
      FaultRow{FaultKind::mind, "mind", "An agent changes its mind twice within a second",
               "Two actions are left for others within one second"},
      FaultRow{FaultKind::member, "member", "A member is lost",
               "The fact or member that an action is for is forgotten or gone while it runs"},
      FaultRow{FaultKind::range, "range", "A key leaves its range",
               "A key holds a value outside the range that it is declared with, which proofs assume"}};
  return kRows;
}

// ---- setting

Probes& Breakpoints::probes_of(Debuggee& run, const DebugProgram& program) {
  auto& probes = probes_[&program];
  if (probes == nullptr) {
    for (const auto& one : run.programs()) {
      if (one.get() == &program) probes = std::make_unique<Probes>(one, run.has_all_agents());
    }
  }
  return *probes;
}

// The fault in a breakpoint's condition, hit count or message; empty if there is none.
std::string Breakpoints::check_terms(Debuggee& run, const Breakpoint& breakpoint) {
  const BreakpointTerms& terms = breakpoint.terms;
  if (!terms.hits.empty() && !is_hit(terms.hits, 1))
    return fmt::format("`{}` is no number of hits: write one such as 5, >= 5 or % 10", terms.hits);
  if (terms.condition.empty()) return {};
  std::set<const DebugProgram*> programs;
  for (const Bound& bound : breakpoint.places) programs.insert(bound.program);
  for (const DebugProgram* const program : programs) {
    looked_.erase(program);
    if (const auto added = probes_of(run, *program).add(terms.condition); !added)
      return fmt::format("the condition cannot be computed: {}", added.error());
  }
  return {};
}

// Finds the places of a line breakpoint in all programs that have its file.
SetBreakpoint Breakpoints::bind(Debuggee& run, Breakpoint& breakpoint) {
  SetBreakpoint set{breakpoint.id, false, breakpoint.path, breakpoint.line, {}};
  breakpoint.places.clear();
  bool is_source = false;
  std::string never;
  for (const auto& program : run.programs()) {
    const auto source = program->find_source(breakpoint.path);
    if (!source) continue;
    is_source = true;
    const auto found = find_place(*program, *source, breakpoint.line);
    if (!found) continue;
    for (const uint32_t place : places_on_line(*program, *source, found->line))
      breakpoint.places.push_back({program.get(), place});
    set.line = found->line;
    set.message = found->moved;
    const BreakPlace& place = program->places[found->place];
    breakpoint.identity = place.path;
    never = place.never;
  }
  if (!is_source) {
    set.message = "this file has no part in what is debugged";
  } else if (breakpoint.places.empty()) {
    set.message = "nothing in this file is ever done by an agent";
  } else if (const std::string wrong = check_terms(run, breakpoint); !wrong.empty()) {
    set.message = wrong;
    breakpoint.places.clear();
  } else if (!never.empty()) {
    set.message =
        fmt::format("{}this can never be hit: {}", set.message.empty() ? "" : set.message + "; ", never);
  } else {
    set.is_verified = true;
  }
  breakpoint.line = set.line;
  return set;
}

SetBreakpoint Breakpoints::bind_name(Debuggee& run, Breakpoint& breakpoint) {
  SetBreakpoint set{.id = breakpoint.id};
  breakpoint.places.clear();
  for (const auto& program : run.programs()) {
    for (uint32_t i = 0; i < program->places.size(); ++i) {
      const BreakPlace& place = program->places[i];
      if (!place.is_entry || place.path.substr(place.path.rfind('/') + 1) != breakpoint.name) continue;
      breakpoint.places.push_back({program.get(), i});
      set.path = program->path_of(place.span.file);
      set.line = place.line;
    }
  }
  if (breakpoint.places.empty())
    set.message = fmt::format("no action, goal, task, state, sense or event is called `{}`", breakpoint.name);
  else if (const std::string wrong = check_terms(run, breakpoint); !wrong.empty())
    set.message = wrong;
  set.is_verified = set.message.empty();
  if (!set.is_verified) breakpoint.places.clear();
  return set;
}

SetBreakpoint Breakpoints::bind_data(Debuggee& run, Breakpoint& breakpoint) {
  SetBreakpoint set{.id = breakpoint.id};
  const auto data = read_data_id(breakpoint.data);
  const DebugProgram* const program =
      data && data->first < run.agent_count() ? run.program_of(data->first) : nullptr;
  if (program == nullptr) {
    set.message = "there is nothing of that name to watch";
  } else {
    breakpoint.places = {{program, 0}};
    set.message = check_terms(run, breakpoint);
    breakpoint.places.clear();
    if (set.message.empty() && run.is_there(data->first) && !data_value(run, breakpoint.data))
      set.message = fmt::format("`{}` cannot be computed", data->second);
  }
  set.is_verified = set.message.empty();
  if (!set.is_verified) breakpoint.data.clear();
  return set;
}

std::vector<SetBreakpoint> Breakpoints::set_lines(Debuggee& run, const std::string& path,
                                                  const std::vector<RequestedLine>& lines) {
  std::erase_if(all_, [&](const auto& one) { return !one->path.empty() && one->path == path; });
  std::vector<SetBreakpoint> set;
  for (const RequestedLine& line : lines) {
    Breakpoint& one = *all_.emplace_back(std::make_unique<Breakpoint>());
    one.id = next_id_++;
    one.path = path;
    one.line = line.line;
    one.terms = line.terms;
    set.push_back(bind(run, one));
  }
  note_programs(run);
  index();
  return set;
}

std::vector<SetBreakpoint> Breakpoints::set_names(Debuggee& run, const std::vector<RequestedName>& names) {
  std::erase_if(all_, [](const auto& one) { return !one->name.empty(); });
  std::vector<SetBreakpoint> set;
  for (const RequestedName& name : names) {
    Breakpoint& one = *all_.emplace_back(std::make_unique<Breakpoint>());
    one.id = next_id_++;
    one.name = name.name.empty() ? " " : name.name;
    one.terms = name.terms;
    set.push_back(bind_name(run, one));
  }
  note_programs(run);
  index();
  return set;
}

std::vector<SetBreakpoint> Breakpoints::set_data(Debuggee& run, const std::vector<RequestedData>& data) {
  std::erase_if(all_, [](const auto& one) { return one->path.empty() && one->name.empty(); });
  std::vector<SetBreakpoint> set;
  for (const RequestedData& item : data) {
    Breakpoint& one = *all_.emplace_back(std::make_unique<Breakpoint>());
    one.id = next_id_++;
    one.data = item.id;
    one.terms = item.terms;
    set.push_back(bind_data(run, one));
  }
  note_programs(run);
  index();
  return set;
}

void Breakpoints::note_programs(Debuggee& run) {
  programs_.clear();
  for (const auto& program : run.programs()) programs_.push_back(program.get());
}

bool Breakpoints::is_placed_in(Debuggee& run) const {
  const auto now = run.programs();
  return std::ranges::equal(now, programs_, {}, [](const auto& one) { return one.get(); });
}

std::vector<SetBreakpoint> Breakpoints::move_to(Debuggee& run) {
  std::vector<uint32_t> before;
  for (const auto& one : all_) before.push_back(one->line);
  place_again(run);
  std::vector<SetBreakpoint> moved;
  for (size_t i = 0; i < all_.size(); ++i) {
    Breakpoint& one = *all_[i];
    if (one.path.empty()) continue;
    SetBreakpoint set = bind(run, one);
    if (one.line != before[i] || !set.is_verified) moved.push_back(std::move(set));
  }
  index();
  return moved;
}

// Finds the places of breakpoints in the programs that the run has now. A breakpoint whose place is in none
// of them is never hit until the run comes to a version of the sources that has its place.
void Breakpoints::place_again(Debuggee& run) {
  probes_.clear();
  looked_.clear();
  note_programs(run);
  for (const auto& one : all_) {
    if (!one->name.empty()) static_cast<void>(bind_name(run, *one));
    if (one->path.empty()) continue;
    if (one->identity.empty()) {
      static_cast<void>(bind(run, *one));  // its file had no part in the run
      continue;
    }
    one->places.clear();
    for (const auto& program : run.programs()) {
      const auto source = program->find_source(one->path);
      for (const BreakPlace& place : program->places) {
        if (!source || place.span.file != *source || place.path != one->identity) continue;
        one->line = place.line;
        one->places.push_back({program.get(), static_cast<uint32_t>(&place - program->places.data())});
      }
    }
    if (!check_terms(run, *one).empty()) one->places.clear();
  }
  index();
}

void Breakpoints::index() {
  at_place_.clear();
  steps_.clear();
  entries_.clear();
  conditions_.clear();
  for (const auto& one : all_) {
    for (const Bound& bound : one->places) {
      std::vector<Breakpoint*>& there = at_place_[{bound.program, bound.place}];
      there.push_back(one.get());
      if (there.size() > 1) continue;
      const BreakPlace& place = bound.program->places[bound.place];
      if (place.kind == PlaceKind::step)
        steps_[{bound.program, place.step}].push_back(bound.place);
      else if (place.kind == PlaceKind::condition)
        conditions_.push_back(bound);
      else
        entries_[{bound.program, place.kind, place.index}].push_back(bound.place);
    }
  }
}

// ---- asking

tl::expected<Probes::Value, std::string> Breakpoints::ask(Debuggee& run, uint32_t agent,
                                                          const std::string& expression) {
  const DebugProgram* const program = run.program_of(agent);
  if (program == nullptr || !run.is_there(agent))
    return tl::unexpected(std::string("the agent is not there, or its sources are not"));
  Probes& probes = probes_of(run, *program);
  const auto probe = probes.add(expression);
  if (!probe) return tl::unexpected(probe.error());
  // A new one has made another copy necessary.
  auto value = looked_.contains(program)
                   ? probes.value(*probe, run.population_of(agent), run.entity_of(agent))
                   : tl::unexpected(std::string());
  if (value) return value;
  if (auto looked = probes.look(run.world(), run.assets()); !looked) return tl::unexpected(looked.error());
  looked_.insert(program);
  return probes.value(*probe, run.population_of(agent), run.entity_of(agent));
}

tl::expected<std::string, std::string> Breakpoints::evaluate(Debuggee& run, uint32_t agent,
                                                             const std::string& expression) {
  const auto value = ask(run, agent, expression);
  if (!value) return tl::unexpected(value.error());
  const SimulatedAgent* const one = run.agent(agent);
  if (one == nullptr) return tl::unexpected(std::string("the agent is not there"));
  return probes_of(run, *run.program_of(agent)).text(*value, one->place());
}

bool Breakpoints::holds(Debuggee& run, uint32_t agent, const std::string& expression) {
  const auto value = ask(run, agent, expression);
  return value && value->holds();
}

std::string Breakpoints::interpolated(Debuggee& run, uint32_t agent, const std::string& message) {
  std::string text;
  for (size_t i = 0; i < message.size();) {
    const size_t open = message.find('{', i);
    const size_t close = open == std::string::npos ? open : message.find('}', open);
    if (close == std::string::npos) return text + message.substr(i);
    text += message.substr(i, open - i);
    const auto value = evaluate(run, agent, message.substr(open + 1, close - open - 1));
    text += value ? *value : fmt::format("{{{}}}", value.error());
    i = close + 1;
  }
  return text;
}

// The value of what a data breakpoint watches, as a text that differs where the value does.
std::optional<std::string> Breakpoints::data_value(Debuggee& run, const std::string& id) {
  const auto data = read_data_id(id);
  if (!data || !run.is_there(data->first)) return std::nullopt;
  const SimulatedAgent* const agent = run.agent(data->first);
  if (agent == nullptr) return std::nullopt;
  const Asset& asset = agent->place().asset();
  const AssetParts parts(asset);
  for (uint32_t key = 0; key < agent->key_count(); ++key) {
    const NamedVariable info = parts.key(key);
    if (info.name == data->second) return value_text(agent->place(), info.variable, agent->key(key).data());
  }
  for (uint32_t motive = 0; motive < asset.count(ishi::Kind::motives); ++motive) {
    const auto level = agent->level(motive);
    if (level && name_of_level(asset, motive) == data->second) return fmt::format("{}", *level);
  }
  const auto value = ask(run, data->first, data->second);
  if (!value) return std::nullopt;
  return probes_of(run, *run.program_of(data->first)).text(*value, agent->place());
}

// ---- checking

void Breakpoints::begin(Debuggee& run) {
  if (!all_.empty() && !is_placed_in(run)) place_again(run);
  was_.clear();
  left_at_.clear();
  looked_.clear();
  check_conditions(run, true, nullptr);
  check_data(run, true, nullptr);
}

std::vector<Hit> Breakpoints::check(Debuggee& run, bool is_quiet) {
  looked_.clear();
  // A run that was given other sources has other places.
  if (!all_.empty() && !is_placed_in(run)) {
    place_again(run);
    was_.clear();
  }
  std::vector<Hit> hits;
  const bool watches_events = !at_place_.empty() || !faults_.empty();
  if (watches_events) {
    for (const DebugEvent& event : run.events()) {
      if (!at_place_.empty()) check_event(run, event, is_quiet, hits);
      if (!faults_.empty()) check_faults(run, event, hits);
    }
  }
  check_conditions(run, is_quiet, &hits);
  check_data(run, is_quiet, &hits);
  return hits;
}

// A breakpoint's place was reached: asks its condition and counts.
void Breakpoints::note(Debuggee& run, Breakpoint& breakpoint, uint32_t agent, std::string text, bool is_data,
                       bool is_quiet, std::vector<Hit>& hits) {
  const bool is_told = std::ranges::any_of(
      hits, [&](const Hit& hit) { return hit.id == breakpoint.id && hit.agent == agent; });
  if (is_told) return;  // once a frame and agent
  if (!breakpoint.terms.condition.empty() && !holds(run, agent, breakpoint.terms.condition)) return;
  if (!is_quiet) {
    ++breakpoint.hits;
    if (!breakpoint.terms.hits.empty() && !is_hit(breakpoint.terms.hits, breakpoint.hits).value_or(true))
      return;
  }
  if (!breakpoint.terms.message.empty()) {
    if (!is_quiet)
      print_(fmt::format("{} {}: {}", run.time(run.at()), run.agent_name(agent),
                         interpolated(run, agent, breakpoint.terms.message)));
    return;
  }
  hits.push_back({.id = breakpoint.id, .is_data = is_data, .agent = agent, .text = std::move(text)});
}

void Breakpoints::check_event(Debuggee& run, const DebugEvent& event, bool is_quiet, std::vector<Hit>& hits) {
  const DebugProgram* const program = run.program_of(event.agent);
  if (program == nullptr) return;
  const Model& model = program->model();
  const Asset& asset = *program->asset;
  const auto hit_place = [&](uint32_t place, std::string_view verb, const std::string& text) {
    const auto there = at_place_.find({program, place});
    if (there == at_place_.end()) return;
    for (Breakpoint* const one : there->second)
      note(run, *one, event.agent, fmt::format("{} {}{}", program->places[place].what, verb, for_whom(text)),
           false, is_quiet, hits);
  };
  const auto hit_entries = [&](PlaceKind kind, uint32_t index, std::string_view verb, auto&& is_it) {
    const auto found = entries_.find({program, kind, index});
    if (found == entries_.end()) return;
    for (const uint32_t place : found->second) {
      if (is_it(program->places[place])) hit_place(place, verb, event.text);
    }
  };
  const auto always = [](const BreakPlace&) { return true; };
  const bool has_agent = run.is_there(event.agent);
  const uint32_t kind = has_agent ? kind_of(*program, run, event.agent) : kNone;
  switch (event.kind) {
    case DebugEvent::Kind::chosen:
      if (kind != kNone)
        hit_entries(PlaceKind::action, model.agents[kind].value.actions[event.index].index, "is chosen",
                    always);
      break;
    case DebugEvent::Kind::node: {
      const bool begins = event.change == NodeChange::began || event.change == NodeChange::tried_again;
      if (!begins || event.index >= program->nodes.size()) break;
      const Step* const step = program->nodes[event.index].step;
      if (const auto found = steps_.find({program, step}); step != nullptr && found != steps_.end()) {
        for (const uint32_t place : found->second) hit_place(place, "starts", event.text);
      }
      const NodeInfo node = AssetParts(asset).node(event.index);
      if (node.kind == ishi::NodeKind::goal)
        hit_entries(PlaceKind::goal, find_index(model.goals, asset.name(ishi::Kind::goals, node.subject)),
                    "begins", always);
      break;
    }
    case DebugEvent::Kind::task_started:
      hit_entries(PlaceKind::task, find_index(model.tasks, asset.name(ishi::Kind::tasks, event.index)),
                  "is started", always);
      break;
    case DebugEvent::Kind::state:
      hit_entries(PlaceKind::state, event.index, "is entered",
                  [&](const BreakPlace& place) { return place.agent == kind; });
      hit_entries(PlaceKind::transition, event.index, "is taken",
                  [&](const BreakPlace& place) { return place.agent == kind && place.from == event.before; });
      break;
    case DebugEvent::Kind::noticed: {
      const AgentInfo info = AssetParts(asset).agent(
          asset.find(run.world().population(run.population_of(event.agent)).agent_id()));
      const std::string_view name = AssetParts(asset).sense(info.senses.first + event.index).name;
      hit_entries(PlaceKind::sense, find_index(model.senses, name), "notices somebody", always);
      break;
    }
    case DebugEvent::Kind::event_received:
    case DebugEvent::Kind::event_sent: {
      const bool is_received = event.kind == DebugEvent::Kind::event_received;
      hit_entries(PlaceKind::event, find_index(model.events, asset.name(ishi::Kind::events, event.index)),
                  is_received ? "is received" : "is sent", [&](const BreakPlace& place) {
                    return place.agent == kNone || (is_received && place.agent == kind);
                  });
      break;
    }
    default: break;
  }
}

// Those whose formula can be computed for the agent alone stop when its truth changes; others, which read
// what steps know, are left to what becomes of their step.
void Breakpoints::check_conditions(Debuggee& run, bool is_quiet, std::vector<Hit>* hits) {
  for (const Bound& bound : conditions_) {
    const BreakPlace& place = bound.program->places[bound.place];
    const std::string text(place.formula->text);
    const bool is_computed = probes_of(run, *bound.program).add(text).has_value();
    for (uint32_t agent = 0; agent < run.agent_count(); ++agent) {
      if (!run.is_there(agent) || run.program_of(agent) != bound.program) continue;
      if (!is_computed) {
        if (hits == nullptr) continue;
        for (const DebugEvent& event : run.events()) {
          if (event.agent != agent || event.kind != DebugEvent::Kind::node ||
              event.index >= bound.program->nodes.size())
            continue;
          const Step* const step = bound.program->nodes[event.index].step;
          if (step == nullptr) continue;
          const bool is_so =
              (&step->modifiers.when == place.formula &&
               (event.change == NodeChange::skipped || event.change == NodeChange::began)) ||
              (&step->modifiers.while_holds == place.formula && event.cause == NodeCause::while_false) ||
              (&step->modifiers.until == place.formula && event.cause == NodeCause::until);
          if (!is_so) continue;
          for (Breakpoint* const one : at_place_[{bound.program, bound.place}])
            note(run, *one, agent, fmt::format("{} decides", place.what), false, is_quiet, *hits);
        }
        continue;
      }
      const auto value = ask(run, agent, text);
      if (!value) continue;
      const std::string now = value->holds() ? "holds now" : "does not hold any more";
      const auto [was, is_new] =
          was_.try_emplace({bound.program, (uint64_t{bound.place} << 32) | agent}, now);
      if (is_new || was->second == now) continue;
      was->second = now;
      if (hits == nullptr) continue;
      for (Breakpoint* const one : at_place_[{bound.program, bound.place}])
        note(run, *one, agent, fmt::format("{} {}", place.what, now), false, is_quiet, *hits);
    }
  }
}

void Breakpoints::check_data(Debuggee& run, bool is_quiet, std::vector<Hit>* hits) {
  for (const auto& one : all_) {
    if (one->data.empty()) continue;
    const auto now = data_value(run, one->data);
    if (!now) continue;
    const auto [was, is_new] = was_.try_emplace({one.get(), 0}, *now);
    if (is_new || was->second == *now) continue;
    const std::string before = std::exchange(was->second, *now);
    const auto data = read_data_id(one->data);
    if (hits != nullptr)
      note(run, *one, data->first, fmt::format("{}: {} → {}", data->second, before, *now), true, is_quiet,
           *hits);
  }
}

void Breakpoints::check_faults(Debuggee& run, const DebugEvent& event, std::vector<Hit>& hits) {
  const DebugProgram* const program = run.program_of(event.agent);
  if (program == nullptr) return;
  const Asset& asset = *program->asset;
  const auto fault = [&](FaultKind kind, std::string text) {
    if (faults_.contains(kind))
      hits.push_back({.fault = kind, .agent = event.agent, .text = std::move(text)});
  };
  if (event.kind == DebugEvent::Kind::task_failed)
    fault(FaultKind::task, fmt::format("the task {} fails{}", asset.name(ishi::Kind::tasks, event.index),
                                       for_whom(event.text)));
  if (event.kind == DebugEvent::Kind::node && event.change == NodeChange::failed) {
    const NodeInfo node = AssetParts(asset).node(event.index);
    if (node.kind == ishi::NodeKind::plan)
      fault(FaultKind::plan,
            event.cause == NodeCause::search_full  ? "the search for a plan has tried all it may"
            : event.cause == NodeCause::search_cut ? "there is no plan of as few steps as it may have"
                                                   : "no plan is found");
    if (node.kind == ishi::NodeKind::goal)
      fault(FaultKind::goal, fmt::format("the goal {} fails", asset.name(ishi::Kind::goals, node.subject)));
  }
  if (event.kind == DebugEvent::Kind::node && event.cause == NodeCause::forgotten)
    fault(FaultKind::member, "whom its action is for is forgotten or gone");
  if (event.kind == DebugEvent::Kind::left) {
    std::deque<double>& times = left_at_[event.agent];
    const double now = run.seconds(run.at());
    times.push_back(now);
    while (times.size() > 2 || (!times.empty() && times.front() < now - kMindSeconds)) times.pop_front();
    if (times.size() == 2) fault(FaultKind::mind, "it changes its mind twice within a second");
  }
  if (event.kind == DebugEvent::Kind::key && faults_.contains(FaultKind::range)) {
    const SimulatedAgent* const agent = run.agent(event.agent);
    const NamedVariable key = AssetParts(asset).key(event.index);
    if (agent == nullptr) return;
    const std::byte* const bytes = agent->key(event.index).data();
    const bool is_whole = key.variable.type == ishi::ValueType::integer;
    if (!is_whole && key.variable.type != ishi::ValueType::number) return;
    const float value = is_whole ? static_cast<float>(value_as<int32_t>(bytes)) : value_as<float>(bytes);
    if (!(value >= key.variable.low && value <= key.variable.high))
      fault(FaultKind::range, fmt::format("{} is {}, outside its range", key.name,
                                          value_text(agent->place(), key.variable, bytes)));
  }
}

}  // namespace ishi::compiler::cli
