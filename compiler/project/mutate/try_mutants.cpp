#include "mutate/try_mutants.h"

#include <algorithm>
#include <utility>

#include "emit/emit.h"
#include "lower/lower.h"
#include "simulate/simulation.h"
#include "testing/run_tests.h"
#include "testing/varied_runs.h"

namespace ishi::compiler {
namespace {

// True if an error makes a mutant count as one that does not compile. A change that leaves a test nothing to
// check does not: the other tests are run.
bool refuses(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::error && diagnostic.code != Code::test_checks_nothing;
}

// The test that expects what can never come after the change; null if anything else is wrong, too. Whoever
// makes such a change is told so by the compiler, so that test counts as one that notices it.
const Name* made_impossible(const Program& program, const Diagnostics& diagnostics) {
  const Name* test = nullptr;
  for (const Diagnostic& found : diagnostics.all()) {
    if (!refuses(found)) continue;
    if (found.code != Code::task_never_started) return nullptr;
    const Name* of = nullptr;
    for (const auto& [name, one] : program.model.tests) {
      const bool is_before = name.span.file == found.span.file && name.span.begin <= found.span.begin;
      if (is_before && (of == nullptr || of->span.begin < name.span.begin)) of = &name;
    }
    if (of == nullptr || of->span.file != program.units.main_file) return nullptr;
    test = of;
  }
  return test;
}

// The kinds of agents that take part in a test, by their numbers in the model.
std::vector<uint32_t> agents_of(const TypedTest& test) {
  std::vector<uint32_t> agents;
  for (uint32_t i = 0; i < test.situation.agent_count(); ++i) {
    const uint32_t agent = test.situation.agent_at(i).agent;
    if (std::ranges::find(agents, agent) == agents.end()) agents.push_back(agent);
  }
  return agents;
}

// About what it takes, in frames of one agent. Each machine comes to the same, so that the same test notices.
double cost_of(const TypedTest& test) {
  constexpr double kThought = 20, kProof = 5000;
  if (test.is_proof()) return kProof;
  if (!test.has_run && !test.is_of_scene) return kThought;
  const double runs = test.is_search() ? static_cast<double>(quick_runs(test)) : 1;
  return runs * static_cast<double>(frames_of(test.situation.course.seconds)) *
         static_cast<double>(test.situation.agent_count());
}

bool has_action(const Named<Agent>& agent, uint32_t action) {
  return std::ranges::find(agent.value.actions, action, &Reference::index) != agent.value.actions.end();
}

size_t agents_with(const Model& model, uint32_t action) {
  return static_cast<size_t>(
      std::ranges::count_if(model.agents, [&](const auto& agent) { return has_action(agent, action); }));
}

// The agents of which analysis has proved that an action always wins, or never, with every profile.
size_t proved(const Model& model, uint32_t action, Code code, std::string_view words,
              const Diagnostics& diagnostics) {
  const Span name = model.actions[action].name.span;
  return static_cast<size_t>(std::ranges::count_if(diagnostics.all(), [&](const Diagnostic& found) {
    if (found.code != code) return false;
    const bool is_among = std::ranges::any_of(
        found.labels, [&](const Label& label) { return label.span == name && label.text == words; });
    return is_among || (found.span == name && found.message.ends_with(words));
  }));
}

// True if analysis has proved of all agents that have it that an action never wins, or that another one
// always does.
bool never_wins(const Model& model, uint32_t action, const Diagnostics& diagnostics) {
  const auto always_wins = [&](const Reference& other) {
    return other.index != action && proved(model, other.index, Code::always_wins, "always wins",
                                           diagnostics) >= agents_with(model, other.index);
  };
  size_t open = 0;  // agents in which no other action always wins
  for (const auto& agent : model.agents) {
    if (has_action(agent, action) && std::ranges::none_of(agent.value.actions, always_wins)) ++open;
  }
  return agents_with(model, action) > 0 &&
         proved(model, action, Code::never_wins, "can never win", diagnostics) >= open;
}

// The entry whose key stands at a place; null: none.
const Entry* find_entry(const Node& node, Span key) {  // NOLINT(misc-no-recursion): 64 levels at most
  for (const Entry& entry : node.entries) {
    if (entry.key_span == key) return &entry;
    if (const Entry* const inner = find_entry(*entry.value, key); inner != nullptr) return inner;
  }
  return nullptr;
}

}  // namespace

MutationSubject::MutationSubject(std::string path, std::string text, const FileReader& files,
                                 std::string filter, const Viewpoint& viewpoint)
    : path_(std::move(path)), text_(std::move(text)), reader_(files), filter_(std::move(filter)) {
  sources_.show_from(viewpoint);
  Diagnostics diagnostics;
  auto program = analyze_source(path_, text_, reader_, sources_, diagnostics, &parsed_);
  const bool has_tests = std::ranges::any_of(
      program->model.tests, [&](const auto& test) { return is_own(test, program->units.main_file); });
  if (!has_tests || diagnostics.has_errors()) return;
  lowered_ = lower(program->model, kNone, diagnostics);
  stripped_ = emit(program->model, lowered_, program->units, sources_, {.strip = true}, diagnostics);
  const std::vector<uint8_t> named =
      emit(program->model, lowered_, program->units, sources_, {}, diagnostics);
  if (diagnostics.has_errors() || !Asset::load(named, asset_)) return;
  forget_sources(stripped_);
  program_ = std::move(program);
  watch_tests();
  for (const SourceUnit& unit : program_->units.units) {
    if (unit.tree.root == nullptr) continue;
    list_.push_back({unit.path, unit.file, list_mutants(*unit.tree.root, sources_.file(unit.file).text())});
  }
  find_dead(*program_, diagnostics);
}

void MutationSubject::find_dead(const Program& program, Diagnostics& diagnostics) {
  constexpr CompileOptions kAnalyzed{.all_agents = true, .needs_blob = false, .analyzes = true};
  build_blob(program, kAnalyzed, sources_, diagnostics);
  for (uint32_t action = 0; action < program.model.actions.size(); ++action) {
    if (!never_wins(program.model, action, diagnostics)) continue;
    const Span name = program.model.actions[action].name.span;
    for (const SourceUnit& unit : program.units.units) {
      if (unit.file != name.file || unit.tree.root == nullptr) continue;
      if (const Entry* const entry = find_entry(*unit.tree.root, name); entry != nullptr)
        dead_.push_back({name.file, name.begin, std::max(name.end, entry->value->span.end)});
    }
  }
}

bool MutationSubject::is_dead(const File& file, const Mutant& mutant) const {
  return std::ranges::any_of(dead_, [&](const Span& one) {
    return one.file == file.file && one.begin <= mutant.shown.begin && mutant.shown.end <= one.end;
  });
}

// Runs each test once, and notes which steps its agents begin.
void MutationSubject::watch_tests() {
  const Model& model = program_->model;
  for (const TypedTest& test : program_->tests) {
    const bool is_taken = test.name.span.file == program_->units.main_file &&
                          test.name.text.find(filter_) != std::string_view::npos;
    if (!is_taken) continue;
    std::vector<BegunSteps> begun;
    for (const uint32_t agent : agents_of(test))
      begun.emplace_back(std::string(model.agents[agent].name.text));
    TestRunOptions options{.only = &test, .lowered = &lowered_};
    options.after_run = [&](const SimulatedAgent& agent) {
      const std::string_view kind = model.agents[agent.place().situation().agent].name.text;
      for (BegunSteps& one : begun) {
        if (one.agent() == kind) one.add(agent);
      }
    };
    options.after_thought = [&](const Thought& thought) { begun.front().add(thought); };
    // No proof depends on what bodies do, and none need be made once more to know that it holds.
    if (!test.is_proof())
      static_cast<void>(run_tests(model, program_->tests, program_->units.main_file, asset_, options));
    WatchedTest& watched = tests_.emplace_back(WatchedTest{std::string(test.name.text), cost_of(test)});
    for (BegunSteps& one : begun) watched.sees.push_back(part_of(std::move(one)));
  }
  std::ranges::stable_sort(tests_, {}, &WatchedTest::cost);
}

size_t MutationSubject::part_of(BegunSteps begun) {
  const auto known = std::ranges::find(parts_, begun, &Part::begun);
  if (known != parts_.end()) return static_cast<size_t>(known - parts_.begin());
  const auto agent = std::ranges::find_if(lowered_.agents, [&](const LoweredAgent& one) {
    return program_->model.agents[one.agent].name.text == begun.agent();
  });
  Part& part = parts_.emplace_back(Part{std::move(begun), &*agent, {}});
  part.bytes = seen_part(part.begun, asset_, *agent, *program_, lowered_, sources_);
  return parts_.size() - 1;
}

TriedMutant MutationSubject::try_mutant(const File& file, const Mutant& mutant, const Stop* stop) const {
  TriedMutant tried;
  const std::string_view text = sources_.file(file.file).text();
  for (tried.replacement = 0; tried.replacement < mutant.replacements.size(); ++tried.replacement) {
    std::string changed(text.substr(0, mutant.span.begin));
    changed += mutant.replacements[tried.replacement];
    changed += text.substr(mutant.span.end);
    tried.fate = try_text(file, std::move(changed), stop, tried.test);
    if (tried.fate != MutantFate::refused) break;
  }
  if (tried.fate == MutantFate::unnoticed && is_dead(file, mutant)) tried.fate = MutantFate::same;
  return tried;
}

MutantFate MutationSubject::try_text(const File& file, std::string text, const Stop* stop,
                                     std::string& test) const {
  const bool is_main = &file == list_.data();
  const OverlaidTexts files(reader_, {{file.path, text}});
  ParsedFiles parsed(parsed_, file.path);
  Sources sources;
  Diagnostics diagnostics;
  const auto program = analyze_source(path_, is_main ? text : text_, files, sources, diagnostics, &parsed);
  if (std::ranges::any_of(diagnostics.all(), refuses)) {
    const Name* const impossible = made_impossible(*program, diagnostics);
    if (impossible == nullptr || impossible->text.find(filter_) == std::string_view::npos)
      return MutantFate::refused;
    test = impossible->text;
    return MutantFate::noticed;
  }
  Diagnostics built;
  const Model& model = program->model;
  const Lowered lowered = lower(model, kNone, built);
  std::vector<uint8_t> stripped;
  if (!built.has_errors()) stripped = emit(model, lowered, program->units, sources, {.strip = true}, built);
  if (built.has_errors() || stripped.empty()) return MutantFate::refused;
  forget_sources(stripped);
  if (stripped == stripped_) return MutantFate::same;
  const std::vector<uint8_t> blob = emit(model, lowered, program->units, sources, {}, built);
  Asset asset;
  if (built.has_errors() || !Asset::load(blob, asset)) return MutantFate::refused;
  enum class Seen : uint8_t { unknown, no, yes };
  std::vector<Seen> seen(parts_.size(), Seen::unknown);
  const auto is_seen = [&](size_t part) {
    const Part& before = parts_[part];
    if (seen[part] == Seen::unknown)
      seen[part] = seen_part(before.begun, asset_, *before.agent, *program, lowered, sources) == before.bytes
                       ? Seen::no
                       : Seen::yes;
    return seen[part] == Seen::yes;
  };
  for (const WatchedTest& watched : tests_) {
    if (is_stopped(stop)) break;
    if (std::ranges::none_of(watched.sees, is_seen)) continue;
    const uint32_t index = find_index(model.tests, watched.name);
    if (index == kNone) continue;
    const auto results = run_tests(
        model, program->tests, program->units.main_file, asset,
        {.stops_at_failure = true, .stop = stop, .only = &program->tests[index], .lowered = &lowered});
    if (std::ranges::none_of(results, finds_fault, &TestResult::outcome)) continue;
    test = watched.name;
    return MutantFate::noticed;
  }
  return MutantFate::unnoticed;
}

}  // namespace ishi::compiler
