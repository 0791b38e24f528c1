#include "language/glossary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

// In alphabetical order.
constexpr auto kTerms = std::to_array<Term>({
    {"aborted", "abort",
     "Ended from outside before it was done: another action took over, its `while` turned false, or the body "
     "around it ended.",
     "Goals"},
    {"action", "",
     "Something that an agent can decide to do. Its score says how much the agent wants it now; its body "
     "(`do`) says what the agent then does.",
     "A decision"},
    {"agent", "",
     "A kind of character, with its options, its way to choose among them, and a rhythm of thinking. The "
     "game creates as many of each kind as it likes.",
     "An agent"},
    {"alias", "", "The name before the point for an imported file: `std.near` with `import: { std: … }`.",
     "Files and names"},
    {"amount", "",
     "The part of a need that an action satisfies, or of a drive that it reduces: `gains: { hunger: +0.9 }`. "
     "The score adds the strength times the amount.",
     "A decision"},
    {"argument", "",
     "The value that a step gives to a parameter of a task or goal: `go_to: { where: post }`.", "Bodies"},
    {"asset", "",
     "A file with `agents` of its own. It becomes one blob; files without agents are shared by the assets "
     "that include them.",
     "Files and names"},
    {"awareness", "",
     "A number from 0 to 1 for how certain an agent is of a target. It rises while a sense notices the "
     "target and falls while none does; when it reaches a level, the agent receives an event.",
     "Senses"},
    {"blackboard", "", "The keys of an agent: the values that the game writes and that its steps `set`.",
     "A key"},
    {"blob", "", "A compiled asset, the file that the game loads.", "Files and names"},
    {"body", "",
     "The steps of an option, under `do`, in order. An action without a body goes on until another one takes "
     "over.",
     "Bodies"},
    {"candidate", "candidates, set of candidates",
     "A member of a set that the game fills: a target, an object nearby, an order of the player.",
     "Candidates"},
    {"choice", "",
     "The best member of a set, found without doing anything with it. Scores, steps and the game read it.",
     "Choices"},
    {"claim", "",
     "A right that an action holds while it runs, so that no other agent has it: to a token, or to the "
     "member that the action runs for.",
     "Claims"},
    {"class of walkers", "",
     "An entry of `navigation`: the costs of paths for agents of this class, and their speed.", "Walking"},
    {"completed", "complete",
     "Ended as it should: a task that the game reported as done, a list whose last step has completed, a "
     "step whose `until` holds.",
     "Bodies"},
    {"condition", "",
     "An expression that holds or does not: comparisons, booleans, and combinations of them with `and`, `or` "
     "and `not`. Where a number is wanted, it counts as 1 or 0.",
     "Expressions"},
    {"confidence", "",
     "A number from 0 to 1 for how fresh a fact is: 1 when the agent has just noticed it, 0 when the agent "
     "is about to forget it.",
     "Memory"},
    {"consideration", "",
     "One named part of a score, held in 0..1. `combine` says how the parts become the score, usually as "
     "their product.",
     "A decision"},
    {"contract", "",
     "The names that game and behaviour share, in files that assets include: keys, tasks, events, kinds of "
     "things. `ishi header` writes them for the game's programmers.",
     "Files and names"},
    {"cooldown", "",
     "The time after an action's end in which the agent cannot choose it again, however it ended.", "Bodies"},
    {"draw", "drawn, chance",
     "A decision of chance: `random` in an expression, or an option chosen by lot (`select: weighted` or "
     "`softmax`). It follows from the world's seed and the agent.",
     "Expressions"},
    {"drive", "",
     "A pressure on an agent, from 0 to 1, such as fear; actions reduce it: `reduces: { worry: +0.5 }`. It "
     "has a level, as a need has.",
     "Levels"},
    {"edition", "", "The version of the language in which a file is written: its first line, `ishi: 1`.",
     "Files and names"},
    {"effect", "effects",
     "The new value of a key after a task. Tests and plans count on it; in the game, the game changes the "
     "key.",
     "Bodies"},
    {"elapsed", "",
     "The time since something began: the action in its scores, the step in a step, the state in `to`.",
     "Expressions"},
    {"eligible", "",
     "Able to be chosen now: its `when` holds, it does not cool down, nobody else holds what it claims, and "
     "its set has a member for it.",
     "A decision"},
    {"entity", "",
     "A person or object in the game's world. A key or a member names one; `nothing` names none.",
     "Expressions"},
    {"event", "", "A message with fields that agents receive; `on` says what they do about it.", "Bodies"},
    {"expression", "formula", "A calculation with keys, levels, functions and numbers with units.",
     "Expressions"},
    {"extends", "inherit, inheritance",
     "Takes over the fields of another entry of the same section: `coward: { extends: soldier, safety: 1.8 "
     "}`.",
     "Inheritance"},
    {"fact", "",
     "An agent's memory of one entity: its fields and its place when the agent last noticed it, and the "
     "memory's own fields. It may be wrong by now.",
     "Memory"},
    {"failed", "fail, failure",
     "Ended without its result: the game reported a failure, the `timeout` passed, or the `while` turned "
     "false. A step that fails fails its list.",
     "Bodies"},
    {"frame", "",
     "One step of the game's time, such as 1/60 s. In each frame some agents think, and running bodies go "
     "on.",
     "Thinking"},
    {"gain", "gains",
     "The needs that an action satisfies, with amounts: `gains: { hunger: +0.9 }`. Each adds the need's "
     "strength times the amount to the score.",
     "A decision"},
    {"goal", "",
     "A named body with parameters. It ends once: completed, failed or aborted. It may have several methods.",
     "Goals"},
    {"importance profile", "importance, profile, personality",
     "A personality: weights, and curves, for the needs and drives of an agent. The game may give each "
     "individual another one.",
     "A decision"},
    {"inertia", "",
     "A bonus on the score of the running option, so that an agent does not waver between two options that "
     "score nearly the same.",
     "A decision"},
    {"interjection", "interject",
     "A part of a goal that interrupts its body when its `when` holds; afterwards the body goes on.",
     "Goals"},
    {"it", "",
     "The entity that an expression is about where no variable names it: each member in `count` and the "
     "like, the thing of an offer, the target of a sense.",
     "Candidates"},
    {"key", "",
     "One value on the blackboard, of an agent, a team or the world. The game writes it, and steps may `set` "
     "it.",
     "A key"},
    {"known", "",
     "`threat.known` holds if the key or member names an entity of the world, and not `nothing`.",
     "Expressions"},
    {"label", "",
     "A situation with the action that is to be picked in it: `ishi tune` looks for numbers that meet "
     "labels. "
     "It takes them from a CSV file, from tests or from a recording.",
     "Tools for behaviours"},
    {"left", "leave, leaves",
     "In `ishi play`, an option is left when another one takes over before its body was done. After `--fix`, "
     "findings without a single fix are left. In a proof, the undecided part of the ranges is left.",
     "Runs"},
    {"level", "",
     "The state of a need or drive before weight and curve, from 0 to 1. It is computed from keys (`level`), "
     "or carried by the agent: it rises by itself and actions change it (`start`, `rise`, `after`).",
     "Levels"},
    {"member", "",
     "One item of a set: a fact of a memory, or a candidate. Its values stand behind its name: `foe.hp`.",
     "Candidates"},
    {"memory", "",
     "A set of facts that each agent has for itself: the entities that it has noticed, up to a capacity, "
     "until it forgets them.",
     "Memory"},
    {"method", "",
     "One way to reach a goal, an entry of `first` or `best`. When it fails, the agent tries the next one.",
     "Goals"},
    {"minimum", "",
     "The score that an option must exceed to be chosen. It is a part of `select`; the default is 0.",
     "A decision"},
    {"modifier", "",
     "A word beside a step, in the same column, that changes how the agent does the step: `when`, `until`, "
     "`while`, `timeout`, `retry`, `on_fail`, `interruptible`.",
     "Bodies"},
    {"need", "",
     "Something that an agent lacks, from 0 (content) to 1 (starving); actions satisfy it: `gains: { hunger: "
     "+0.9 }`. It has a level.",
     "Levels"},
    {"nothing", "nobody",
     "No entity. It is 1,000,000 m away, its fields have their defaults, and only `.known` tells it apart "
     "from an entity.",
     "Expressions"},
    {"nowhere", "",
     "The point that is no place: what a key, parameter or field with `default: nowhere` holds until "
     "something says "
     "where. It is 1,000,000 m away, and only `.known` tells it from a place.",
     "Expressions"},
    {"offer", "", "An action that stands in a thing: agents whose set holds such a thing may choose it.",
     "Offers"},
    {"option", "", "Anything that an agent may choose: an action, a plan of its planner, or an offer.",
     "A decision"},
    {"order", "orders",
     "The sequence of entries decides ties, methods, transitions and interjections. In a test, `order` lists "
     "options from the highest score down.",
     "A decision"},
    {"over", "",
     "Steps are over when their reports are in, their waits are due, and only steps that take no time are "
     "left. A body that is over ends as its steps say, before anything else is asked.",
     "A decision"},
    {"parameter", "params",
     "A value that a task or goal receives when it starts, declared under `params`. The step writes it as an "
     "argument.",
     "A parameter"},
    {"path", "way, walk",
     "The cells over which an agent walks on the world's grid: the cheapest that its class of walkers "
     "allows.",
     "Walking"},
    {"plan", "",
     "An order of steps that makes a condition true (`plan: { reach: … }`); also an option of a planner, "
     "with rewards instead of gains.",
     "Goals"},
    {"planner", "", "A set of plans with its own sense of what rewards are worth.", "Planners"},
    {"proof", "proved, prove, refuted, undecided",
     "An answer for every situation. A test with `for_all` is proved, refuted by a situation that the "
     "runtime has confirmed, or undecided, which is no success.",
     "Proofs"},
    {"random", "",
     "A number from 0 to below 1, drawn anew for each thought, or each time that a body computes it.",
     "Expressions"},
    {"rank", "priority",
     "A number that counts before the score: among the eligible options above the minimum only those of the "
     "highest rank compete.",
     "A decision"},
    {"recording", "",
     "The calls of a game, kept in a file: `ishi replay`, `why`, `play`, `sweep`, `test --from` and `diff` "
     "take it.",
     "Tools for behaviours"},
    {"report", "reported", "The game's answer about a task that it started: completed or failed.", "Bodies"},
    {"response curve", "curve",
     "A function from a number to a response, usually from 0..1 to 0..1, and called like one: `panic(1 - "
     "hp.norm)`.",
     "Curves"},
    {"reward", "rewards", "A result of a plan. Under `rewards` the planner says what each is worth.",
     "Planners"},
    {"run", "runs",
     "A test that simulates the agent for some time (`run: 5s`) without a game. An option runs while the "
     "agent does its body.",
     "Runs"},
    {"running", "", "In an action's expressions: true while the agent does this action.", "Expressions"},
    {"scope", "", "The owner of a key or set: each agent, each team, or the world.", "A key"},
    {"score", "utility",
     "A number for how much an agent wants an option now. The best option of the highest rank wins.",
     "A decision"},
    {"seed", "", "The number from which all draws of a world follow; tests have the seed 0.", "Expressions"},
    {"self", "", "The agent itself, as an entity.", "Expressions"},
    {"sense", "",
     "A way to notice targets before a thought: by touch, sight or hearing. A noticed target becomes a fact.",
     "Senses"},
    {"set", "member set",
     "A memory or a set of candidates, which `for_each`, `count`, choices and offers go over. As a step, "
     "`set` writes keys.",
     "Candidates"},
    {"situation", "",
     "Everything that a thought depends on: keys, levels, entities nearby and the running action. A test "
     "gives one.",
     "Situations"},
    {"someone", "", "In a test: an entity without a name, at the origin, whose fields have their defaults.",
     "Situations"},
    {"state", "", "A phase of an agent's life with options of its own and transitions to other states.",
     "States"},
    {"steering", "",
     "The movement of an agent while its body is at the step `steer`: several behaviours give weights to "
     "directions, and the heaviest direction wins.",
     "Steering"},
    {"step", "", "One item of a body: a task, a goal, or a built-in verb such as `wait`, with its modifiers.",
     "Bodies"},
    {"strength", "felt",
     "The urgency that an agent feels of a need or drive: its level times the weight of the importance "
     "profile, through the curve if there is one. `ishi why` prints it, and a gain multiplies it.",
     "A decision"},
    {"task", "",
     "A verb that the game carries out: the runtime starts it with its arguments, and the game reports how "
     "it ended.",
     "Bodies"},
    {"team", "teams",
     "A group of agents, which the game numbers. Keys, sets and tokens of `scope: team` exist once for each "
     "team.",
     "A key"},
    {"test", "", "A situation and its expected result; `ishi test` runs it with the game's own runtime.",
     "Situations"},
    {"thing", "", "A kind of entity: its fields and its offers.", "A thing"},
    {"thought", "think, decision",
     "One decision of an agent: it updates its levels, asks the transitions, scores its options and chooses "
     "the best one.",
     "Thinking"},
    {"ties", "tie",
     "The rule for equal scores: the first option in the agent's list wins, with `ties: last` the last.",
     "A decision"},
    {"time", "", "The time since the world began, a duration. Tests begin at 0s.", "Expressions"},
    {"token", "",
     "A right that a limited number of agents can hold at the same time, such as a role or a seat; actions "
     "claim it.",
     "Claims"},
    {"transition", "to",
     "A way from one state to another: a condition under the state's `to`, asked before each thought.",
     "States"},
    {"unit", "units", "The measure behind the digits of a number: `2.5s`, `10m`. A plain number has none.",
     "Units"},
    {"value", "", "A named expression, under `values`, computed once a thought.", "A value"},
    {"verb", "",
     "The action word of a step: the name of a task or goal, or a built-in one such as `wait`, `set` and "
     "`emit`.",
     "Bodies"},
    {"weight", "",
     "A factor: of a level in an importance profile, of an action's score, or of a behaviour in a steering.",
     "A decision"},
});

// One of `names`, which have commas between them.
bool is_among(std::string_view names, std::string_view word) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    if (names.substr(0, end) == word) return true;
    names.remove_prefix(std::min(names.size(), end + 2));
  }
  return false;
}

bool is_called(const Term& term, std::string_view word) {
  return term.word == word || is_among(term.others, word);
}

}  // namespace

std::span<const Term> terms() { return kTerms; }

const Term* find_term(std::string_view word) {
  const std::string plain = lower_case(word);
  // "needs", "memories", "losses"
  std::vector<std::string> meant = {plain};
  if (plain.ends_with("ies")) meant.push_back(plain.substr(0, plain.size() - 3) + "y");
  if (plain.ends_with("es")) meant.push_back(plain.substr(0, plain.size() - 2));
  if (plain.ends_with('s')) meant.push_back(plain.substr(0, plain.size() - 1));
  for (const std::string& one : meant) {
    const auto row = std::ranges::find_if(kTerms, [&](const Term& term) { return is_called(term, one); });
    if (row != kTerms.end()) return &*row;
  }
  return nullptr;
}

std::vector<std::string_view> words_of_terms() {
  std::vector<std::string_view> words;
  for (const Term& term : kTerms) {
    words.push_back(term.word);
    for (std::string_view names = term.others; !names.empty();) {
      const size_t end = std::min(names.find(','), names.size());
      words.push_back(names.substr(0, end));
      names.remove_prefix(std::min(names.size(), end + 2));
    }
  }
  return words;
}

std::string glossary_reference() {
  std::string text =
      "## Glossary\n\n`ishi explain WORD` prints the entry of a word here, and in the tables above.\n\n"
      "| word | meaning | more |\n|---|---|---|\n";
  for (const Term& term : kTerms) {
    std::string anchor = lower_case(term.section);
    std::ranges::replace(anchor, ' ', '-');
    text += fmt::format("| {} | {} | [{}](#{}) |\n", term.word, term.meaning, term.section, anchor);
  }
  return text;
}

}  // namespace ishi::compiler
