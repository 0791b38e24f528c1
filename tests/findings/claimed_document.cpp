#include "claimed_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ishi::claims {
namespace {

constexpr const char* kContract = R"(ishi: 1
things:
  animal: { fields: { hp: { type: number, range: 0..10, default: 5 }, armed: boolean } }
blackboard:
  a: { type: number, range: 0..1, default: 0.5 }
  b: { type: number, range: -2..6 }
  n: { type: integer, range: 0..5 }
  flag: boolean
  mood: { one_of: [calm, wary, angry] }
  who: animal
memory: { herd: { of: animal, capacity: 3, forget: 20s } }
candidates:
  jobs: { fields: { worth: { type: number, range: 0..1 }, heavy: boolean }, capacity: 3 }
tokens: { seat: { count: 1 } }
curves:
  up: { power: 2 }
  bend: { points: [[0, 0.1], [0.3, 0.8], [1, 0.4]] }
  near: { points: [[0m, 1], [20m, 0]] }
needs:
  x: { level: a }
  y: { level: 1 - b.norm, curve: up }
  z: { start: 0.3 }
importance: { bold: { x: 1.5, y: 0.5 } }
tasks: { act: {} }
)";

std::string range_of(const double (&range)[2]) { return fmt::format("{:.4f}..{:.4f}", range[0], range[1]); }

}  // namespace

ClaimedDocument::ClaimedDocument(std::mt19937& random) : random_(random) {
  text_ = kContract;
  text_ += fmt::format("choices:\n  prey: {{ for_each: {{ one: herd }}, score: \"0.1 * one.hp{}\"{} }}\n",
                       chance(2) ? " * a" : "", chance(3) ? ", inertia: 0.1" : "");
  text_ += "actions:\n";
  const uint32_t actions = 3 + below(4);
  for (uint32_t i = 0; i < actions; ++i) write_action(i);
  write_agent(actions);
}

double ClaimedDocument::number(double low, double high) {
  constexpr uint32_t kSteps = 16;
  return low + (high - low) * below(kSteps + 1) / kSteps;
}
std::string ClaimedDocument::text_of(double low, double high) {
  return fmt::format("{:.4f}", number(low, high));
}

std::string ClaimedDocument::value(bool is_for_member) {
  if (is_for_member && !chance(3)) {
    if (set_ == "jobs") return "one.worth";
    return chance(2) ? "0.1 * one.hp" : "near(distance(one))";
  }
  switch (below(11)) {
    case 0: return text_of(0, 1);
    case 1: return "a";
    case 2: return "bend(b.norm)";
    case 3: return "n / 5";
    case 4: return "up(a)";
    case 5: return "needs.z";
    case 6: return "0.3 * count(herd)";
    case 7: return "if(mood == angry, 0.9, 0.2)";
    case 8: return "highest(jobs, it.worth)";
    case 9: return "if(prey.known, 0.1 * prey.hp, 0)";
    default: return "if(who.known, near(distance(who)), 0)";
  }
}

std::string ClaimedDocument::condition(bool is_for_member) {
  if (is_for_member && chance(2)) {
    if (set_ == "jobs") return chance(2) ? "one.heavy" : "one.worth > " + text_of(0, 1);
    return chance(2) ? "one.armed" : "one.hp < " + text_of(0, 10);
  }
  switch (below(10)) {
    case 0: return "a < " + text_of(0, 1);
    case 1: return "b >= " + text_of(-2, 6);
    case 2: return fmt::format("n > {}", below(5));
    case 3: return "flag";
    case 4: return "who.known and who.hp < " + text_of(0, 10);
    case 5: return "mood == wary";
    case 6: return fmt::format("count(herd, it.armed) > {}", below(2));
    case 7: return "prey.known and prey.hp > " + text_of(0, 10);
    case 8: return "needs.z > " + text_of(0, 1);
    default: return "count(jobs, it.heavy) == 0";
  }
}

std::string ClaimedDocument::score(bool is_for_member) {
  switch (below(is_for_member ? 2 : 4)) {
    case 0:
      return "    score: \"" + text_of(0, 1) + " * " + value(is_for_member) + " + " + text_of(0, 1) + "\"\n";
    case 1:
      return "    considerations: { p: \"" + value(is_for_member) + "\", q: \"" + value(false) + "\" }\n";
    case 2: return "    score: " + text_of(0, 1) + "\n";
    default:
      return "    gains: { x: " + text_of(-1, 1) + ", y: " + text_of(-1, 1) + ", z: " + text_of(-1, 1) +
             " }\n";
  }
}

void ClaimedDocument::write_action(uint32_t number) {
  const bool is_for_member = chance(4);
  set_ = !is_for_member ? "" : chance(2) ? "herd" : "jobs";
  actions_.push_back(fmt::format("o{}", number));
  text_ += fmt::format("  o{}:\n", number);
  if (is_for_member) text_ += "    for_each: { one: " + set_ + " }\n";
  text_ += score(is_for_member);
  if (chance(2)) text_ += "    when: \"" + condition(is_for_member) + "\"\n";
  if (chance(6)) text_ += "    rank: 1\n";
  if (chance(8)) {
    text_ += "    claims: seat\n";
    has_tokens_ = true;
  }
  text_ += "    do: act\n";
}

void ClaimedDocument::write_agent(uint32_t actions) {
  has_states_ = chance(4);
  const uint32_t first = has_states_ ? 2 : 0;  // the others are for one state each
  text_ += "agents:\n  it:\n    actions: [";
  for (uint32_t i = first; i < actions; ++i) text_ += fmt::format("{}o{}", i == first ? "" : ", ", i);
  text_ += "]\n";
  if (chance(2)) text_ += "    importance: bold\n";
  if (!has_states_) return;
  const std::string enter = chance(2) ? ", enter: [set: { n: 2 }]" : "";
  text_ += fmt::format(
      "    states:\n      easy: {{ actions: [o0], to: {{ tense: \"{}\" }} }}\n"
      "      tense: {{ actions: [o1], to: {{ easy: \"{}\" }}{} }}\n",
      "a > " + text_of(0.3, 1), "a < " + text_of(0, 0.3), enter);
}

std::string ClaimedDocument::fact() {
  std::string text = fmt::format("hp: {}, armed: {}", below(11), chance(2) ? "true" : "false");
  if (chance(2)) text += fmt::format(", position: [{}, 0, {}]", below(20), below(20));
  return "{ " + text + " }";
}
std::string ClaimedDocument::job() {
  return fmt::format("{{ worth: {}, heavy: {} }}", text_of(0, 1), chance(2) ? "true" : "false");
}
std::string ClaimedDocument::list_of(std::string (ClaimedDocument::*member)()) {
  std::string text;
  for (uint32_t i = below(4); i > 0; --i) text += (text.empty() ? "" : ", ") + (this->*member)();
  return "[" + text + "]";
}

void ClaimedDocument::restrict_claim(Claim& claim) {
  struct Where {
    const char* text;
    bool (*holds)(const Read& read);
  };
  constexpr Where kWheres[] = {
      {"a < b", [](const Read& read) { return read.a < read.b; }},
      {"a < 0.5 or n > 2", [](const Read& read) { return read.a < 0.5 || read.n > 2; }},
      {"a + b > 0.25", [](const Read& read) { return read.a + read.b > 0.25; }},
      {"n >= 1 and b < 5.5", [](const Read& read) { return read.n >= 1 && read.b < 5.5; }},
  };
  const Where& where = kWheres[below(4)];
  const Read corners[] = {{claim.a[0], claim.b[1], claim.n[1]},
                          {claim.a[1], claim.b[1], claim.n[1]},
                          {claim.a[0], claim.b[0], claim.n[1]}};
  if (std::ranges::none_of(corners, where.holds)) return;  // it would leave nothing
  claim.fields += fmt::format("    where: {}\n", where.text);
  claim.where = where.holds;
}

void ClaimedDocument::add_claimed(Claim& claim) {
  const auto some = [&] {
    const uint32_t option = below(static_cast<uint32_t>(actions_.size()) + 1);
    return option == actions_.size() ? std::string("nothing") : actions_[option];
  };
  switch (below(5)) {
    case 0: {
      std::string picks = "[" + actions_[0];
      for (size_t i = 1; i + 1 < actions_.size(); ++i) picks += chance(2) ? "" : ", " + actions_[i];
      claim.expected = "picks: " + picks + "]";
      claim.claimed = "always: { " + claim.expected + " }";
      break;
    }
    case 1: {
      const uint32_t first = below(static_cast<uint32_t>(actions_.size()));
      const auto second = (first + 1) % actions_.size();
      claim.claimed = fmt::format("order: [o{}, o{}]", first, second);
      break;
    }
    case 2:
      claim.claimed = fmt::format("score: {{ o{}: {}..{} }}", below(static_cast<uint32_t>(actions_.size())),
                                  text_of(0, 0.3), text_of(0.5, 1.5));
      break;
    default:
      claim.is_never = true;
      claim.expected = "picks: " + some();
      claim.claimed = "never: { " + claim.expected + " }";
  }
}

Claim ClaimedDocument::claim() {
  Claim claim;
  const auto part = [&](double(&range)[2], double low, double high) {
    range[0] = number(low, high), range[1] = number(low, high);
    if (range[0] > range[1]) std::swap(range[0], range[1]);
    if (range[0] == range[1]) range[0] = low, range[1] = high;
  };
  std::string ranges = "who: any";
  if (!chance(3)) part(claim.a, 0, 1), ranges += ", a: " + range_of(claim.a);
  if (!chance(3)) part(claim.b, -2, 6), ranges += ", b: " + range_of(claim.b);
  if (!chance(3)) part(claim.z, 0, 1), ranges += ", needs.z: " + range_of(claim.z);
  if (chance(2)) {
    claim.n[0] = below(5);
    claim.n[1] = 5;
    ranges += fmt::format(", n: {}..5", claim.n[0]);
  }
  if (chance(3)) claim.flag = chance(2) ? "true" : "false", ranges += ", flag: " + claim.flag;
  if (chance(3)) claim.mood = chance(2) ? "wary" : "angry", ranges += ", mood: " + claim.mood;
  claim.fields = "    for_all: { " + ranges + " }\n";
  if (chance(3)) restrict_claim(claim);
  if (chance(3)) {
    claim.fills_herd = true;
    claim.sets += "    remembers: { herd: " + list_of(&ClaimedDocument::fact) + " }\n";
  }
  if (chance(3)) {
    claim.fills_jobs = true;
    claim.sets += "    candidates: { jobs: " + list_of(&ClaimedDocument::job) + " }\n";
  }
  if (chance(4)) claim.self = fmt::format("    self: {{ position: [{}, 0, 3] }}\n", below(10));
  claim.fields += claim.sets + claim.self;
  add_claimed(claim);
  return claim;
}

std::string ClaimedDocument::situation(const Claim& claim) {
  constexpr uint32_t kDraws = 40;
  const auto within = [&](const double(&range)[2]) {
    const double drawn = chance(4) ? range[below(2)] : number(range[0], range[1]);
    return std::clamp(std::floor(drawn * 10'000) / 10'000, std::ceil(range[0] * 10'000) / 10'000, range[1]);
  };
  Read read;
  for (uint32_t i = 0; i < kDraws; ++i) {
    read = {within(claim.a), within(claim.b), claim.n[0] + below(claim.n[1] - claim.n[0] + 1)};
    if (!claim.where || claim.where(read)) break;
    if (i + 1 == kDraws) return {};
  }
  constexpr const char* kMoods[] = {"calm", "wary", "angry"};
  const bool is_somebody = chance(2);
  std::string text = fmt::format(
      "    given: {{ a: {:.4f}, b: {:.4f}, n: {}, needs.z: {:.4f}, flag: {}, mood: {}, who: {} }}\n", read.a,
      read.b, read.n, within(claim.z),
      claim.flag != "any" ? claim.flag
      : chance(2)         ? "true"
                          : "false",
      claim.mood != "any" ? claim.mood : kMoods[below(3)], is_somebody ? "x" : "nothing");
  if (is_somebody)
    text += fmt::format("    world: {{ x: {{ is: animal, position: [{}, 0, {}], hp: {} }} }}\n", below(15),
                        below(15), below(11));
  text += claim.sets + claim.self;
  if (!claim.fills_herd) text += "    remembers: { herd: " + list_of(&ClaimedDocument::fact) + " }\n";
  if (!claim.fills_jobs) text += "    candidates: { jobs: " + list_of(&ClaimedDocument::job) + " }\n";
  if (claim.self.empty()) text += fmt::format("    self: {{ position: [{}, 0, {}] }}\n", below(8), below(8));
  if (has_tokens_ && chance(3)) text += "    taken: [seat]\n";
  if (has_states_) text += chance(2) ? "    state: easy\n" : "    state: tense\n";
  return text;
}

}  // namespace ishi::claims
