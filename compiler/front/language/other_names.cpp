#include "language/other_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/scalar.h"
#include "language/step_records.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

struct OtherName {
  const Mapping* mapping;
  std::string_view written;
  std::string_view meant;
};

const Mapping* const kTestExpectation = find_field(kTestMapping, "expect")->mapping;
const Mapping* const kAgentExpectation = find_field(*kTestExpectation, "agents")->item->mapping;
const Mapping* const kSightMapping = find_field(kSenseMapping, "sight")->mapping;
const Mapping* const kMomentMapping = find_field(kSceneMapping, "at")->item->mapping;
const Mapping* const kMovementMapping = find_field(kSceneMapping, "moves")->item->mapping;
const Mapping* const kRepetition = find_field(kStepMapping, "repeat")->mapping;
const Mapping* const kSceneAgentMapping = find_field(kSceneMapping, "agents")->item->mapping;

// The words of other tools for it. A goal has the words of steps as well.
const std::array kOtherNames = {
    OtherName{&kTestMapping, "blocked", "walls"},
    OtherName{&kTaskMapping, "duration", "takes"},
    OtherName{&kTaskMapping, "time", "takes"},
    OtherName{&kTaskMapping, "parameters", "params"},
    OtherName{&kTaskMapping, "arguments", "params"},
    OtherName{&kTaskMapping, "args", "params"},
    OtherName{&kTaskMapping, "precondition", "requires"},
    OtherName{&kTaskMapping, "preconditions", "requires"},
    OtherName{&kTaskMapping, "pre", "requires"},
    OtherName{&kTaskMapping, "when", "requires"},
    OtherName{&kTaskMapping, "postcondition", "effects"},
    OtherName{&kTaskMapping, "postconditions", "effects"},
    OtherName{&kTaskMapping, "post", "effects"},
    OtherName{&kFileMapping, "memories", "memory"},
    OtherName{&kFileMapping, "keys", "blackboard"},
    OtherName{&kFileMapping, "variables", "blackboard"},
    OtherName{&kFileMapping, "behaviours", "actions"},
    OtherName{&kFileMapping, "behaviors", "actions"},
    OtherName{&kFileMapping, "profiles", "importance"},
    OtherName{&kFileMapping, "personalities", "importance"},
    OtherName{&kFileMapping, "sets", "candidates"},
    OtherName{&kActionMapping, "condition", "when"},
    OtherName{&kActionMapping, "conditions", "when"},
    OtherName{&kActionMapping, "requires", "when"},
    OtherName{&kActionMapping, "if", "when"},
    OtherName{&kActionMapping, "steps", "do"},
    OtherName{&kActionMapping, "body", "do"},
    OtherName{&kActionMapping, "utility", "score"},
    OtherName{&kActionMapping, "priority", "rank"},
    OtherName{&kActionMapping, "on_exit", "finally"},
    OtherName{&kActionMapping, "on_end", "finally"},
    OtherName{&kStepMapping, "retries", "retry"},
    OtherName{&kStepMapping, "attempts", "retry"},
    OtherName{&kStepMapping, "max_retries", "retry"},
    OtherName{&kStepMapping, "on_failure", "on_fail"},
    OtherName{&kStepMapping, "on_error", "on_fail"},
    OtherName{&kStepMapping, "max_time", "timeout"},
    OtherName{&kStepMapping, "max_duration", "timeout"},
    OtherName{&kStepMapping, "time_limit", "timeout"},
    OtherName{&kStepMapping, "condition", "when"},
    OtherName{&kStepMapping, "conditions", "when"},
    OtherName{&kStepMapping, "if", "when"},
    OtherName{&kStepMapping, "guard", "when"},
    OtherName{&kStepMapping, "precondition", "when"},
    OtherName{&kStepMapping, "preconditions", "when"},
    OtherName{&kStepMapping, "requires", "when"},
    OtherName{&kStepMapping, "utility", "score"},
    OtherName{&kStepMapping, "sequence", "do"},
    OtherName{&kStepMapping, "steps", "do"},
    OtherName{&kStepMapping, "selector", "first"},
    OtherName{&kStepMapping, "fallback", "first"},
    OtherName{&kStepMapping, "methods", "first"},
    OtherName{&kStepMapping, "delay", "wait"},
    OtherName{&kStepMapping, "assert", "check"},
    OtherName{&kStepMapping, "require", "check"},
    OtherName{&kStepMapping, "ensure", "check"},
    OtherName{&kStepMapping, "match", "switch"},
    OtherName{&kStepMapping, "parallel", "all"},
    OtherName{&kStepMapping, "race", "any"},
    OtherName{&kStepMapping, "loop", "repeat"},
    OtherName{&kStepMapping, "while_do", "repeat"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "target", "to"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "where", "to"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "place", "to"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "position", "to"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "away", "away_from"},
    OtherName{find_field(kStepMapping, "walk")->mapping, "from", "away_from"},
    OtherName{&kEventMapping, "params", "fields"},
    OtherName{&kEventMapping, "parameters", "fields"},
    OtherName{&kEventMapping, "arguments", "fields"},
    OtherName{&kEventMapping, "args", "fields"},
    OtherName{&kEventMapping, "payload", "fields"},
    OtherName{&kEventMapping, "data", "fields"},
    OtherName{kSightMapping, "angle", "field"},
    OtherName{kSightMapping, "fov", "field"},
    OtherName{kSightMapping, "cone", "field"},
    OtherName{kSightMapping, "distance", "range"},
    OtherName{kSightMapping, "radius", "range"},
    OtherName{&kTaskMapping, "returns", "gives"},
    OtherName{&kTaskMapping, "return", "gives"},
    OtherName{&kTaskMapping, "outputs", "gives"},
    OtherName{&kTaskMapping, "output", "gives"},
    OtherName{&kTaskMapping, "results", "gives"},
    OtherName{&kGoalMapping, "returns", "gives"},
    OtherName{&kGoalMapping, "outputs", "gives"},
    OtherName{&kGoalMapping, "lookahead", "foresee"},
    OtherName{&kGoalMapping, "look_ahead", "foresee"},
    OtherName{&kGoalMapping, "plan_ahead", "foresee"},
    OtherName{&kStepMapping, "save_as", "as"},
    OtherName{&kStepMapping, "store_as", "as"},
    OtherName{&kStepMapping, "result", "as"},
    OtherName{&kStepMapping, "output", "as"},
    OtherName{&kTokenMapping, "max", "count"},
    OtherName{&kTokenMapping, "limit", "count"},
    OtherName{&kTokenMapping, "capacity", "count"},
    OtherName{&kTokenMapping, "size", "count"},
    OtherName{&kTokenMapping, "amount", "count"},
    OtherName{kAgentExpectation, "for", "on"},
    OtherName{kAgentExpectation, "levels", "level"},
    OtherName{kAgentExpectation, "tasks", "does"},
    OtherName{kTestExpectation, "for", "on"},
    OtherName{kTestExpectation, "levels", "level"},
    OtherName{kTestExpectation, "tasks", "does"},
    OtherName{kMomentMapping, "spawn", "add"},
    OtherName{kMomentMapping, "create", "add"},
    OtherName{kMomentMapping, "despawn", "remove"},
    OtherName{kMomentMapping, "destroy", "remove"},
    OtherName{kMomentMapping, "kill", "remove"},
    OtherName{kMomentMapping, "leave", "remove"},
    OtherName{kMomentMapping, "unlock", "open"},
    OtherName{kMomentMapping, "opens", "open"},
    OtherName{kMomentMapping, "shut", "close"},
    OtherName{kMomentMapping, "closes", "close"},
    OtherName{kMomentMapping, "move", "place"},
    OtherName{kMomentMapping, "teleport", "place"},
    OtherName{kMomentMapping, "given", "set"},
    OtherName{kMomentMapping, "events", "emit"},
    OtherName{kMomentMapping, "post", "emit"},
    OtherName{kRepetition, "order_by", "by"},
    OtherName{kRepetition, "sort_by", "by"},
    OtherName{kRepetition, "order", "by"},
    OtherName{kRepetition, "steps", "do"},
    OtherName{kRepetition, "body", "do"},
    OtherName{kRepetition, "count", "times"},
    OtherName{kRepetition, "foreach", "for_each"},
    OtherName{kMovementMapping, "start", "starts"},
    OtherName{kMovementMapping, "begins", "starts"},
    OtherName{kMovementMapping, "points", "path"},
    OtherName{kMovementMapping, "waypoints", "path"},
    OtherName{&kSceneMapping, "entities", "world"},
    OtherName{&kSceneMapping, "blocked", "walls"},
    OtherName{&kSceneMapping, "movements", "moves"},
    OtherName{&kGoalMapping, "interrupt", "interject"},
    OtherName{&kGoalMapping, "interrupts", "interject"},
    OtherName{&kGoalMapping, "on_exit", "finally"},
    OtherName{&kGoalMapping, "on_end", "finally"},
    OtherName{&kMemoryMapping, "ttl", "forget"},
    OtherName{&kMemoryMapping, "lifetime", "forget"},
    OtherName{&kMemoryMapping, "size", "capacity"},
    OtherName{&kMemoryMapping, "max", "capacity"},
    OtherName{&kGoalMapping, "parameters", "params"},
    OtherName{&kGoalMapping, "arguments", "params"},
    OtherName{&kGoalMapping, "args", "params"},
    OtherName{&kGoalMapping, "steps", "do"},
    OtherName{&kGoalMapping, "body", "do"},
    OtherName{&kGoalMapping, "precondition", "requires"},
    OtherName{&kGoalMapping, "preconditions", "requires"},
    OtherName{&kGoalMapping, "pre", "requires"},
    OtherName{&kGoalMapping, "postcondition", "effects"},
    OtherName{&kGoalMapping, "postconditions", "effects"},
    OtherName{&kGoalMapping, "post", "effects"},
    OtherName{&kAgentMapping, "profile", "importance"},
    OtherName{&kStateMapping, "profile", "importance"},
    OtherName{&kStateMapping, "transitions", "to"},
    OtherName{&kStateMapping, "next", "to"},
    OtherName{&kStateMapping, "goto", "to"},
    OtherName{&kStateMapping, "on_enter", "enter"},
    OtherName{&kStateMapping, "entry", "enter"},
    OtherName{&kStateMapping, "on_entry", "enter"},
    OtherName{&kStateMapping, "exit", "finally"},
    OtherName{&kStateMapping, "on_exit", "finally"},
    OtherName{&kStateMapping, "leave", "finally"},
    OtherName{&kStateMapping, "do", "actions"},
    OtherName{&kTestMapping, "setup", "given"},
    OtherName{kTestExpectation, "not_picks", "never_picks"},
    OtherName{kAgentExpectation, "not_picks", "never_picks"},
    OtherName{find_field(kTestMapping, "expect")->mapping, "not", "never_picks"},
    OtherName{find_field(*find_field(kTestMapping, "expect")->mapping, "agents")->item->mapping, "not",
              "never_picks"},
    OtherName{find_field(*find_field(kTestMapping, "expect")->mapping, "agents")->item->mapping, "counts",
              "times"},
    OtherName{find_field(kTestMapping, "expect")->mapping, "counts", "times"},
    OtherName{find_field(kTestMapping, "expect")->mapping, "count", "times"},
    OtherName{&kTestMapping, "memory", "remembers"},
    OtherName{&kTestMapping, "claims", "taken"},
    OtherName{&kTestMapping, "claimed", "taken"},
    OtherName{&kTestMapping, "tokens", "taken"},
    OtherName{&kTestMapping, "situation", "given"},
    OtherName{&kEnumMapping, "values", "members"},
    OtherName{&kEnumMapping, "words", "members"},
    OtherName{&kEnumMapping, "of", "members"},
    OtherName{&kKeyMapping, "enum", "one_of"},
    OtherName{&kKeyMapping, "values", "one_of"},
    OtherName{&kKeyMapping, "words", "one_of"},
    OtherName{&kKeyMapping, "options", "one_of"},
    OtherName{&kFieldMapping, "enum", "one_of"},
    OtherName{&kFieldMapping, "values", "one_of"},
    OtherName{&kFieldMapping, "words", "one_of"},
    OtherName{&kFieldMapping, "options", "one_of"},
    OtherName{&kParameterMapping, "enum", "one_of"},
    OtherName{&kParameterMapping, "values", "one_of"},
    OtherName{&kKeyMapping, "min", "range"},
    OtherName{&kKeyMapping, "max", "range"},
    OtherName{&kFieldMapping, "min", "range"},
    OtherName{&kFieldMapping, "max", "range"},
};

constexpr std::string_view kForEachName =
    "`for_each` belongs to an action, which is scored for each member of a set and done for the best one: "
    "write it "
    "beside the action's `do`. To go over all of them: `repeat: { for_each: { NAME: SET }, do: [...] }`";

constexpr std::string_view kClaims =
    "an action claims for as long as it runs: write `claims: NAME` beside its `do`; when it ends, everything "
    "is "
    "free again";
constexpr std::string_view kDrawnActions =
    "an agent draws among its actions by their scores with `select: { weighted: {} }`; `when: random < 0.3` "
    "is "
    "drawn anew at each thought";
constexpr std::string_view kLasts =
    "an action lasts as long as its steps: a task lasts as long as the game, or in tests its `takes`, says; "
    "`wait: 3s` is a step, and `timeout: 3s` below a step ends it";
constexpr std::string_view kOfTests =
    "a test says it: write one with this `scene`, `run`, and there `fails` and the like";
constexpr std::string_view kThinks =
    "how often an agent thinks stands at the agent: `think: { every: 0.5s }`";

constexpr std::string_view kSensesWith =
    "it belongs to what the sense is: `sight: { range: 12m, field: 120deg }`, `hearing: {}` or `touch: {}`";
constexpr std::string_view kHearingWalls =
    "walls stop a sound for those whose hearing says so: `hearing: { occlusion: true }`";
constexpr std::string_view kAtTheEnd =
    "what is done at the end stands under `finally`, where `completed`, `failed` and `aborted` tell how it "
    "ended: "
    "`finally: [{ set: { … }, when: completed }]`";
constexpr std::string_view kEmitsNone = "`emits: {}` expects that nothing is emitted in the whole run";
constexpr std::string_view kComesTo = "that it comes to a place is `reaches: [1, 0, 1]`";
constexpr std::string_view kOnceUntil =
    "what is so once up to a time stands beside `within`: `{ state: alert, within: 5s }`";

// Words for which another name alone is no answer.
struct OtherWay {
  const Mapping* mapping;
  std::string_view written;
  std::string_view help;
};
const std::array kOtherWays = {
    OtherWay{
        &kStepMapping, "abort_if",
        "what must hold all the while is its `while`: `while: not …` fails it, and `until: …` completes it"},
    OtherWay{&kStepMapping, "inverter", "write `invert: true` below the step, in the same column"},
    OtherWay{&kStepMapping, "decorator",
             "what changes how a step is done stands below it, in the same column: `when`, `until`, `while`, "
             "`timeout`, `retry` and `on_fail`"},
    OtherWay{&kStepMapping, "subtree", "a goal is done by its name alone"},
    OtherWay{&kStepMapping, "foreach", kForEachName},
    OtherWay{&kStepMapping, "claim", kClaims},
    OtherWay{&kStepMapping, "claims", kClaims},
    OtherWay{&kStepMapping, "acquire", kClaims},
    OtherWay{&kStepMapping, "reserve", kClaims},
    OtherWay{&kStepMapping, "release", kClaims},
    OtherWay{&kStepMapping, "unclaim", kClaims},
    OtherWay{&kStepMapping, "lock", kClaims},
    OtherWay{&kStepMapping, "unlock", kClaims},
    OtherWay{&kActionMapping, "chance", kDrawnActions},
    OtherWay{&kActionMapping, "probability", kDrawnActions},
    OtherWay{&kActionMapping, "duration", kLasts},
    OtherWay{&kActionMapping, "takes", kLasts},
    OtherWay{&kActionMapping, "time", kLasts},
    OtherWay{&kActionMapping, "every", kThinks},
    OtherWay{&kActionMapping, "think", kThinks},
    OtherWay{&kActionMapping, "interval", kThinks},
    OtherWay{&kSceneMapping, "fails", kOfTests},
    OtherWay{&kSceneMapping, "picks", kOfTests},
    OtherWay{&kSceneMapping, "within", kOfTests},
    OtherWay{&kSceneMapping, "after", kOfTests},
    OtherWay{&kGoalMapping, "for_each", kForEachName},
    OtherWay{&kPlan, "depth", "how many steps a plan may have stands under `limit`: `limit: { depth: 8 }`"},
    OtherWay{&kPlan, "situations",
             "how far the search for a plan goes stands under `limit`: `limit: { situations: 8192 }`"},
    OtherWay{&kStateMapping, "initial", "agents begin in the state that stands first: put this one there"},
    OtherWay{&kStateMapping, "start", "agents begin in the state that stands first: put this one there"},
    OtherWay{&kStateMapping, "when",
             "what leads to a state stands in the states from which it does: `to: { NAME: … }`"},
    OtherWay{&kStateMapping, "from",
             "what leads to a state stands in the states from which it does: `to: { NAME: … }`"},
    OtherWay{&kTestMapping, "level",
             "levels are given as `given: { needs.NAME: 0.5 }`, and expected at the end of a run as `expect: "
             "{ level: { NAME: 0.3..0.4 } }`"},
    OtherWay{&kTestMapping, "needs", "a need's level is given as `given: { needs.NAME: 0.5 }`"},
    OtherWay{&kTestMapping, "drives", "a drive's level is given as `given: { drives.NAME: 0.5 }`"},
    OtherWay{kSceneAgentMapping, "position",
             "where it is stands under `self`: `self: { position: [0, 0, 0] }`"},
    OtherWay{kSceneAgentMapping, "facing",
             "where it looks stands under `self`: `self: { facing: [0, 0, 1] }`"},
    OtherWay{kSceneAgentMapping, "is", "what it is stands under `self`: `self: { is: person }`"},
    OtherWay{kSceneAgentMapping, "for", "whom it is busy with is its `running_for`"},
    OtherWay{kSceneAgentMapping, "needs", "a need's level is given as `given: { needs.NAME: 0.5 }`"},
    OtherWay{kSceneAgentMapping, "drives", "a drive's level is given as `given: { drives.NAME: 0.5 }`"},
    OtherWay{&kSenseMapping, "range", kSensesWith},
    OtherWay{&kSenseMapping, "radius", kSensesWith},
    OtherWay{&kSenseMapping, "fov", kSensesWith},
    OtherWay{&kSenseMapping, "angle", kSensesWith},
    OtherWay{&kSenseMapping, "field", kSensesWith},
    OtherWay{&kSenseMapping, "type", kSensesWith},
    OtherWay{&kSenseMapping, "kind", kSensesWith},
    OtherWay{&kSoundMapping, "occlusion", kHearingWalls},
    OtherWay{&kSoundMapping, "occluded", kHearingWalls},
    OtherWay{&kSoundMapping, "walls", kHearingWalls},
    OtherWay{&kActionMapping, "on_success", kAtTheEnd},
    OtherWay{&kActionMapping, "on_complete", kAtTheEnd},
    OtherWay{&kActionMapping, "on_completed", kAtTheEnd},
    OtherWay{&kActionMapping, "on_abort", kAtTheEnd},
    OtherWay{&kActionMapping, "on_aborted", kAtTheEnd},
    OtherWay{&kActionMapping, "on_interrupt", kAtTheEnd},
    OtherWay{&kGoalMapping, "on_success", kAtTheEnd},
    OtherWay{&kGoalMapping, "on_complete", kAtTheEnd},
    OtherWay{&kGoalMapping, "on_abort", kAtTheEnd},
    OtherWay{&kStepMapping, "foresee", "a goal foresees: write one with `foresee: true`, and name it here"},
    OtherWay{
        &kStepMapping, "into",
        "what a step gives back is called by a name of its own, `as: found`, and read as `found.spot`; a "
        "later step keeps it: `set: { …: found.spot }`"},
    OtherWay{kAgentExpectation, "never_emits", kEmitsNone},
    OtherWay{kAgentExpectation, "not_emits", kEmitsNone},
    OtherWay{kTestExpectation, "never_emits", kEmitsNone},
    OtherWay{kTestExpectation, "not_emits", kEmitsNone},
    OtherWay{kAgentExpectation, "position", kComesTo},
    OtherWay{kTestExpectation, "position", kComesTo},
    OtherWay{kAgentExpectation, "eventually", kOnceUntil},
    OtherWay{kTestExpectation, "eventually", kOnceUntil},
    OtherWay{kMovementMapping, "to",
             "where it goes is its `path`, which begins where it is: `path: [[20, 0, 0], [4, 0, 0]]`"},
    OtherWay{kRepetition, "while", "it goes round `until` something holds: `until: not …`"},
    OtherWay{
        &kSceneMapping, "given",
        "keys of an agent stand under it, `ann: { given: { … } }`, and those of the world under `shared`"},
    OtherWay{&kSceneMapping, "run",
             "a scene has no end; a test of it says `run: 5s`, and `ishi play` `--for 5s`"},
    OtherWay{&kSceneMapping, "expect", "tests expect: write one with this `scene`, `run` and `expect`"},
    OtherWay{&kSceneMapping, "teams", "`teams` is a section of the file; an agent says its `team`"},
    OtherWay{kMomentMapping, "expect",
             "what is so at a time stands under the test's `expect`: `expect: { at: { 3s: { … } } }`"},
    OtherWay{&kAgentMapping, "state", "its states stand under `states`, the first one first"},
};

constexpr std::array<std::string_view, 3> kOtherExtends = {"parent", "inherits", "base"};

bool is_of_plans(std::string_view name) {
  return find_field(kPlan, name) != nullptr || find_field(kPlanLimit, name) != nullptr;
}

bool is_variable(const Mapping& mapping) {
  return &mapping == &kKeyMapping || &mapping == &kFieldMapping || &mapping == &kParameterMapping;
}

bool is_type_word(const Node& node) {
  return node.kind == NodeKind::scalar && std::ranges::find(type_names(), node.text) != type_names().end();
}

}  // namespace

OtherWord other_word(const Mapping& mapping, std::string_view written) {
  const auto is_it = [&](const auto& row) { return row.mapping == &mapping && row.written == written; };
  if (const auto row = std::ranges::find_if(kOtherNames, is_it); row != kOtherNames.end()) {
    if (row->meant == "range" && is_variable(mapping))
      return {"write both ends as one `range`, such as `range: 0..100`", {}};
    return {fmt::format("it is called `{}` here", row->meant), row->meant};
  }
  if (const auto row = std::ranges::find_if(kOtherWays, is_it); row != kOtherWays.end())
    return {std::string(row->help), {}};
  if (mapping.is_named && std::ranges::find(kOtherExtends, written) != kOtherExtends.end())
    return {"it is called `extends` here", "extends"};
  if (&mapping != &kGoalMapping && &mapping != &kActionMapping) return {};
  if (&mapping == &kGoalMapping && find_field(kStepMapping, written) != nullptr) return {};
  const OtherWord of_steps = other_word(kStepMapping, written);
  const bool is_here =
      of_steps.name.empty() ? &mapping == &kGoalMapping : find_field(mapping, of_steps.name) != nullptr;
  return is_here ? of_steps : OtherWord{};
}

std::string help_to_kind(const Mapping& mapping, const Entry& entry) {
  std::vector<std::string_view> kinds;
  if (&mapping != &kCurveMapping) return {};
  for (const Field& field : mapping.fields) {
    if (field.kind != 0 && field.form == Form::record && find_field(*field.mapping, entry.key) != nullptr)
      kinds.push_back(field.name);
  }
  if (kinds.empty()) return {};
  return fmt::format("`{}` is a part of {}: write it in there, such as `{}: {{ {}: {} }}`", entry.key,
                     quoted_list(kinds, "or"), kinds[0], entry.key,
                     entry.value->kind == NodeKind::scalar ? entry.value->text : "…");
}

std::string misplaced_help(const Mapping& mapping, const Entry& entry) {
  const bool is_of_run = &mapping == &kTestMapping || &mapping == &kSceneMapping;
  const size_t digits = number_length(entry.key);
  if (is_of_run && digits > 0 && digits + unit_length(entry.key.substr(digits)) == entry.key.size())
    return fmt::format("what happens at a time stands under `at`: `at: {{ {}: {} }}`", entry.key,
                       entry.value->kind == NodeKind::scalar ? entry.value->text : "{ … }");
  if (&mapping == kTestExpectation && entry.value->kind == NodeKind::mapping)
    return fmt::format("agents of a scene stand under `agents`: `agents: {{ {}: {{ … }} }}`", entry.key);
  if (&mapping == kMomentMapping && entry.value->kind == NodeKind::mapping)
    return fmt::format(
        "events arrive under `emit`, and entities change under `place`: `emit: {{ {}: {{ … }} }}`",
        entry.key);
  if (&mapping == kMomentMapping && entry.value->kind == NodeKind::sequence)
    return fmt::format(
        "the members of a set change under `candidates`, and what a memory holds under `remembers`: "
        "`candidates: {{ {}: […] }}`",
        entry.key);
  if (&mapping == kMomentMapping)
    return fmt::format("values change under `set`: `set: {{ {}: {} }}`", entry.key,
                       entry.value->kind == NodeKind::scalar ? entry.value->text : "…");
  if (is_variable(mapping) && is_type_word(*entry.value))
    return fmt::format("write its type as `type: {}`, in place of `{}: {}`", entry.value->text, entry.key,
                       entry.value->text);
  if (&mapping == &kThingMapping || &mapping == &kEventMapping)
    return fmt::format("what can be read of it stands under `fields`: `fields: {{ {}: {} }}`", entry.key,
                       entry.value->kind == NodeKind::scalar ? entry.value->text : "…");
  if (&mapping == &kGoalMapping && is_of_plans(entry.key))
    return "what is planned stands under `plan`: `plan: { reach: …, using: […] }`";
  if (const Field* step = find_field(kStepMapping, entry.key); &mapping == &kGoalMapping && step != nullptr) {
    const std::string_view verb = step->is_verb ? step->name : step->with;
    if (!verb.empty()) return fmt::format("a step does that: write `do: [{{ {}: … }}]`", verb);
  }
  if (&mapping == &kGoalMapping && find_field(kActionMapping, entry.key) != nullptr)
    return fmt::format("`{}` belongs to the action that does the goal: write it there", entry.key);
  if (&mapping == &kActionMapping &&
      find_field(*find_field(kAgentMapping, "select")->mapping, entry.key) != nullptr)
    return fmt::format("`{0}` is about how an agent chooses: write `select: {{ {0}: {1} }}` at the agent",
                       entry.key, entry.value->kind == NodeKind::scalar ? entry.value->text : "…");
  if (&mapping != &kActionMapping) return {};
  const std::string_view other = other_word(kStepMapping, entry.key).name;
  const Field* step = find_field(kStepMapping, other.empty() ? entry.key : other);
  if (step != nullptr && step->is_verb)
    return fmt::format("it is a step here: write `do: [{}: …]`", step->name);
  if (step != nullptr && !other.empty())
    return fmt::format("`{}` modifies a step: write it below one under `do`, in the same column", other);
  if (find_field(kGoalMapping, entry.key) != nullptr)
    return fmt::format("`{}` belongs to a goal: write one with it, and name the goal under `do`", entry.key);
  return {};
}

}  // namespace ishi::compiler
