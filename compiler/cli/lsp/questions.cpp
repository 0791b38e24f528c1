#include "cli/lsp/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/lsp/failure.h"
#include "cli/lsp/server.h"
#include "cli/play/play_json.h"
#include "cli/sweep/print_swept.h"
#include "cli/why/print_explanation.h"
#include "simulate/simulation.h"

namespace ishi::compiler::cli {
namespace {

// An answer, or why there is none.
struct Answer {
  Json json;
  std::string refusal;
};

void take(const Json& options, const char* name, std::string& word) {
  if (options.contains(name) && options[name].is_string()) word = options[name].get<std::string>();
}

void take(const Json& options, const char* name, std::vector<std::string>& words) {
  if (!options.contains(name) || !options[name].is_array()) return;
  for (const Json& word : options[name]) {
    if (word.is_string()) words.push_back(word.get<std::string>());
  }
}

SituationQuestion question_of(const Json& options) {
  SituationQuestion question;
  take(options, "test", question.test);
  take(options, "agent", question.agent);
  take(options, "scene", question.scene);
  take(options, "importance", question.importance);
  take(options, "running", question.running);
  take(options, "state", question.state);
  take(options, "at", question.moment);
  take(options, "set", question.set);
  take(options, "world", question.world);
  take(options, "remembers", question.remembers);
  take(options, "changes", question.at);
  take(options, "fail", question.fail);
  take(options, "for", question.duration);
  return question;
}

std::string refusal_of(const AskedSituation& asked) {
  if (!asked.refusal().empty()) return fmt::format("{}", fmt::join(asked.refusal(), "\n"));
  for (const Diagnostic& one : asked.diagnostics().sorted()) {
    if (one.severity == Severity::error) return one.message;
  }
  return "it cannot be told";
}

// Answers as `ishi why --format json` prints; leaves the flips out if the option `flips` is false.
Answer decided(const AskedSituation& asked, const Json& options) {
  ExplainedDecision decision(asked);
  const bool has_flips = !options.contains("flips") || options["flips"] != false;
  if (!decision.explain(has_flips)) return {nullptr, refusal_of(asked)};
  return {explanation_json(decision), {}};
}

// What `ishi sweep --format json` prints.
Answer swept(const AskedSituation& asked, const Json& options) {
  std::vector<std::string> over;
  std::string importance;
  take(options, "over", over);
  take(options, "importance", importance);
  const auto answer = sweep(asked, over, importance);
  if (!answer) return {nullptr, answer.error()};
  return {swept_json(*answer), {}};
}

// What `ishi play --format json` prints.
Answer played(const AskedSituation& asked, const Stop& stop) {
  Simulation simulation(asked.asset(), asked.model(), asked.situation());
  PlayJson json(asked.model(), asked.asset(), asked.situation());
  Status status = simulation.open(0);
  const uint64_t frames = frames_of(asked.situation().course.seconds);
  for (uint64_t frame = 0; frame < frames && status && !is_stopped(&stop); ++frame) {
    status = simulation.frame();
    json.note(simulation);
    for (const SimulatedAgent& agent : simulation.agents()) json.note(agent);
  }
  if (!status) return {nullptr, fmt::format("the runtime refused the situation: {}", describe(status.code))};
  return {json.json(simulation), {}};
}

Answer answer_of(const AskedSituation& asked, const std::string& command, const Json& options,
                 const Stop& stop) {
  if (asked.outcome() != AskedSituation::Outcome::good) return {nullptr, refusal_of(asked)};
  if (command == "ishi.decide") return decided(asked, options);
  return command == "ishi.sweep" ? swept(asked, options) : played(asked, stop);
}

std::string_view name_of(SubjectKey::Kind kind) {
  switch (kind) {
    case SubjectKey::Kind::number: return "number";
    case SubjectKey::Kind::whole: return "whole";
    case SubjectKey::Kind::boolean: return "boolean";
    case SubjectKey::Kind::word: return "word";
    case SubjectKey::Kind::entity: return "entity";
    case SubjectKey::Kind::other: return "other";
  }
  return {};
}

}  // namespace

bool begins_question(std::string_view command, bool has_options) {
  return command == "ishi.decide" || command == "ishi.sweep" || command == "ishi.play" ||
         (command == "ishi.addTest" && has_options);
}

Json subjects_json(const Subjects& subjects) {
  Json keys = Json::array(), curves = Json::array(), agents = Json::array(), scenes = Json::array(),
       tests = Json::array();
  for (const SubjectKey& key : subjects.keys) {
    keys.push_back({{"name", key.name},
                    {"kind", name_of(key.kind)},
                    {"ranged", key.has_range},
                    {"low", key.low},
                    {"high", key.high},
                    {"fallback", key.fallback},
                    {"unit", key.unit},
                    {"words", key.words}});
  }
  for (const Subjects::OfCurve& curve : subjects.curves)
    curves.push_back({{"name", curve.name},
                      {"low", curve.sampled.low},
                      {"high", curve.sampled.high},
                      {"values", curve.sampled.values}});
  for (const Subjects::OfAgent& agent : subjects.agents)
    agents.push_back({{"name", agent.name},
                      {"importance", agent.importance},
                      {"states", agent.states},
                      {"actions", agent.actions}});
  for (const Subjects::OfScene& scene : subjects.scenes) {
    Json members = Json::array();
    for (const auto& [name, agent] : scene.agents) members.push_back({{"name", name}, {"agent", agent}});
    scenes.push_back({{"name", scene.name}, {"agents", std::move(members)}});
  }
  for (const Subjects::OfTest& test : subjects.tests)
    tests.push_back({{"name", test.name},
                     {"scene", test.scene},
                     {"agent", test.agent},
                     {"runs", test.has_run},
                     {"proves", test.is_proof}});
  return {{"keys", std::move(keys)},     {"curves", std::move(curves)}, {"profiles", subjects.profiles},
          {"agents", std::move(agents)}, {"scenes", std::move(scenes)}, {"tests", std::move(tests)}};
}

// `ishi.decide` URI {…}: why an agent decides as it does; `ishi.sweep`: along the keys `over`; `ishi.play`:
// what happens in a run; `ishi.addTest`: a test of the situation. {…} has what the options of the verbs are
// called: `test`, `agent`, `scene`, `importance`, `running`, `state`, `at`, `for`, and lists: `set`, `world`,
// `remembers`, `fail`, and `changes` for what `ishi play --at` takes. `flips: false` decides without them.
LongRequest::Work LanguageServer::ask(const ProjectFile& file, const std::string& command,
                                      const Json& options) {
  SituationQuestion question = question_of(options);
  question.asks_of_one = command != "ishi.play";
  if (command == "ishi.sweep" && question.importance == kAllProfiles) question.importance.clear();
  if (command == "ishi.addTest") return add_test(file, std::move(question));
  return [file, command, options, question = std::move(question)](LongRequest&, const Stop& stop) mutable {
    question.stop = &stop;
    const auto asked = file.workspace().ask(file.path, question);
    auto answer = std::make_shared<Answer>(answer_of(*asked, command, options, stop));
    question.stop = nullptr;
    return [answer]() -> Json {
      if (answer->json.is_null()) throw Failure{kRequestFailed, answer->refusal};
      return std::move(answer->json);
    };
  };
}

}  // namespace ishi::compiler::cli
