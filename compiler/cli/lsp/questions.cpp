#include "cli/lsp/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "cli/lsp/commands.h"
#include "cli/lsp/failure.h"
#include "cli/lsp/picture_edits.h"
#include "cli/sweep/print_swept.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "simulate/simulation.h"
#include "workspace/ask/explanation_json.h"
#include "workspace/ask/play_json.h"

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
  question.words = kFlags;
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

// A question about a situation, answered in pieces.
class Asking {
 public:
  Asking(ProjectFile file, std::string command, Json options, SituationQuestion question)
      : file_(std::move(file)),
        command_(std::move(command)),
        options_(std::move(options)),
        question_(std::move(question)) {}

  // The answer; nothing as long as there is more to do.
  std::optional<Answer> go_on(const Stop& stop) {
    if (asked_ == nullptr) {
      question_.stop = &stop;
      asked_ = file_.workspace().ask(file_.path, question_);
    }
    if (asked_->outcome() != AskedSituation::Outcome::good) return Answer{nullptr, refusal_of(*asked_)};
    if (command_ == "ishi.decide") return decide();
    return command_ == "ishi.sweep" ? sweep() : play(stop);
  }

 private:
  // Answers as `ishi why --format json` prints; leaves the flips out if the option `flips` is false. A piece
  // are the flips of one key.
  std::optional<Answer> decide() {
    if (!decision_) {
      decision_.emplace(*asked_);
      const bool has_flips = !options_.contains("flips") || options_["flips"] != false;
      if (!decision_->explain(false) || (has_flips && !decision_->begin_flips()))
        return Answer{nullptr, refusal_of(*asked_)};
      if (has_flips) return std::nullopt;
    }
    if (decision_->seek_flips()) return std::nullopt;
    return Answer{explanation_json(*decision_), {}};
  }

  // What `ishi sweep --format json` prints. A piece is a line, or a part of a map.
  std::optional<Answer> sweep() {
    if (!sweeping_) {
      std::vector<std::string> over;
      std::string importance;
      take(options_, "over", over);
      take(options_, "importance", importance);
      sweeping_.emplace(*asked_, over, importance);
    }
    if (sweeping_->go_on()) return std::nullopt;
    const auto answer = sweeping_->take();
    if (!answer) return Answer{nullptr, answer.error()};
    return Answer{swept_json(*answer), {}};
  }

  // What `ishi play --format json` prints. A piece is a second of the game.
  std::optional<Answer> play(const Stop& stop) {
    Status status;
    if (!simulation_) {
      simulation_.emplace(asked_->asset(), asked_->model(), asked_->situation());
      played_.emplace(asked_->model(), asked_->asset(), asked_->situation());
      status = simulation_->open(0);
    }
    const uint64_t frames = frames_of(asked_->situation().course.seconds);
    for (uint64_t i = 0; i < kFramesPerSecond && frame_ < frames && status && !is_stopped(&stop); ++i) {
      status = simulation_->frame();
      played_->note(*simulation_);
      for (const SimulatedAgent& agent : simulation_->agents()) played_->note(agent);
      ++frame_;
    }
    if (!status)
      return Answer{nullptr, fmt::format("the runtime refused the situation: {}", describe(status.code))};
    if (frame_ < frames) return std::nullopt;
    return Answer{played_->json(*simulation_), {}};
  }

  ProjectFile file_;
  std::string command_;
  Json options_;
  SituationQuestion question_;
  std::unique_ptr<AskedSituation> asked_;
  std::optional<ExplainedDecision> decision_;
  std::optional<SweepInPieces> sweeping_;
  std::optional<Simulation> simulation_;
  std::optional<PlayJson> played_;
  uint64_t frame_ = 0;  // the next one
};

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
                      {"actions", agent.actions},
                      {"profiles", agent.profiles}});
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
// `off`: parts of the text that are switched off for a try, [{uri, at}, …].
LongRequest::Work Commands::ask(const ProjectFile& file, const std::string& command, const Json& options) {
  SituationQuestion question = question_of(options);
  question.asks_of_one = command != "ishi.play";
  question.switched_off = switched_off_of(options, at_.projects);
  if (command == "ishi.sweep" && question.importance == kAllProfiles) question.importance.clear();
  if (command == "ishi.addTest") return add_test(file, std::move(question));
  const auto asking = std::make_shared<Asking>(file, command, options, std::move(question));
  return [asking](LongRequest&, const Stop& stop) -> LongRequest::Finish {
    auto made = asking->go_on(stop);
    if (!made) return {};
    const auto answer = std::make_shared<Answer>(std::move(*made));
    return [answer]() -> Json {
      if (answer->json.is_null()) throw Failure{kRequestFailed, answer->refusal};
      return std::move(answer->json);
    };
  };
}

}  // namespace ishi::compiler::cli
