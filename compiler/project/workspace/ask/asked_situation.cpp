#include "workspace/ask/asked_situation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "diagnostics/suggest.h"
#include "explain/flip.h"
#include "language/limits.h"
#include "language/named_moment.h"
#include "language/reader.h"
#include "language/tables.h"
#include "language/unit.h"
#include "simulate/agent_reach.h"
#include "simulate/simulation.h"
#include "syntax/scan.h"

namespace ishi::compiler {
// A name of a section, or nothing after a message that suggests one.
template <class T>
std::optional<uint32_t> AskedSituation::find_named(const Map<T>& map, const std::string& name,
                                                   std::string_view noun) {
  const uint32_t index = find_index(map, name);
  if (index != kNone) return index;
  std::vector<std::string_view> known;
  for (const auto& entry : map) known.push_back(entry.name.text);
  const auto near = suggestions(name, known);
  refuse("there is no {} {}{}", noun, name,
         !near.empty()   ? fmt::format("; did you mean {}?", near[0])
         : known.empty() ? ""
                         : fmt::format("; there is {}", fmt::join(known, ", ")));
  return std::nullopt;
}

// "10s" in seconds, and of a moment also the time of "frame 600"; nothing after a message.
std::optional<double> AskedSituation::read_duration(std::string_view option, const std::string& text,
                                                    bool is_moment) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const UnitRow* const unit = find_unit(std::string_view(end, text.data() + text.size()));
  const std::optional<NamedMoment> moment = is_moment ? read_moment(text) : std::nullopt;
  const std::optional<uint64_t> frame = moment ? moment->frame : std::nullopt;
  const bool valid =
      frame || (error == std::errc() && unit != nullptr && unit->quantity == Quantity::duration);
  const double seconds = frame   ? static_cast<double>(*frame) / kFramesPerSecond
                         : valid ? number * unit->factor
                                 : 0;
  if (valid && (seconds > 0 || (is_moment && seconds == 0)) && seconds <= kLimits.run_seconds) return seconds;
  refuse("{} takes a time up to 24h with its unit, such as 500ms, 10s or 2min{}, but here is {}", option,
         is_moment ? ", or a frame by its number, such as \"frame 750\"" : "", text);
  return std::nullopt;
}

AskedSituation::Outcome AskedSituation::read(std::shared_ptr<const CheckedFile> file,
                                             std::shared_ptr<const FileAsset> asset) {
  file_ = std::move(file);
  asset_ = asset != nullptr ? std::move(asset) : asset_of(*file_);
  return outcome_ = read_file();
}

AskedSituation::Outcome AskedSituation::read(std::shared_ptr<const CheckedFile> file, Situation situation) {
  file_ = std::move(file);
  asset_ = asset_of(*file_);
  outcome_ = take_file();
  if (outcome_ == Outcome::good) situation_ = std::move(situation);
  return outcome_;
}

const Situation* AskedSituation::course() const { return moment_ != nullptr ? &moment_->course() : nullptr; }

AskedSituation::Outcome AskedSituation::read_again() { return outcome_ = read_question(); }

AskedSituation::Outcome AskedSituation::read_file() {
  const Outcome outcome = take_file();
  return outcome == Outcome::good ? read_question() : outcome;
}

AskedSituation::Outcome AskedSituation::take_file() {
  sources_ = file_->sources;
  diagnostics_ = asset_->diagnostics;
  if (diagnostics_.has_errors()) return Outcome::has_errors;
  if (!asset_->status) {
    refuse("internal error: the runtime refused the blob: {}", describe(asset_->status.code));
    return Outcome::has_errors;
  }
  return Outcome::good;
}

AskedSituation::Outcome AskedSituation::read_question() {
  refusal_.clear();
  test_ = {};
  test_name_ = {};
  shown_agent_ = kNone;
  decided_.reset();
  moment_.reset();
  if (!read_options()) return Outcome::is_refused;
  situation_ = read_situation(program().model, test_, diagnostics_);
  AgentReach(program().model).check(test_, diagnostics_);
  if (diagnostics_.has_errors()) return Outcome::is_refused;
  if (test_.scene.given() && !find_shown_agent()) return Outcome::is_refused;
  const bool has_moment = !question_.moment.empty() || (test_.scene.given() && question_.asks_of_one);
  return !has_moment || go_to_moment() ? Outcome::good : Outcome::is_refused;
}

void AskedSituation::take_decided(Decided decided) {
  Thought& thought = decided.thought;
  thought.agent_index = asset().find(ishi::Kind::agents, model().imported.id("agents", agent().name.text));
  thought.agent = AssetParts(asset()).agent(thought.agent_index);
  decided_ = std::move(decided);
}

Verdict AskedSituation::verdict() const {
  return file_ != nullptr ? judge(program(), diagnostics_, LookedFor::programs) : Verdict();
}

// The command line as a test's situation.
bool AskedSituation::read_options() {
  const Model& model = program().model;
  if (model.agents.empty()) {
    refuse("{} has no agents", shown_);
    return false;
  }
  if (!question_.test.empty() && !take_test(model)) return false;
  if (!question_.scene.empty() && !take_scene(model)) return false;
  if (test_.scene.given()) return !has_options_of_one() && take_run() && read_changes();
  std::optional<uint32_t> agent = 0;
  if (question_.agent.empty() && !question_.test.empty()) {
    agent = test_.who.agent.index;
  } else if (!question_.agent.empty()) {
    agent = find_named(model.agents, question_.agent, "agent");
  } else if (model.agents.size() > 1) {
    std::vector<std::string_view> names;
    for (const auto& entry : model.agents) names.push_back(entry.name.text);
    refuse("whose decision? say {} and one of {}", question_.words.agent, fmt::join(names, ", "));
    return false;
  }
  if (!agent) return false;
  test_.who.agent.index = *agent;
  if (!question_.importance.empty()) {
    const auto profile = find_named(model.importance, question_.importance, "importance profile");
    if (!profile) return false;
    test_.who.importance.index = *profile;
  }
  if (!question_.state.empty()) {
    const auto state = find_named(model.agents[*agent].value.states.value, question_.state, "state");
    if (!state) return false;
    test_.who.in_state = *state;
  }
  if (!question_.running.empty()) {
    // "fight", or "fight=thug" of an action for somebody.
    const size_t equals = std::min(question_.running.find('='), question_.running.size());
    const std::string name = question_.running.substr(0, equals);
    if (!find_named(model.actions, name, "action")) return false;
    const auto& actions = model.agents[*agent].value.actions;
    const auto action = std::ranges::find(actions, name, &Reference::text);
    if (action != actions.end()) test_.who.running.index = action->index;
    if (action == actions.end()) {
      refuse("{} does not have the action {}", model.agents[*agent].name.text, name);
      return false;
    }
    const bool is_for_somebody = !model.actions[action->index].value.for_each.empty();
    if (equals < question_.running.size() && !is_for_somebody) {
      refuse("{0} has no for_each, so it runs for nobody: write {1} {0}", name, question_.words.running);
      return false;
    }
    const uint32_t set = model.actions[action->index].value.set();
    const bool has_names =
        set != kNone && (is_memory(model, set) || candidates_of(model, set).value.has_entities);
    if (equals == question_.running.size() && has_names) {
      refuse("{0} runs for a member of {1}: say for which, such as {2} {0}=NAME", name,
             name_of_set(model, set).text, question_.words.running);
      return false;
    }
    const uint32_t file = sources_.add(std::string(question_.words.running), question_.running + "\n");
    test_.who.running.span = {file, 0, static_cast<uint32_t>(equals)};
    if (equals < question_.running.size()) {
      const auto begin = static_cast<uint32_t>(equals + 1);
      const Span span{file, begin, static_cast<uint32_t>(question_.running.size())};
      test_.who.running_for = {Name{std::string_view(question_.running).substr(begin), span}, span, true};
    }
  }
  return take_run() && read_changes();
}

bool AskedSituation::read_changes() {
  sources_.show_from({});  // an option is no file below the root
  return std::ranges::all_of(question_.set, [&](const std::string& set) { return read_set(set); }) &&
         std::ranges::all_of(question_.world, [&](const std::string& one) { return read_world(one); }) &&
         std::ranges::all_of(question_.remembers, [&](const std::string& one) { return read_memory(one); }) &&
         std::ranges::all_of(question_.at, [&](const std::string& at) { return read_at(at); }) &&
         std::ranges::all_of(question_.fail, [&](const std::string& fail) { return read_fail(fail); });
}

// The situation of a scene's agents is the scene's.
bool AskedSituation::has_options_of_one() {
  const QuestionWords& words = question_.words;
  const std::string_view option = !question_.set.empty()          ? words.set
                                  : !question_.importance.empty() ? words.importance
                                  : !question_.running.empty()    ? words.running
                                  : !question_.state.empty()      ? words.state
                                                                  : "";
  const std::string_view place = !question_.world.empty()       ? words.world
                                 : !question_.remembers.empty() ? words.remembers
                                                                : "";
  if (option.empty() && !place.empty()) {
    refuse("{} is about a situation without a scene; write that in the scene", place);
    return true;
  }
  if (option.empty()) return false;
  const Map<SceneAgent>& agents = program().model.scenes[test_.scene.index].value.agents;
  const std::string who = !question_.agent.empty() ? question_.agent
                          : agents.empty()         ? std::string("ann")
                                                   : std::string(agents[0].name.text);
  if (!question_.set.empty()) {
    const std::string& set = question_.set[0];
    const size_t equals = std::min(set.find('='), set.size());
    const std::string name = set.substr(0, equals);
    const std::string value = equals < set.size() ? set.substr(equals + 1) : "…";
    const uint32_t key = find_index(program().model.blackboard, name);
    const bool is_shared = key != kNone && program().model.blackboard[key].value.scope.value != Scope::agent;
    const std::string in_scene = is_shared ? fmt::format("`shared: {{ {}: {} }}`", name, value)
                                           : fmt::format("`given: {{ {}: {} }}` of `{}`", name, value, who);
    refuse("{} is about a situation without a scene; write {} in the scene{}", words.set, in_scene,
           question_.asks_of_one ? ""
                                 : fmt::format(", or say {} \"0s: {{ set: {{ {}{}: {} }} }}\"", words.at,
                                               is_shared ? "" : who + ".", name, value));
  } else {
    const bool is_importance = !question_.importance.empty();
    const bool is_running = !is_importance && !question_.running.empty();
    const std::string& value = is_importance ? question_.importance
                               : is_running  ? question_.running
                                             : question_.state;
    const std::string_view field = is_importance ? "importance" : is_running ? "running" : "state";
    refuse("{} is about a situation without a scene; write `{}: {}` under `{}` in the scene", option, field,
           value, who);
  }
  return true;
}

bool AskedSituation::take_scene(const Model& model) {
  const auto scene = find_named(model.scenes, question_.scene, "scene");
  if (!scene) return false;
  test_.scene = {model.scenes[*scene].name.text, {}, *scene};
  return true;
}

// The agent is one of the scene's; of one decision somebody must be.
bool AskedSituation::find_shown_agent() {
  const Map<SceneAgent>& agents = program().model.scenes[test_.scene.index].value.agents;
  if (!question_.agent.empty()) {
    const auto agent = find_named(agents, question_.agent, "agent of the scene");
    if (!agent) return false;
    shown_agent_ = *agent;
  } else if (agents.size() == 1) {
    shown_agent_ = 0;
  }
  if (shown_agent_ != kNone || !question_.asks_of_one) return true;
  std::vector<std::string_view> names;
  for (const auto& agent : agents) names.push_back(agent.name.text);
  refuse("whose decision? say {} and one of {}", question_.words.agent, fmt::join(names, ", "));
  return false;
}

namespace {

// The frames whose time has come by then, exactly or as `play` shows it: in hundredths of a second, or in
// ten-thousandths as JSON. The first one always. No time is that of two frames, as these are further apart.
uint64_t frames_shown_by(double seconds) {
  constexpr double kHair = 0.6e-4;
  uint64_t last = frame_at(std::max(0.0, seconds)) + 1;
  const auto begins = [](uint64_t frame) {
    const double exact = static_cast<double>(frame) / kFramesPerSecond;
    return std::min(exact, shown_seconds(exact));
  };
  while (last > 0 && begins(last) > seconds + kHair) --last;
  return last + 1;
}

}  // namespace

// Runs the situation up to the moment, and takes the agent's last thought; without one the first thought.
bool AskedSituation::go_to_moment() {
  const bool is_first = question_.moment.empty();
  const auto seconds = is_first ? std::optional(test_.run.value)
                                : read_duration(question_.words.moment, question_.moment, true);
  if (!seconds) return false;
  if (is_run_ && *seconds > test_.run.value) {
    refuse("by {} the run is over: it lasts {}", question_.moment, show(test_.run.value, Quantity::duration));
    return false;
  }
  moment_ = std::make_shared<MomentOfThought>(asset(), program().model, situation_, agent_of_moment());
  const Status status = moment_->play(frames_shown_by(*seconds), is_first, question_.stop);
  const std::optional<double> thought_at = moment_->seconds();
  if (!status || !thought_at) {
    is_first ? refuse("the agent does not think in the first {}", show(*seconds, Quantity::duration))
             : refuse("the agent has not thought by then: name a later time with {}", question_.words.moment);
    return false;
  }
  const SimulatedAgent& agent = moment_->agent();
  decided_ = Decided{agent.thought(), *thought_at,
                     static_cast<uint64_t>(std::llround(*thought_at * kFramesPerSecond)),
                     fmt::format("{:.2f}s", *thought_at)};
  situation_ = agent.situation_of_thought();
  return true;
}

// Starts from the situation of the test that `question_.test` names: its whole name, or a part of the name
// that no other test has.
bool AskedSituation::take_test(const Model& model) {
  std::vector<const Named<Test>*> found;
  for (const auto& test : model.tests) {
    if (test.name.text == question_.test) found = {&test};
    if (test.name.text == question_.test) break;
    if (test.name.text.find(question_.test) != std::string_view::npos) found.push_back(&test);
  }
  if (found.size() == 1) {
    test_ = found[0]->value;
    test_name_ = found[0]->name.text;
    return take_proof(found[0]->name.text);
  }
  if (found.empty()) {
    refuse_unknown_test(model);
  } else {
    refuse("there are several tests that are called like \"{}\":", question_.test);
    for (const auto* test : found) refuse("{}", test->name.text);
  }
  return false;
}

// A name that no test has: one that is like it, or the first of all.
void AskedSituation::refuse_unknown_test(const Model& model) {
  constexpr size_t kMostListed = 8;
  std::vector<std::string_view> names;
  for (const auto& test : model.tests) names.push_back(test.name.text);
  if (const auto near = suggestions(question_.test, names); !near.empty())
    return refuse("there is no test \"{}\"; did you mean \"{}\"?", question_.test, near[0]);
  refuse("there is no test \"{}\"{}", question_.test, names.empty() ? "" : "; there are:");
  for (size_t i = 0; i < std::min(names.size(), kMostListed); ++i) refuse("{}", names[i]);
  if (names.size() > kMostListed) refuse("and {} more", names.size() - kMostListed);
}

// Of a test about many situations the one in which what it names has the one value that it says, or that of
// Values of keys and levels.
bool AskedSituation::take_proof(std::string_view name) {
  std::string open;
  for (const auto& entry : std::exchange(test_.for_all, {}).value) {
    if (entry.value == nullptr || entry.value->text == "any") continue;
    const bool is_range =
        entry.value->kind == NodeKind::scalar && entry.value->text.find("..") != std::string_view::npos;
    const bool is_set = std::ranges::any_of(question_.set, [&](const std::string& set) {
      return set.starts_with(fmt::format("{}=", entry.name.text));
    });
    if (!is_range)
      test_.who.given.push_back(entry);
    else if (!is_set)
      open += fmt::format("{}{} ({})", open.empty() ? "" : ", ", entry.name.text, entry.value->text);
  }
  if (open.empty()) return true;
  refuse("\"{}\" is about many situations; say which one with {} and a value of {}", name,
         question_.words.set, open);
  return false;
}

// The length of the play; later events of the test's run do not happen.
bool AskedSituation::take_run() {
  constexpr double kUsualRunSeconds = 10;
  is_run_ = test_.run.given;
  if (!question_.duration.empty()) {
    const auto seconds = read_duration(question_.words.duration, question_.duration, false);
    if (!seconds) return false;
    test_.run = {*seconds, {}, true};
    std::erase_if(test_.around.at,
                  [&](const Timed<Moment>& moment) { return moment.time.value >= *seconds; });
    for (auto* const tasks : {&test_.fails, &test_.around.without_effect}) {
      for (auto& task : *tasks)
        std::erase_if(task.value, [&](const Setting<double>& time) { return time.value >= *seconds; });
    }
  } else if (!test_.run.given) {
    double seconds = kUsualRunSeconds;
    if (!question_.moment.empty()) {  // what the scene changes until then comes
      const auto moment = read_duration(question_.words.moment, question_.moment, true);
      if (!moment) return false;
      seconds = std::max(seconds, *moment + 1);
    }
    test_.run = {seconds, {}, true};
  }
  return true;
}

// "hp=20": read as the YAML "hp: 20", so that values are written as in tests.
bool AskedSituation::read_set(const std::string& set) {
  const Node* root = read_pair(question_.words.set, "key=value", set, "hp=20");
  if (root == nullptr) return false;
  for (const Entry& entry : root->entries) {
    test_.who.given.erase(entry.key);  // the last one counts
    if (entry.value->kind != NodeKind::poisoned)
      test_.who.given.push_back({{entry.key, entry.key_span}, entry.value});
  }
  return true;
}

// "thug={ is: person }": somebody more, or somebody of the test in another way.
bool AskedSituation::read_world(const std::string& entity) {
  const Node* root = read_pair(question_.words.world, "entity=what is said of it", entity,
                               "thug={ is: person, position: [3, 0, 0] }");
  if (root == nullptr) return false;
  for (const Entry& entry : root->entries) test_.around.world.erase(entry.key);
  read_field("world", *root);
  return link_things(test_.around.world);
}

bool AskedSituation::read_memory(const std::string& memory) {
  const Node* root =
      read_pair(question_.words.remembers, "memory=facts", memory, "foes=[{ is: thug, age: 2s }]");
  if (root == nullptr) return false;
  for (const Entry& entry : root->entries) {
    const std::string name(entry.key);
    if (!find_named(program().model.memory, name, "memory")) return false;
    test_.who.remembers.erase(entry.key);
  }
  read_field("remembers", *root);
  return true;
}

// The things of entities that an option brings.
bool AskedSituation::link_things(Map<Placement>& entities) {
  for (auto& entity : entities) {
    Reference& is = entity.value.is;
    if (!is.given() || is.index != kNone) continue;
    const auto thing = find_named(program().model.things, std::string(is.text), "thing");
    if (!thing) return false;
    is.index = *thing;
  }
  return true;
}

namespace {

// "frame 120: …" as a test writes it, which has no frames: "2.000000s: …". Any other text as it is.
std::string with_time(const std::string& text) {
  const size_t end = std::min(text.find(':'), text.size());
  const std::optional<NamedMoment> moment = read_moment(std::string_view(text).substr(0, end));
  if (!moment || !moment->frame) return text;
  return fmt::format("{:.6f}s{}", static_cast<double>(*moment->frame) / kFramesPerSecond, text.substr(end));
}

}  // namespace

bool AskedSituation::read_fail(const std::string& fail) {
  const size_t time = std::min(fail.find('='), fail.size() - 1) + 1;
  const Node* root = read_pair(question_.words.fail, "task=time",
                               fail.substr(0, time) + with_time(fail.substr(time)), "move_to=2s");
  if (root != nullptr) read_field("fails", *root);
  return root != nullptr;
}

bool AskedSituation::read_at(const std::string& written) {
  const std::string at = with_time(written);
  const Node* root = nullptr;
  const size_t colon = at.find(':');
  const size_t block = at.find('{');
  if (colon == std::string::npos || block < colon) {
    refuse("{} takes a time and what happens then, such as \"2s: {{ set: {{ hp: 20 }} }}\", but here is {}",
           question_.words.at, at);
  } else {
    root = read_yaml(question_.words.at, at, at.substr(0, at.find(':')), at);
  }
  if (root == nullptr) return false;
  read_field("at", *root);
  return std::ranges::all_of(test_.around.at, [&](Timed<Moment>& moment) {
    return link_things(moment.value.add) && link_things(moment.value.place);
  });
}

// Adds to a field of the test; what is wrong with it is a diagnostic.
void AskedSituation::read_field(std::string_view name, const Node& node) {
  const auto field = std::ranges::find(kTestMapping.fields, name, &Field::name);
  Reader reader(diagnostics_, program().root);
  field->read(reader, *field, node, &test_);
}

// "key=value" as the YAML "key: value"; null after a message.
const Node* AskedSituation::read_pair(std::string_view option, std::string_view form,
                                      const std::string& written, std::string_view example) {
  const size_t equals = written.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse("{} takes {}, such as {}, but here is {}", option, form, example, written);
    return nullptr;
  }
  if (equals + 1 == written.size()) {
    refuse("{} {} has no value; write one, such as {}", option, written, example);
    return nullptr;
  }
  const std::string key = written.substr(0, equals);
  return read_yaml(option, written, key, fmt::format("{}: {}", key, written.substr(equals + 1)));
}

// Parses an option's text as YAML; null after reporting an error.
const Node* AskedSituation::read_yaml(std::string_view option, const std::string& written,
                                      const std::string& key, const std::string& yaml) {
  if (!is_one_line(written)) {
    refuse("{} stands on one line of UTF-8 without tabs, but here is {}", option, written);
    return nullptr;
  }
  const uint32_t file = sources_.add(fmt::format("{} {}", option, key), yaml + "\n");
  Diagnostics syntax;  // whose advice is about files
  trees_.push_back(read_tree(sources_.file(file).text(), file, syntax));
  if (syntax.has_errors()) {
    refuse("{} {} cannot be read: {}", option, written, syntax.all()[0].message);
    return nullptr;
  }
  return trees_.back().root;
}

const Node* AskedSituation::begun_with() const {
  const Node* const tests = program().root->find(section_name(Section::tests));
  return tests == nullptr || test_name_.empty() ? nullptr : tests->find(test_name_);
}

std::string_view AskedSituation::profile_name_in(uint32_t state) const {
  const Map<State>& states = agent().value.states.value;
  if (state >= states.size() || !states[state].value.importance.given()) return profile_name();
  return states[state].value.importance.text;
}

std::string_view AskedSituation::profile_name() const { return profile_name_of(situation_); }

std::string_view AskedSituation::profile_name_of(const SituationAgent& agent) const {
  const uint32_t usual = program().model.agents[agent.agent].value.importance.index;
  const uint32_t profile = agent.profile != kNone ? agent.profile : usual;
  return profile == kNone ? "" : program().model.importance[profile].name.text;
}

}  // namespace ishi::compiler
