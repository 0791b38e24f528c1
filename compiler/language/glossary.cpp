#include "language/glossary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

// By the alphabet.
constexpr auto kTerms = std::to_array<Term>({
    {"aborted", "abort",
     "Ended from outside before it was done: another action took over, its `while` turned false, or what it "
     "belonged to ended.",
     "Goals"},
    {"action", "",
     "What an agent can decide to do: a score says how much it is wanted now, a body (`do`) what is then "
     "done.",
     "A decision"},
    {"agent", "",
     "A kind of character: its options, how it chooses among them, and how often it thinks. The game has as "
     "many of each kind as it likes.",
     "An agent"},
    {"alias", "",
     "The name before the point behind which an imported file's names stand: `std.near` with `import: { std: "
     "… }`.",
     "Files and names"},
    {"amount", "",
     "How much an action satisfies a need or reduces a drive: `gains: { hunger: +0.9 }`. The level's "
     "strength times the amount is a part of the score.",
     "A decision"},
    {"argument", "",
     "What a step gives a task or a goal, by the name of a parameter: `go_to: { where: post }`.", "Bodies"},
    {"asset", "",
     "A file with `agents` of its own, which becomes one blob; files without are shared by those that "
     "include them.",
     "Files and names"},
    {"awareness", "",
     "How aware an agent is of somebody, 0 to 1. It rises while a sense notices them and falls while none "
     "does; where it reaches a level, an event is raised.",
     "Senses"},
    {"blackboard", "", "The keys of an agent: what the game tells it, and what its steps `set`.", "A key"},
    {"blob", "", "A compiled asset, the file that the game loads.", "Files and names"},
    {"body", "",
     "What an option does: steps under `do`, in order. Without a body an action goes on until another one "
     "takes over.",
     "Bodies"},
    {"candidate", "candidates, set of candidates",
     "A member of a set that the game fills in: a target, something that lies around, an order of the "
     "player.",
     "Candidates"},
    {"choice", "",
     "The best member of a set, found without doing anything: other scores, steps and the game read who it "
     "is.",
     "Choices"},
    {"claim", "",
     "What an action holds while it runs, so that no other agent can have it: a token, or the member that it "
     "is for.",
     "Claims"},
    {"class of walkers", "",
     "What ways cost agents that walk, and how fast they are: an entry of `navigation`.", "Walking"},
    {"completed", "complete",
     "Ended as it should: a task that the game reported as done, a list whose last step has completed, a "
     "step whose `until` holds.",
     "Bodies"},
    {"condition", "",
     "An expression that holds or does not: comparisons, booleans, and these joined by `and`, `or` and "
     "`not`. Where a number is wanted it counts as 1 or 0.",
     "Expressions"},
    {"confidence", "",
     "How sure a fact still is, 0 to 1: 1 when it was just noticed, 0 when it is about to be forgotten.",
     "Memory"},
    {"consideration", "",
     "One named part of a score, held in 0..1; how several become the score is said by `combine`, usually "
     "their product.",
     "A decision"},
    {"cooldown", "",
     "How long an action cannot be chosen after it has ended; it counts from the end, however that came "
     "about.",
     "Bodies"},
    {"draw", "drawn, chance",
     "What chance decides: `random` in an expression, or an option that is chosen by lot (`select: weighted` "
     "or `softmax`). It follows from the world's seed and the agent.",
     "Expressions"},
    {"drive", "",
     "What presses an agent, 0 to 1; actions reduce it: `reduces: { worry: +0.5 }`. It has a level as a need "
     "has.",
     "Levels"},
    {"effect", "effects",
     "The new value of a key once a task is done. Tests and plans count on it; the game brings it about.",
     "Bodies"},
    {"elapsed", "",
     "How long what an expression belongs to has lasted: the action in scores, the step in steps, the state "
     "in `to`.",
     "Expressions"},
    {"eligible", "",
     "Able to be chosen now: its `when` holds, it does not cool down, others do not hold what it claims, and "
     "its set has a member for it.",
     "A decision"},
    {"entity", "",
     "Somebody or something in the game's world, which a key or a member names; `nothing` is nobody.",
     "Expressions"},
    {"event", "",
     "Something that happens and that agents are told, with fields; `on` says what they do about it.",
     "Bodies"},
    {"expression", "formula",
     "A calculation of keys, levels, functions and numbers with their units, on one line.", "Expressions"},
    {"fact", "",
     "What an agent remembers of one entity: its fields and its place as they were when it was last noticed, "
     "and the memory's own fields. It may be wrong by now.",
     "Memory"},
    {"failed", "fail, failure",
     "Ended without having done what it should: the game said so, it took longer than its `timeout`, or its "
     "`while` turned false. A step that fails fails its list.",
     "Bodies"},
    {"gain", "gains",
     "What an action satisfies: needs with amounts, as in `gains: { hunger: +0.9 }`. Each adds the need's "
     "strength times the amount to the score.",
     "A decision"},
    {"goal", "",
     "What steps do by name, with parameters, and ends once: completed, failed or aborted. It may know "
     "several methods.",
     "Goals"},
    {"importance profile", "importance, profile, personality",
     "How much each need and drive matters to an agent: weights, and curves of its own. The game may give "
     "each individual another one.",
     "A decision"},
    {"inertia", "",
     "What is added to the score of the option that runs, so that an agent does not dither between two that "
     "score nearly the same.",
     "A decision"},
    {"interjection", "interject",
     "What breaks into a goal's body when its `when` holds; afterwards the body goes on.", "Goals"},
    {"it", "",
     "Whom an expression is about where nobody is named: each member in `count` and the like, the thing of "
     "an offer, whom a sense looks at.",
     "Candidates"},
    {"key", "",
     "One value on the blackboard: of an agent, a team or the world. The game writes it, and steps may `set` "
     "it.",
     "A key"},
    {"left", "leave, leaves",
     "Of an option in `ishi play`: given up for another one before its body was done. Behind `--fix`: "
     "findings that have no single mend. Of a proof: the part of its ranges that is not decided.",
     "Runs"},
    {"level", "",
     "How strong a need or drive is before weight and curve, 0 to 1: computed from keys (`level`), or "
     "carried by the agent, rising by itself and changed by what it does (`start`, `rise`, `after`).",
     "Levels"},
    {"member", "",
     "One of a set: a fact of a memory, or a candidate. What is read of one stands behind its name: "
     "`foe.hp`.",
     "Candidates"},
    {"memory", "",
     "A set of facts, of which each agent has its own: whom it has noticed, up to a capacity, until they are "
     "forgotten.",
     "Memory"},
    {"method", "",
     "One way to reach a goal, an entry of `first` or `best`: when one fails, the next is tried.", "Goals"},
    {"minimum", "",
     "The score that an option must exceed to be chosen at all; it is a part of `select`, and 0 unless it is "
     "written.",
     "A decision"},
    {"modifier", "",
     "What stands beside a step, in the same column, and changes how it is done: `when`, `until`, `while`, "
     "`timeout`, `retry`, `on_fail`, `interruptible`.",
     "Bodies"},
    {"need", "",
     "What an agent lacks, 0 (content) to 1 (starving); actions satisfy it: `gains: { hunger: +0.9 }`. It "
     "has a level.",
     "Levels"},
    {"nothing", "nobody",
     "No entity at all. It is 1,000,000 m away, its fields have their defaults, and only `.known` tells it "
     "from somebody.",
     "Expressions"},
    {"offer", "",
     "What can be done with a thing, written in the thing: agents whose set holds one of its kind may choose "
     "it.",
     "Offers"},
    {"option", "", "What an agent may choose: an action, a plan of its planner, or an offer.", "A decision"},
    {"order", "orders",
     "Where it matters which entry stands first: among equal scores, methods, transitions, interjections. In "
     "a test, options from the highest score down.",
     "A decision"},
    {"over", "",
     "Steps are over when their reports are in, their waits are due and only steps that take no time are "
     "left. What is over ends as its steps say, before anything else is asked.",
     "A decision"},
    {"parameter", "params",
     "A value that a task or goal is given when it starts, declared under `params`; what is written for it "
     "is an argument.",
     "A parameter"},
    {"plan", "",
     "An order of steps that makes something true (`plan: { reach: … }`); also an option of a planner, with "
     "rewards in place of gains.",
     "Goals"},
    {"planner", "", "A set of plans with a sense of its own of what rewards are worth.", "Planners"},
    {"proof", "proved, prove, refuted, undecided",
     "An answer that holds for every situation. A test with `for_all` is proved, refuted by a situation that "
     "the runtime has confirmed, or undecided, which is no success.",
     "Proofs"},
    {"rank", "",
     "What goes before the score: of the eligible options above the minimum only those of the highest rank "
     "compete.",
     "A decision"},
    {"report", "reported", "What the game says of a task that it was told to start: completed or failed.",
     "Bodies"},
    {"response curve", "curve",
     "Turns a number into a response, usually 0..1 into 0..1; it is called like a function: `panic(1 - "
     "hp.norm)`.",
     "Curves"},
    {"reward", "rewards", "What a plan brings; it is worth to the planner what that says under `rewards`.",
     "Planners"},
    {"run", "runs",
     "A test that simulates the agent for some time (`run: 5s`) without a game; of an option: that its body "
     "is being done.",
     "Runs"},
    {"running", "", "In an action's expressions: whether it is what the agent does now.", "Expressions"},
    {"scope", "", "Who shares a key or a set: each agent has its own, a team has one, or the world.",
     "A key"},
    {"score", "", "How much an option is wanted now. The best one of the highest rank is chosen.",
     "A decision"},
    {"seed", "",
     "The number from which everything that chance decides in a world follows; tests have the seed 0.",
     "Expressions"},
    {"self", "", "The agent itself, as an entity.", "Expressions"},
    {"sense", "",
     "How an agent notices others before it thinks: by touch, sight or hearing. Whom it notices becomes a "
     "fact.",
     "Senses"},
    {"set", "member set",
     "A memory or a set of candidates: what `for_each`, `count`, choices and offers go over. As a step, "
     "`set` writes keys.",
     "Candidates"},
    {"situation", "",
     "Everything that a thought depends on: keys, levels, who is there and what runs. A test gives one.",
     "Situations"},
    {"someone", "", "In a test: an entity that has no name, at the origin, whose fields have their defaults.",
     "Situations"},
    {"state", "",
     "What an agent is in for a while: it has options of its own, and transitions that lead to other states.",
     "States"},
    {"steering", "",
     "What draws an agent in which direction while a body is at the step `steer`: weights of several "
     "behaviours, added up for each direction.",
     "Steering"},
    {"step", "", "One item of a body: a task, a goal, or a built-in verb such as `wait`, with its modifiers.",
     "Bodies"},
    {"strength", "felt",
     "What is felt of a need or drive: its level times the weight of the importance profile, through the "
     "curve if there is one. `ishi why` prints it, and a gain multiplies it.",
     "A decision"},
    {"task", "",
     "A verb that the game implements: the runtime says when to start it and with what, the game reports how "
     "it ended.",
     "Bodies"},
    {"test", "", "A situation with what must come of it; `ishi test` runs it with the game's own runtime.",
     "Situations"},
    {"thing", "", "A kind of entity: its fields, and what it offers.", "A thing"},
    {"thought", "think",
     "One decision of an agent: levels are brought up to date, transitions asked, options scored, the best "
     "one chosen.",
     "Thinking"},
    {"ties", "tie",
     "What happens among equal scores: the first in the agent's list is chosen, with `ties: last` the last.",
     "A decision"},
    {"token", "",
     "A right that only so many agents can hold at the same time, such as a role or a seat; actions claim "
     "it.",
     "Claims"},
    {"transition", "to",
     "What leads from one state to another: a condition under the state's `to`, asked before each thought.",
     "States"},
    {"unit", "units", "What a number measures, glued to its digits: `2.5s`, `10m`. A plain number has none.",
     "Units"},
    {"value", "", "An expression with a name, under `values`, computed once a thought.", "A value"},
    {"verb", "",
     "What a step does: the name of a task or goal, or a built-in one such as `wait`, `set` and `emit`.",
     "Bodies"},
    {"way", "walk",
     "The cells that an agent walks along over the world's grid, the cheapest that its class of walkers "
     "allows.",
     "Walking"},
    {"weight", "",
     "What a level is multiplied by before it is felt (in an importance profile), what a score is multiplied "
     "by (in an action), or what a steering behaviour counts.",
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
      "## Glossary\n\n`ishi explain WORD` prints what stands here of a word, and what the tables above say "
      "of it.\n\n"
      "| word | meaning | more |\n|---|---|---|\n";
  for (const Term& term : kTerms) {
    std::string anchor = lower_case(term.section);
    std::ranges::replace(anchor, ' ', '-');
    text += fmt::format("| {} | {} | [{}](#{}) |\n", term.word, term.meaning, term.section, anchor);
  }
  return text;
}

}  // namespace ishi::compiler
