#include "played_document.h"

#include <algorithm>
#include <cstdio>

namespace ishi::plays {

namespace {

constexpr uint32_t kMostCounters = 40;

class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  PlayedDocument write() {
    document_.has_levels = one_in(2);
    actions_ = 2 + below(4);
    document_.actions.resize(actions_);
    write_declarations();
    write_goals();
    text_ += "actions:\n";
    for (uint32_t a = 0; a < actions_; ++a) write_action(a);
    write_agent();
    document_.counters = counters_;
    std::string keys;
    for (uint32_t c = 0; c < counters_; ++c)
      keys += ", c" + std::to_string(c) + ": { type: integer, range: 0..1000000 }";
    text_.replace(text_.find("COUNTERS"), 8, keys);  // on one line, so that no line moves
    document_.text = std::move(text_);
    return std::move(document_);
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  bool one_in(uint32_t n) { return below(n) == 0; }
  std::string number(double low, double high) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.4f", low + (high - low) * below(17) / 16);
    return digits;
  }
  [[nodiscard]] uint32_t line() const {
    return 1 + static_cast<uint32_t>(std::count(text_.begin(), text_.end(), '\n'));
  }
  std::string action() { return "a" + std::to_string(below(actions_)); }

  void write_declarations() {
    text_ =
        "ishi: 1\nenums: { mood: [calm, wary, angry] }\n"
        "blackboard: { k0: { type: number, range: 0..1 }, k1: { type: number, range: -1..4 }, ammo: { type: "
        "integer, range: 0..5 }, mood: mood, armed: boolean, note: { type: number, range: 0..1 }, idle: { "
        "type: number, range: 0..1 }, n: { type: "
        "integer, range: 0..3 }COUNTERS }\n";
    text_ += "values:\n  near: k0 * 0.8\n";
    text_ += "things: { foe: {} }\n";
    text_ += "candidates: { mob: { of: foe, capacity: 3, fields: { w: { type: number, range: 0..1 } } } }\n";
    text_ += "events: { called: {}, noted: {} }\n";
    text_ += "tasks:\n  go: { takes: 0.3s }\n  quick: {}\n  fire: { requires: ammo > 0, takes: 0.2s }\n";
    text_ += "  long: { takes: 1s }\n  hide: { requires: \"k0 < " + number(-0.25, 1.25) +
             " or armed\", takes: 0.4s }\n";
    text_ += "needs:\n  calm_down: { level: 1 - k1.norm }\n";
    if (document_.has_levels) {
      text_ += "  hunger: { start: " + number(0, 0.6) + ", rise: " + (one_in(4) ? "-" : "") +
               number(0.01, 0.3) + "/s }\n";
      text_ += "  tired: { start: " + number(0, 0.6) + ", rise: " + number(0.01, 0.3) + "/s" +
               (one_in(3) ? ", while: armed" : "") + " }\n";
    }
    text_ += "importance:\n  bold: { calm_down: " + number(0.125, 2) +
             " }\n  meek: { calm_down: " + number(0.125, 2) + " }\n";
  }

  void write_goals() {
    text_ += "goals:\n  settle: { do: [set: { idle: " + number(0, 1) + " }] }\n";
    is_in_goal_ = true;
    for (uint32_t g = 0; g < 2; ++g) {
      text_ += "  g" + std::to_string(g) + ":\n";
      if (one_in(5)) text_ += "    requires: " + (one_in(2) ? "ammo > 0" : "k0 < " + number(0, 1)) + "\n";
      if (one_in(3)) {
        text_ += "    first:\n";
        for (uint32_t m = 0; m < 2; ++m) {
          text_ += "      m" + std::to_string(m) + ":\n";
          if (m == 0 || one_in(2)) text_ += "        when: " + condition(1) + "\n";
          text_ += "        do:\n";
          write_steps(8, 1, 1);
        }
      } else {
        if (one_in(6)) text_ += "    when: " + condition(1) + "\n";
        text_ += "    do:\n";
        write_steps(4, 1, 1 + below(2));
      }
      ++goals_;
    }
    is_in_goal_ = false;
  }

  void write_action(uint32_t index) {
    PlayedAction& own = document_.actions[index];
    text_ += "  a" + std::to_string(index) + ":\n";
    own.is_for_members = one_in(8);
    if (own.is_for_members) text_ += "    for_each: { m: mob }\n";
    is_of_member_ = own.is_for_members;
    is_in_action_ = true;
    if (one_in(2)) {
      const std::string own =
          "\"since(a" + std::to_string(index) + ") > 0." + std::to_string(1 + below(9)) + "s\"";
      text_ += "    when: " + (one_in(10) ? own : one_in(12) ? "elapsed < 0.1s" : condition(1)) + "\n";
    }
    write_score();
    if (one_in(6)) {
      own.rank = 1;
      text_ += "    rank: 1\n";
    }
    if (one_in(7)) text_ += "    weight: " + (one_in(2) ? number(0.5, 2) : "1 - 0.6 * running") + "\n";
    if (one_in(6)) text_ += "    interruptible: " + (one_in(2) ? "false" : condition(0)) + "\n";
    if (one_in(8)) text_ += "    while: " + condition(1) + "\n";
    if (one_in(5)) text_ += "    cooldown: 0.3s\n";
    if (one_in(2)) text_ += "    cooldown_after_failure: " + std::string(one_in(4) ? "0.2s" : "0s") + "\n";
    is_in_action_ = false;
    if (document_.has_levels) {
      if (one_in(3)) text_ += "    after: { " + carried() + ": " + number(-0.6, 0.1) + " }\n";
      if (one_in(4)) text_ += "    during: { " + carried() + ": " + number(-0.5, 0.1) + "/s }\n";
    }
    const bool has_body = !one_in(6);
    if (has_body) {
      text_ += "    do:\n";
      if (one_in(6)) {
        for (uint32_t i = 0; i < 1 + below(3); ++i) write_instant(4);
      } else {
        write_steps(4, 0, 1 + below(3));
        if (one_in(7)) {
          own.has_endless = may_count();
          own.reached = counters_;
          if (own.has_endless) count_at(4, counters_++);
          write_endless(4);
        }
      }
    }
    if (one_in(3) && counters_ + 3 < kMostCounters) {
      own.has_ends = true;
      own.completed = counters_++;
      own.failed = counters_++;
      own.aborted = counters_++;
      text_ += "    finally:\n";
      const std::pair<uint32_t, const char*> ends[] = {
          {own.completed, "completed"}, {own.failed, "failed"}, {own.aborted, "aborted"}};
      for (const auto& [counter, how] : ends)
        text_ += "      - { " + count(counter) + ", when: " + how + " }\n";
    }
    is_of_member_ = false;
  }

  void write_score() {
    switch (below(6)) {
      case 0: text_ += "    gains: { calm_down: " + number(-0.5, 1) + " }\n"; return;
      case 1:
        if (document_.has_levels) {
          text_ += "    gains: { " + carried() + ": " + number(-0.5, 1) + " }\n";
          return;
        }
        [[fallthrough]];
      default: break;
    }
    switch (below(9)) {
      case 0: text_ += "    score: " + number(0, 1) + " - 0.5 * running\n"; return;
      case 1:
        text_ += "    score: \"if(" + bare_condition(0) + ", " + number(0, 1) + ", " + number(0, 1) + ")\"\n";
        return;
      case 2: text_ += "    score: " + number(0, 1) + " * random\n"; return;
      case 3:
        text_ += "    score: " + number(0, 0.5) + " + " + number(0, 1) + " * " +
                 (is_of_member_ ? "m.w" : "k0") + "\n";
        return;
      default: text_ += "    score: " + number(0, 1) + (one_in(2) ? " * k0 + 0.1" : "") + "\n"; return;
    }
  }

  std::string carried() { return kCarried[below(2)]; }

  static std::string count(uint32_t counter) {
    const std::string name = "c" + std::to_string(counter);
    return "set: { " + name + ": " + name + " + 1 }";
  }
  void count_at(uint32_t indent, uint32_t counter) {
    text_ += std::string(indent, ' ') + "  - " + count(counter) + "\n";
  }

  void write_steps(uint32_t indent, uint32_t depth, uint32_t steps) {
    for (uint32_t i = 0; i < steps; ++i) write_step(indent, depth);
  }

  void put(uint32_t indent, const std::string& text) { text_ += std::string(indent, ' ') + text + "\n"; }

  void write_simple(uint32_t indent) {
    std::string goal = goals_ > 0 && !is_in_goal_ ? "g" + std::to_string(below(goals_)) : "quick";
    switch (below(12)) {
      case 0: put(indent, "  - set: { note: " + number(0, 1) + " }"); break;
      case 1: put(indent, "  - set: { n: \"mod(n + 1, 4)\" }"); break;
      case 2: put(indent, one_in(2) ? "  - emit: noted" : "  - { emit: called, to: self }"); break;
      case 3: put(indent, "  - wait: 0." + std::to_string(1 + below(4)) + "s"); break;
      case 4:
      case 5: put(indent, "  - go"); break;
      case 6:
      case 7: put(indent, "  - fire"); break;
      case 8: put(indent, "  - hide"); break;
      case 9:
      case 10: put(indent, "  - " + goal); break;
      default: put(indent, "  - quick"); break;
    }
  }

  void write_instant(uint32_t indent) {
    switch (below(5)) {
      case 0: return put(indent, "  - set: { note: " + number(0, 1) + " }");
      case 1: return put(indent, "  - emit: noted");
      case 2: return put(indent, "  - { emit: called, to: self }");
      case 3:
        return put(indent,
                   "  - { set: { n: " + std::to_string(below(4)) + " }, when: " + condition(0) + " }");
      default: return put(indent, "  - settle");
    }
  }

  void write_inner(uint32_t indent, uint32_t depth) {
    if (depth < 2 && one_in(3))
      write_step(indent, depth + 1);
    else
      write_simple(indent);
  }

  // In goals no counters: a goal stands in several places.
  [[nodiscard]] bool may_count() const { return !is_in_goal_ && counters_ + 2 <= kMostCounters; }

  void write_step(uint32_t indent, uint32_t depth) {
    const bool counts = may_count();
    switch (below(16)) {
      case 0:
      case 1: return write_guarded(indent, depth, counts);
      case 2: return write_branch(indent, depth, counts);
      case 3: return write_check(indent, counts);
      case 4: return write_lasting(indent, counts);
      case 5: return write_until(indent, counts);
      case 6: return write_timeout(indent, counts);
      case 7: {
        put(indent, one_in(2) ? "  - all:" : "  - any:");
        write_simple(indent + 6);
        write_simple(indent + 6);
        return;
      }
      case 8: {
        const uint32_t what = below(3);
        put(indent, what == 0 ? "  - do: fire" : what == 1 ? "  - do: [hide]" : "  - do: go");
        put(indent, one_in(2) ? "    on_fail: continue" : one_in(2) ? "    retry: 1" : "    invert: true");
        return;
      }
      case 9: {
        put(indent, "  - first:");
        for (uint32_t m = 0; m < 2; ++m) {
          put(indent, "      m" + std::to_string(m) + ":");
          if (m == 0 || one_in(2)) put(indent, "        when: " + condition(1));
          put(indent, "        do:");
          write_simple(indent + 8);
        }
        return;
      }
      case 10:
        if (one_in(3))
          put(indent, std::string("  - { do: ") + (one_in(2) ? "fail" : "succeed") +
                          ", when: " + condition(1) + " }");
        return write_simple(indent);
      default: return write_simple(indent);
    }
  }

  void write_guarded(uint32_t indent, uint32_t depth, bool counts) {
    const uint32_t asked = counters_, did = counters_ + 1;
    if (counts) {
      counters_ += 2;
      count_at(indent, asked);
    }
    put(indent, "  - do:");
    if (counts) count_at(indent + 4, did);
    write_inner(indent + 4, depth);
    if (counts) document_.probes[line()] = {Probe::Kind::branch, asked, did};
    put(indent, "    when: " + condition(1));
  }
  void write_branch(uint32_t indent, uint32_t depth, bool counts) {
    const uint32_t asked = counters_, did = counters_ + 1;
    if (counts) {
      counters_ += 2;
      count_at(indent, asked);
      document_.probes[line()] = {Probe::Kind::branch, asked, did};
    }
    put(indent, "  - if: " + condition(1));
    put(indent, "    then:");
    if (counts) count_at(indent + 4, did);
    write_inner(indent + 4, depth);
    if (one_in(2)) return;
    put(indent, "    else:");
    write_inner(indent + 4, depth);
  }
  void write_check(uint32_t indent, bool counts) {
    const uint32_t asked = counters_, did = counters_ + 1;
    if (counts) {
      counters_ += 2;
      count_at(indent, asked);
      document_.probes[line()] = {Probe::Kind::branch, asked, did};
    }
    put(indent, "  - check: " + condition(1));
    if (counts) count_at(indent, did);
  }
  void write_lasting(uint32_t indent, bool counts) {
    const uint32_t did = counters_;
    put(indent, "  - do:");
    put(indent, "      - wait: 0.2s");
    if (counts) count_at(indent + 4, did);
    if (counts) counters_ += 1;
    if (one_in(2)) put(indent, "    when: " + condition(1));
    if (counts) document_.probes[line()] = {Probe::Kind::lasting, did, did};
    put(indent, "    while: " + condition(1));
    if (one_in(2)) put(indent, "    on_fail: continue");
  }
  void write_until(uint32_t indent, bool counts) {
    const uint32_t ended = counters_, did = counters_ + 1;
    put(indent, "  - do:");
    put(indent, "      - wait: 0.3s");
    if (counts) {
      counters_ += 2;
      count_at(indent + 4, did);
      document_.probes[line()] = {Probe::Kind::ending, ended, did};
    }
    put(indent, "    until: " + condition(1));
    if (counts) count_at(indent, ended);
  }
  void write_timeout(uint32_t indent, bool counts) {
    put(indent, one_in(2) ? "  - do: long" : "  - do: go");
    if (one_in(3)) put(indent, "    until: " + condition(1));
    if (counts) document_.probes[line()] = {Probe::Kind::timeout, counters_, counters_};
    put(indent, "    timeout: 0." + std::to_string(1 + below(4)) + "s");
    if (counts) count_at(indent, counters_++);
  }
  void write_endless(uint32_t indent) {
    put(indent, "  - repeat:");
    put(indent, "      do:");
    for (uint32_t i = 0; i < 1 + below(2); ++i) {
      const uint32_t what = below(5);
      put(indent + 6, what == 0   ? "  - quick"
                      : what == 1 ? "  - { do: fire, on_fail: continue }"
                      : what == 2 ? "  - { do: hide, on_fail: continue }"
                                  : "  - go");
    }
    if (one_in(4)) put(indent, "    interruptible: false");
    if (one_in(6)) put(indent, "    timeout: 0.7s");
  }

  std::string condition(uint32_t depth) {
    const std::string text = bare_condition(depth);
    return "\"" + text + "\"";
  }
  std::string bare_condition(uint32_t depth) {
    if (depth > 0 && one_in(3))
      return "(" + bare_condition(0) + (one_in(2) ? ") and (" : ") or (") + bare_condition(0) + ")";
    switch (below(16)) {
      case 0: return "k0 < " + number(-0.25, 1.25);
      case 1: return "k1 >= " + number(-2, 5);
      case 2: return "ammo > " + std::to_string(below(4));
      case 3: return "ammo == " + std::to_string(below(6));
      case 4: return one_in(2) ? "ammo > 0" : "ammo == 0";
      case 5: return one_in(2) ? "mood == calm" : "mood != angry";
      case 6: return one_in(2) ? "armed" : "not armed";
      case 7: return "k0 + k1.norm > " + number(0, 2.5);
      case 8: return "note > " + number(0, 1);
      case 9: return "n > " + std::to_string(below(4));
      case 10: return "since(" + action() + ") > 0." + std::to_string(1 + below(9)) + "s";
      case 11: return "since(called) < 0.5s";
      case 12: return is_in_goal_ ? "armed" : "elapsed < 0." + std::to_string(1 + below(9)) + "s";
      case 13:
        if (document_.has_levels) return "needs." + carried() + " > " + number(-0.25, 1.25);
        return "near > " + number(0, 1);
      case 14:
        return is_of_member_ && !is_in_goal_ ? "m.w > " + number(0, 1) : one_in(2) ? "ammo > 1" : "armed";
      default: return is_in_action_ && one_in(2) ? "not running" : "time > 1s";
    }
  }

  void write_agent() {
    const auto list = [](uint32_t from, uint32_t to) {
      std::string names;
      for (uint32_t i = from; i < to; ++i) names += (i == from ? "a" : ", a") + std::to_string(i);
      return names;
    };
    document_.has_states = actions_ >= 4 && one_in(3);
    const uint32_t own = document_.has_states ? actions_ - 2 : actions_;
    text_ += "agents:\n  who:\n    actions: [" + list(0, own) + "]\n";
    text_ += "    select: { minimum: " + (one_in(3) ? number(0, 0.3) : "0") + ", ";
    text_ += one_in(10) ? "weighted: { top: 2 } }\n"
                        : "inertia: " + number(0, 1.5) + ", ties: " + (one_in(2) ? "first" : "last") + " }\n";
    document_.thinks_each_frame = !one_in(4);
    std::string think;
    if (!document_.thinks_each_frame) think = one_in(2) ? "every: 0.3s" : "every: 4frames";
    if (one_in(4)) think += (think.empty() ? "" : ", ") + std::string("on: [called]");
    if (!think.empty()) text_ += "    think: { " + think + " }\n";
    if (one_in(3)) text_ += "    on: { called: [set: { note: 0.75 }] }\n";
    if (!document_.has_states) return;
    text_ += "    states:\n";
    for (uint32_t s = 0; s < 2; ++s) {
      text_ += "      s" + std::to_string(s) + ":\n        actions: [a" + std::to_string(own + s) +
               "]\n        to:\n";
      document_.transitions[line()] = {s, 1 - s};
      text_ += "          s" + std::to_string(1 - s) + ": " + condition(1) + "\n";
    }
  }

  std::mt19937& random_;
  PlayedDocument document_;
  std::string text_;
  uint32_t actions_ = 0, goals_ = 0, counters_ = 0;
  bool is_in_goal_ = false, is_in_action_ = false, is_of_member_ = false;
};

}  // namespace

PlayedDocument write_document(std::mt19937& random) { return Writer(random).write(); }

}  // namespace ishi::plays
