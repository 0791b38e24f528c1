#include "cli/play/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "explain/operation_words.h"
#include "simulate/plan_limit.h"

namespace ishi::compiler::cli {

using EventKind = SimulatedEvent::Kind;

namespace {

constexpr std::string_view kWorld = "world";
constexpr std::string_view kArrow = " → ";
constexpr uint64_t kForever = UINT64_MAX;
constexpr std::string_view kStands = "nothing";  // of a heading

Topic topic_of(const SimulatedEvent& event) {
  switch (event.kind) {
    case EventKind::option_chosen: return Topic::chooses;
    case EventKind::option_left:
    case EventKind::option_ended: return Topic::ends;
    case EventKind::option_failed:
    case EventKind::task_failed:
    case EventKind::task_aborted: return Topic::fails;
    case EventKind::task_started:
    case EventKind::task_completed: return Topic::does;
    case EventKind::node_changed:
      return event.change.change == NodeChange::failed || event.change.change == NodeChange::aborted
                 ? Topic::fails
                 : Topic::does;
    case EventKind::planned:
    case EventKind::reached:
    case EventKind::foreseen: return Topic::plans;
    case EventKind::key_changed:
    case EventKind::fact_changed: return Topic::keys;
    case EventKind::noticed:
    case EventKind::forgotten: return Topic::notices;
    case EventKind::event_posted:
    case EventKind::event_emitted:
    case EventKind::sound_made: return Topic::events;
    case EventKind::state_changed: return Topic::states;
    case EventKind::leaves: return Topic::world;
    case EventKind::walks:
    case EventKind::heads: return Topic::moves;
  }
  return Topic::does;
}

// True for "12 → 11" and "[1, 0, 2] → [1, 0, 3]": of such a key the name says what happens again.
bool is_counted(std::string_view change) {
  return !change.empty() && (change[0] == '[' || change[0] == '-' || (change[0] >= '0' && change[0] <= '9'));
}

}  // namespace

const std::vector<Timeline::Line>& Timeline::read_frame() {
  lines_.clear();
  ++frame_;
  is_told_ = false;
  if (folds_keys_) tell_held(frame_ - 1);
  for (const SimulatedEvent& event : agent_.events()) {
    if (folds_keys_ && event.kind == EventKind::key_changed) {
      if (hold(event)) continue;
    } else if (!std::exchange(is_told_, true)) {
      tell_held(kForever);
    }
    if (event.kind == EventKind::heads && is_same_course(event)) continue;
    if (event.kind == EventKind::option_chosen)
      is_brief_ ? note_choice_in_short(event.index, event.text) : note_choice(event.index, event.text);
    else if (const std::string_view sharer = sharer_of(event); sharer.empty())
      note_event(event);
    else if (!is_told_by_another(sharer)) {
      note_event(event);
      lines_.back().whose = sharer;
    }
  }
  if (agent_.move().steering == kNone) steering_ = kNone;
  return lines_;
}

// True if the agent goes on steering in another direction, which is told only where headings are shown.
bool Timeline::is_same_course(const SimulatedEvent& event) {
  const bool stands = event.text == kStands;
  const bool is_same = steering_ == event.index && stands_ == stands && !shows_headings_;
  steering_ = event.index;
  stands_ = stands;
  return is_same;
}

const std::vector<Timeline::Line>& Timeline::finish() {
  lines_.clear();
  tell_held(kForever);
  return lines_;
}

// True if the line about a changed key waits: the key changes frame after frame, and this frame has had no
// other line yet.
bool Timeline::hold(const SimulatedEvent& event) {
  constexpr uint32_t kTold = 2;  // changes in as many frames are told before they are folded
  HeldKey& key = held_[event.index];
  key.changes = key.last_frame + 1 >= frame_ ? key.changes + 1 : 1;
  key.last_frame = frame_;
  if (is_told_ || key.changes <= kTold) return false;
  const size_t arrow = event.text.find(kArrow);
  if (arrow == std::string::npos) return false;
  if (!std::exchange(key.is_held, true)) {
    key.name = AssetParts(asset()).key(event.index).name;
    key.from = event.text.substr(0, arrow);
  }
  key.to = event.text.substr(arrow + kArrow.size());
  return true;
}

// Tells the changes that wait, of keys that have not changed since a frame.
void Timeline::tell_held(uint64_t before) {
  for (auto& [index, key] : held_) {
    if (!key.is_held || key.last_frame >= before) continue;
    key.is_held = false;
    if (key.from == key.to) continue;
    line(fmt::format("  {}", paint(fmt::format("{}: {}{}{}", key.name, key.from, kArrow, key.to), Color::cyan,
                                   color_)),
         Topic::keys);
  }
}

void Timeline::line(std::string text, Topic topic, std::string sense) {
  lines_.push_back({.begins = true, .text = std::move(text), .topic = topic, .sense = std::move(sense)});
  if (lines_.back().sense.empty()) lines_.back().sense = lines_.back().text;
}
// More of a choice, which says nothing of its own.
void Timeline::add(std::string text) { lines_.push_back({.text = std::move(text), .topic = Topic::chooses}); }

// "world", or the name of the team, whose key has changed beside several agents; empty if the key is the
// agent's own. Names no agent, since a frame merges what all of them write.
std::string_view Timeline::sharer_of(const SimulatedEvent& event) const {
  if (!is_brief_ || event.kind != EventKind::key_changed) return {};
  const ishi::Scope scope = AssetParts(asset()).key(event.index).variable.scope;
  if (scope == ishi::Scope::agent) return {};
  if (scope == ishi::Scope::world) return kWorld;
  const uint32_t team = agent_.place().situation().team;
  return team < model().teams.size() ? model().teams[team].name.text : std::string_view("team");
}

// True if another agent that is there before this one shares the key, too.
bool Timeline::is_told_by_another(std::string_view sharer) const {
  for (const StageAgent& other : agent_.place().stage().agents()) {
    if (other.index() == agent_.place().index()) return false;
    const bool shares = sharer == kWorld || other.situation().team == agent_.place().situation().team;
    if (shares && other.is_alive()) return true;
  }
  return false;
}

// Why an option could not be chosen whatever it scored, as ": `ann` holds `cup`"; empty if it could.
std::string Timeline::kept_back(uint32_t option, std::string_view before) const {
  const Thought& thought = agent_.thought();
  if (!thought.competes(asset(), option)) return fmt::format("{}not of this state", before);
  if (!thought.cooldowns.empty() && thought.cooldowns[option] > 0)
    return fmt::format("{}cools down, {:.2f}s more", before, thought.cooldowns[option]);
  const auto held = thought.held_from(model_, action_of(option), option);
  if (!held) return {};
  return fmt::format("{}{} hold{} `{}`", before, held->by, held->by.find(' ') == std::string::npos ? "s" : "",
                     held->what);
}

// "chooses flee for thug (0.8120; shoot 0.6000, rest 0.1000: `bob` holds `bed`)"
void Timeline::note_choice_in_short(uint32_t chosen, std::string_view whom) {
  ++choices_;
  const Thought& thought = agent_.thought();
  std::vector<std::pair<float, uint32_t>> others;
  for (uint32_t i = 0; i < thought.agent.options.count; ++i) {
    const float score = thought.score(asset(), i);
    // An option that cools down could not be chosen: its score explains nothing.
    if (i != chosen && std::isfinite(score) && !(thought.cooldowns[i] > 0)) others.emplace_back(score, i);
  }
  std::ranges::stable_sort(others, std::greater<>(), &std::pair<float, uint32_t>::first);
  constexpr size_t kMostTold = 3;
  std::string rest;
  for (size_t i = 0; i < std::min(others.size(), kMostTold); ++i)
    rest += fmt::format("{}{} {:.4f}{}", i == 0 ? "; " : ", ", option_name(others[i].second), others[i].first,
                        kept_back(others[i].second, ": "));
  if (others.size() > kMostTold) rest += ", …";
  line(paint(fmt::format("chooses {}{} ({:.4f}{})", option_name(chosen),
                         whom.empty() ? "" : fmt::format(" for {}", shown(whom)),
                         thought.score(asset(), chosen), rest),
             Color::bold, color_),
       Topic::chooses, sense_of_choice(chosen, whom));
}

// What a choice says that its scores do not.
std::string Timeline::sense_of_choice(uint32_t chosen, std::string_view whom) const {
  return fmt::format("chooses {} for {}", option_name(chosen), whom);
}

// `whom`: the name of the entity that it is for; empty if it is for none.
void Timeline::note_choice(uint32_t chosen, std::string_view whom) {
  ++choices_;
  line(paint(fmt::format("chooses {}{}", option_name(chosen),
                         whom.empty() ? "" : fmt::format(" for {}", shown(whom))),
             Color::bold, color_),
       Topic::chooses, sense_of_choice(chosen, whom));
  lines_.back().is_choice = true;
  const Thought& thought = agent_.thought();
  std::vector<uint32_t> order(thought.agent.options.count);
  std::vector<float> scores(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    scores[i] = thought.score(asset(), i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](uint32_t i) { return scores[i]; });
  size_t width = 0;
  float greatest = 1;
  for (const uint32_t i : order) {
    width = std::max(width, option_name(i).size());
    if (std::isfinite(scores[i])) greatest = std::max(greatest, scores[i]);
  }
  for (const uint32_t i : order) {
    const bool eligible = std::isfinite(scores[i]);
    std::string text;
    if (!thought.competes(asset(), i)) {
      text = fmt::format("{:<{}}        – not of this state", option_name(i), width);
    } else if (!eligible) {
      text = fmt::format("{:<{}}        – not eligible", option_name(i), width);
    } else if (const std::string reason = i == chosen ? "" : kept_back(i, " – "); !reason.empty()) {
      text = fmt::format("{:<{}} {:>8.4f}{}", option_name(i), width, scores[i], reason);
    } else {
      text = score_line(option_name(i), width, scores[i], greatest, i == chosen);
    }
    if (rank_of(i) != 0) text += fmt::format("  rank {}", rank_of(i));
    const Color shade = i == chosen ? Color::green : eligible ? Color::none : Color::dim;
    add(paint(text, shade, color_));
  }
  const std::string carried = levels();
  if (!carried.empty()) add(paint(carried, Color::dim, color_));
}

// "hunger 0.52, rest 0.10": what the agent carries.
std::string Timeline::levels() const {
  std::string text;
  for (uint32_t motive = 0; motive < asset().count(ishi::Kind::motives); ++motive) {
    const auto level = agent_.level(motive);
    if (!level) continue;
    text +=
        fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", AssetParts(asset()).motive(motive).name, *level);
  }
  return text;
}

void Timeline::note_event(const SimulatedEvent& event) {
  const std::string words = words_of(event);
  const bool ends = event.kind == EventKind::option_ended || event.kind == EventKind::option_failed ||
                    event.kind == EventKind::option_left || event.kind == EventKind::state_changed;
  line(std::string(ends ? 0 : 2 + 2 * event.depth, ' ') + paint(words, shade_of(event), color_),
       topic_of(event));
  const size_t arrow = event.text.find(kArrow);
  if (event.kind != EventKind::key_changed || !is_counted(event.text) || arrow == std::string::npos) return;
  Line& line = lines_.back();
  line.key = AssetParts(asset()).key(event.index).name;
  line.from = event.text.substr(0, arrow);
  line.to = event.text.substr(arrow + kArrow.size());
  line.sense = line.key;
}

Color Timeline::shade_of(const SimulatedEvent& event) {
  switch (event.kind) {
    case EventKind::option_failed:
    case EventKind::task_aborted:
    case EventKind::task_failed: return Color::red;
    case EventKind::node_changed:
      return event.change.change == NodeChange::failed || event.change.change == NodeChange::aborted
                 ? Color::red
                 : Color::none;
    case EventKind::key_changed:
    case EventKind::noticed:
    case EventKind::forgotten:
    case EventKind::fact_changed: return Color::cyan;
    case EventKind::event_posted:
    case EventKind::event_emitted:
    case EventKind::sound_made:
    case EventKind::state_changed: return Color::yellow;
    default: return Color::none;
  }
}

// The name of a node in a line.
std::string Timeline::node_name(const NodeInfo& node) const {
  const Asset& asset = this->asset();
  switch (node.kind) {
    case ishi::NodeKind::task: return std::string(asset.name(ishi::Kind::tasks, node.subject));
    case ishi::NodeKind::goal: return std::string(asset.name(ishi::Kind::goals, node.subject));
    case ishi::NodeKind::wait: return "the wait";
    case ishi::NodeKind::walk: return "the walk";
    case ishi::NodeKind::plan: return "the plan";
    case ishi::NodeKind::interjection: return "what broke in";
    case ishi::NodeKind::set: return std::string(verb_of(node));
    case ishi::NodeKind::emit: return "`emit`";
    case ishi::NodeKind::fail: return node.value == kNotFound ? "`fail`" : "`check`";
    default: return "the body";
  }
}

std::string_view Timeline::verb_of(const NodeInfo& set) const {
  if (set.assignments.count == 0) return "`set`";
  switch (AssetParts(asset()).assignment(set.assignments.first).target) {
    case ishi::Target::remember: return "`remember`";
    case ishi::Target::forget: return "`forget`";
    default: return "`set`";
  }
}

std::string_view Timeline::why_of(NodeCause cause, ishi::NodeKind kind) {
  switch (cause) {
    case NodeCause::until: return "its `until` holds";
    case NodeCause::while_false: return "its `while` no longer holds";
    case NodeCause::timeout: return "its `timeout` is over";
    case NodeCause::outdone: return "another method takes over";
    case NodeCause::taken: return "others hold somebody whom it needs";
    case NodeCause::forgotten: return "what it is for is forgotten";
    case NodeCause::requirement:
      return kind == ishi::NodeKind::goal   ? "its `when` does not hold"
             : kind == ishi::NodeKind::plan ? "there is none"
                                            : "its `requires` does not hold";
    default: return {};
  }
}

// "✘ aim is aborted: its `timeout` is over"
std::string Timeline::words_of_node(const SimulatedEvent& event) const {
  const NodeInfo node = AssetParts(asset()).node(event.index);
  const bool is_wait = node.kind == ishi::NodeKind::wait;
  const NodeCause cause = event.change.cause;
  std::string_view why = why_of(cause, node.kind);
  if (cause == NodeCause::requirement && node.kind == ishi::NodeKind::task) {
    const uint32_t task = find_index(model().tasks, asset().name(ishi::Kind::tasks, node.subject));
    if (task != kNone && !model().tasks[task].value.requirement.given())
      why = "a place that it is given is nowhere";
  }
  const bool is_check = node.kind == ishi::NodeKind::fail && node.value != kNotFound && why.empty();
  const std::string limit = plan_limit_text(node, cause);
  const std::string because =
      !limit.empty() ? fmt::format(": {}", limit)
      : is_check     ? fmt::format(": {} does not hold",
                                   formula_text(asset(), names_of(agent_.thought().agent), node.value, 1))
      : why.empty()  ? ""
                     : fmt::format(": {}", why);
  const std::string name = node_name(node);
  switch (event.change.change) {
    case NodeChange::began:
      return is_wait                                     ? "… waits"
             : node.kind == ishi::NodeKind::interjection ? "⚡ something breaks in"
                                                         : fmt::format("▷ {}", name);
    case NodeChange::skipped: return fmt::format("↷ {} is skipped", name);
    case NodeChange::completed:
      return is_wait && why.empty() ? "✔ has waited" : fmt::format("✔ {}{}", name, because);
    case NodeChange::failed: return fmt::format("✘ {} has failed{}", name, because);
    case NodeChange::aborted: return fmt::format("✘ {} is aborted{}", name, because);
    case NodeChange::interrupted: return fmt::format("‖ {} is interrupted", name);
    case NodeChange::tried_again: return fmt::format("↻ {} is tried again{}", name, because);
  }
  return {};
}

std::string Timeline::words_of(const SimulatedEvent& event) {
  const Asset& asset = this->asset();
  const auto task = [&] { return std::string(asset.name(ishi::Kind::tasks, event.index)); };
  const auto with_fields = [&](std::string_view name) {
    return event.text.empty() ? std::string(name) : fmt::format("{} {{ {} }}", name, event.text);
  };
  switch (event.kind) {
    case EventKind::option_chosen: break;
    case EventKind::option_left:
      return fmt::format("{} is left{}", option_name(event.index),
                         event.text.empty() ? "" : fmt::format(": {}", event.text));
    case EventKind::option_ended: return fmt::format("{} is over", option_name(event.index));
    case EventKind::option_failed: return fmt::format("{} has failed", option_name(event.index));
    case EventKind::task_started: ++tasks_; return fmt::format("▶ {}", with_fields(task()));
    case EventKind::task_completed:
      return event.text.empty() ? fmt::format("✔ {}", task())
                                : fmt::format("✔ {}, gives {}", task(), event.text);
    case EventKind::task_failed:
      return event.text.empty() ? fmt::format("✘ {} fails", task())
                                : fmt::format("✘ {} fails: {}", task(), event.text);
    case EventKind::task_aborted: return fmt::format("✘ {} is aborted", task());
    case EventKind::node_changed: return words_of_node(event);
    case EventKind::planned: return fmt::format("⚑ plans {}", event.text);
    case EventKind::reached: return "⚑ plans nothing: it holds already";
    case EventKind::foreseen: return fmt::format("⚑ foresees {}", event.text);
    case EventKind::event_posted:
      return fmt::format("✉ {}", with_fields(asset.name(ishi::Kind::events, event.index)));
    case EventKind::event_emitted:
      return fmt::format("» emits {}{}", with_fields(asset.name(ishi::Kind::events, event.index)),
                         event.audience == Audience::one
                             ? fmt::format(" to {}", event.to)
                             : std::string(audience_text(static_cast<uint32_t>(event.audience))));
    case EventKind::sound_made: return fmt::format("♪ {}", asset.name(ishi::Kind::sounds, event.index));
    case EventKind::key_changed:
      return fmt::format("{}: {}", AssetParts(asset).key(event.index).name, event.text);
    case EventKind::leaves: return "leaves";
    case EventKind::walks: return fmt::format("walks to {}", event.text);
    case EventKind::heads: {
      const std::string_view steering = AssetParts(asset).steering(event.index).name;
      return event.text == kStands ? fmt::format("steers {}: stands", steering)
                                   : fmt::format("steers {}: {}", steering, event.text);
    }
    case EventKind::state_changed: return fmt::format("⇒ {}", kind().states.value[event.index].name.text);
    case EventKind::noticed:
      return fmt::format("remembers {} ({})", shown(event.text), asset.name(ishi::Kind::sets, event.index));
    case EventKind::forgotten:
      return fmt::format("forgets {} ({})", shown(event.text), asset.name(ishi::Kind::sets, event.index));
    case EventKind::fact_changed: return shown(event.text);
  }
  return {};
}

std::string_view Timeline::audience_text(uint32_t audience) {
  constexpr std::string_view kTexts[] = {"", " to itself", " to its team", " to everyone"};
  return kTexts[audience];
}

int32_t Timeline::rank_of(uint32_t option) const {
  return model().actions[kind().actions[option].index].value.rank.value;
}

std::string_view Timeline::option_name(uint32_t option) const { return kind().actions[option].text; }

}  // namespace ishi::compiler::cli
