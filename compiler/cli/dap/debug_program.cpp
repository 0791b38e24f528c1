#include "cli/dap/debug_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include "diagnostics/catalogue.h"
#include "lower/lower.h"
#include "lower/node_order.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

std::vector<NodeText> texts_of_nodes(const CheckedFile& file, bool all_agents) {
  Diagnostics unused;
  const Lowered lowered =
      lower(file.program->model, all_agents ? kNone : file.program->units.main_file, unused);
  std::vector<NodeText> texts;
  for (const LoweredAgent& agent : lowered.agents) {
    for (const LoweredNode* const node : nodes_in_order(agent)) texts.push_back({node->step, node->method});
  }
  return texts;
}

// Lists the places of a model.
class PlaceList {
 public:
  PlaceList(const Model& model, const Verdict& verdict) : model_(model) {
    for (const Diagnostic& one : verdict.diagnostics) proofs_.push_back(&one);
    for (const Silenced& one : verdict.silenced) proofs_.push_back(&one.diagnostic);
  }

  std::vector<BreakPlace> take() {
    for (uint32_t i = 0; i < model_.actions.size(); ++i) add_action(i);
    for (uint32_t i = 0; i < model_.goals.size(); ++i) add_goal(i);
    for (uint32_t i = 0; i < model_.agents.size(); ++i) add_agent(i);
    for (uint32_t i = 0; i < model_.senses.size(); ++i) add_sense(i);
    for (uint32_t i = 0; i < model_.tasks.size(); ++i)
      add_entry(PlaceKind::task, model_.tasks[i].name, i, "the task", "tasks");
    for (uint32_t i = 0; i < model_.events.size(); ++i) {
      if (model_.events[i].value.of_memory == kNone)
        add_entry(PlaceKind::event, model_.events[i].name, i, "the event", "events");
    }
    std::ranges::stable_sort(
        places_, {}, [](const BreakPlace& place) { return std::tuple(place.span.file, place.span.begin); });
    return std::move(places_);
  }

 private:
  // Why what stands at a place is never reached, as the checks have proved it; empty: they have not.
  std::string proof_of(Span span, std::initializer_list<Code> codes) const {
    for (const Diagnostic* const one : proofs_) {
      if (one->span == span && std::ranges::find(codes, one->code) != codes.end())
        return fmt::format("{} ({})", one->message, code_text(one->code));
    }
    return {};
  }
  std::string never_holds(const Formula& condition) const {
    return condition.given() ? proof_of(condition.span, {Code::guard_never}) : std::string();
  }

  BreakPlace& add(BreakPlace place) {
    place.action = action_;
    if (place.never.empty()) place.never = never_;
    return places_.emplace_back(std::move(place));
  }
  BreakPlace& add_entry(PlaceKind kind, const Name& name, uint32_t index, std::string_view noun,
                        std::string_view section) {
    BreakPlace& place = add({.kind = kind, .span = name.span, .index = index});
    place.is_entry = true;
    place.what = fmt::format("{} `{}`", noun, name.text);
    place.path = fmt::format("{}/{}", section, name.text);
    return place;
  }
  void add_condition(const Formula& formula, std::string_view field, const std::string& path) {
    if (!formula.given() || formula.root == nullptr) return;
    BreakPlace& place = add({.kind = PlaceKind::condition, .span = formula.span, .formula = &formula});
    place.what = fmt::format("the condition of `{}`", field);
    place.path = fmt::format("{}/{}", path, field);
    if (std::string proof = proof_of(formula.span, {Code::guard_never, Code::guard_always}); !proof.empty())
      place.never = std::move(proof);
  }

  void add_steps(const std::vector<Step>& steps, const std::string& path) {
    for (size_t i = 0; i < steps.size(); ++i) add_step(steps[i], fmt::format("{}/{}", path, i + 1));
  }
  void add_step(const Step& step,
                const std::string& path) {  // NOLINT(misc-no-recursion): as deep as the text
    const std::string outer = never_;
    std::string own = never_holds(step.modifiers.when);
    if (own.empty()) own = proof_of(step.name.span, {Code::step_never_reached, Code::never_reached});
    if (own.empty() && step.modifiers.when.given())
      own = proof_of(step.modifiers.when.span, {Code::step_never_reached});
    if (never_.empty()) never_ = std::move(own);
    if (step.name.span.end > 0) {
      BreakPlace& place = add({.kind = PlaceKind::step, .span = step.name.span, .step = &step});
      place.what = fmt::format("the step `{}`", step.name.text);
      place.path = path;
    }
    add_condition(step.modifiers.when, "when", path);
    add_condition(step.modifiers.while_holds, "while", path);
    add_condition(step.modifiers.until, "until", path);
    if (const auto* const repeat = step.as<RepeatStep>()) add_condition(repeat->until, "until", path);
    if (const auto* const check = step.as<CheckStep>()) add_condition(check->condition, "check", path);
    const Step::Parts parts = step.parts();
    for (size_t i = 0; i < parts.size(); ++i) add_step(parts[i], fmt::format("{}/{}", path, i + 1));
    never_ = outer;
  }

  void add_action(uint32_t index) {
    const Named<Action>& action = model_.actions[index];
    action_ = index;
    never_ = never_holds(action.value.when);
    BreakPlace& head = add_entry(PlaceKind::action, action.name, index, "the action", "actions");
    if (head.never.empty())
      head.never = proof_of(action.name.span, {Code::offer_never_reached, Code::never_reached});
    never_ = head.never;
    const std::string path = head.path;
    add_condition(action.value.when, "when", path);
    add_condition(action.value.while_holds, "while", path);
    add_condition(action.value.interruptible, "interruptible", path);
    add_steps(action.value.steps.value, path + "/do");
    add_steps(action.value.finally.value, path + "/finally");
    never_.clear();
    action_ = kNone;
  }

  void add_goal(uint32_t index) {
    const Named<Goal>& goal = model_.goals[index];
    const std::string path = add_entry(PlaceKind::goal, goal.name, index, "the goal", "goals").path;
    add_step(goal.value.body, path);
    for (const auto& interjection : goal.value.interject) {
      const std::string own = fmt::format("{}/{}", path, interjection.name.text);
      add_condition(interjection.value.when, "when", own);
      add_steps(interjection.value.steps, own);
    }
    add_steps(goal.value.finally.value, path + "/finally");
  }

  void add_agent(uint32_t index) {
    const Named<Agent>& agent = model_.agents[index];
    const std::string path = fmt::format("agents/{}", agent.name.text);
    const Map<State>& states = agent.value.states.value;
    for (uint32_t i = 0; i < states.size(); ++i) {
      const std::string own = fmt::format("{}/states/{}", path, states[i].name.text);
      never_ = proof_of(states[i].name.span, {Code::state_never_reached});
      BreakPlace& state = add({.kind = PlaceKind::state, .span = states[i].name.span, .index = i});
      state.agent = index;
      state.is_entry = true;
      state.what = fmt::format("the state `{}`", states[i].name.text);
      state.path = own;
      for (const auto& transition : states[i].value.to) {
        BreakPlace& place = add({.kind = PlaceKind::transition,
                                 .span = transition.name.span,
                                 .index = find_index(states, transition.name.text)});
        place.agent = index;
        place.from = i;
        place.what = fmt::format("the transition to `{}`", transition.name.text);
        place.path = fmt::format("{}/to/{}", own, transition.name.text);
        if (place.never.empty()) place.never = never_holds(transition.value);
      }
      add_steps(states[i].value.enter.value, own + "/enter");
      add_steps(states[i].value.finally.value, own + "/finally");
      never_.clear();
    }
    for (const auto& handler : agent.value.on) {
      const std::string own = fmt::format("{}/on/{}", path, handler.name.text);
      BreakPlace& place = add({.kind = PlaceKind::event,
                               .span = handler.name.span,
                               .index = find_index(model_.events, handler.name.text)});
      place.agent = index;
      place.what = fmt::format("the event `{}` as {} gets it", handler.name.text, agent.name.text);
      place.path = own;
      add_steps(handler.value, own);
    }
  }

  void add_sense(uint32_t index) {
    const Named<Sense>& sense = model_.senses[index];
    never_ = never_holds(sense.value.when);
    const std::string path = add_entry(PlaceKind::sense, sense.name, index, "the sense", "senses").path;
    never_.clear();
  }

  const Model& model_;
  std::vector<const Diagnostic*> proofs_;
  std::vector<BreakPlace> places_;
  uint32_t action_ = kNone;  // in which what is added stands
  std::string never_;        // why what stands around is never reached
};

// The places of a file, in order.
std::pair<uint32_t, uint32_t> places_of(const DebugProgram& program, uint32_t source) {
  const auto begin = std::ranges::lower_bound(program.places, source, {},
                                              [](const BreakPlace& place) { return place.span.file; });
  const auto end = std::ranges::upper_bound(program.places, source, {},
                                            [](const BreakPlace& place) { return place.span.file; });
  return {static_cast<uint32_t>(begin - program.places.begin()),
          static_cast<uint32_t>(end - program.places.begin())};
}

}  // namespace

std::string DebugProgram::path_of(uint32_t source) const {
  return (root / fs::path(sources().file(source).path())).lexically_normal().string();
}

std::optional<uint32_t> DebugProgram::find_source(const std::string& path) const {
  std::error_code error;
  const fs::path wanted = fs::weakly_canonical(fs::path(path), error);
  for (uint32_t i = 0; i < sources().size(); ++i) {
    const fs::path own = root / fs::path(sources().file(i).path());
    std::error_code own_error;
    if (own == fs::path(path) || (!error && fs::weakly_canonical(own, own_error) == wanted && !own_error))
      return i;
  }
  return std::nullopt;
}

std::shared_ptr<const DebugProgram> debug_program(std::shared_ptr<const CheckedFile> file, const Asset& asset,
                                                  fs::path root, bool all_agents) {
  auto program = std::make_shared<DebugProgram>();
  program->asset = &asset;
  program->root = std::move(root);
  program->nodes = texts_of_nodes(*file, all_agents);
  const auto verdict = analyze_file(*file);
  program->places = PlaceList(file->program->model, verdict ? *verdict : Verdict()).take();
  for (BreakPlace& place : program->places)
    place.line = file->sources.file(place.span.file).position(place.span.begin).line;
  program->file = std::move(file);
  return program;
}

std::vector<uint32_t> places_on_line(const DebugProgram& program, uint32_t source, uint32_t line) {
  const auto [begin, end] = places_of(program, source);
  std::vector<uint32_t> found;
  for (uint32_t i = begin; i < end; ++i) {
    if (program.places[i].line == line) found.push_back(i);
  }
  return found;
}

// On another line the next place in the same entry, else what heads that entry.
std::optional<FoundPlace> find_place(const DebugProgram& program, uint32_t source, uint32_t line) {
  const auto [begin, end] = places_of(program, source);
  if (begin == end) return std::nullopt;
  uint32_t next = begin;
  while (next < end && program.places[next].line < line) ++next;
  if (next < end && program.places[next].line == line) return FoundPlace{next, line, {}};
  uint32_t found = next;
  if (next == end || (program.places[next].is_entry && next > begin)) {
    for (found = next - 1; found > begin && !program.places[found].is_entry;) --found;
  }
  const BreakPlace& place = program.places[found];
  return FoundPlace{
      found, place.line,
      fmt::format("nothing happens on line {}: moved to {} on line {}", line, place.what, place.line)};
}

}  // namespace ishi::compiler::cli
