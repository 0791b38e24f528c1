#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

// Random behaviours, claims about them, and situations of which a claim speaks.

namespace ishi::claims {

// The values of a situation that a `where` reads.
struct Read {
  double a = 0, b = 0;
  uint32_t n = 0;
};

// A claim as a test writes it, and the expectation that it means in a test of one situation.
struct Claim {
  std::string fields;     // "for_all: …" and what stands beside it, a line for each field
  std::string claimed;    // "never: { picks: o1 }"
  std::string expected;   // "picks: o1"; empty: no test of one situation says the same
  bool is_never = false;  // a situation that meets `expected` contradicts it
  double a[2] = {0, 1}, b[2] = {-2, 6}, z[2] = {0, 1};
  uint32_t n[2] = {0, 5};
  std::string flag = "any", mood = "any", who = "any";
  std::function<bool(const Read&)> where;  // empty: it has none
  std::string sets, self;                  // what stands beside it, as in a test of one situation
  bool fills_herd = false, fills_jobs = false;
};

class ClaimedDocument {
 public:
  explicit ClaimedDocument(std::mt19937& random);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] Claim claim();
  // The fields of a test with a random situation that the claim covers; empty if none was drawn.
  [[nodiscard]] std::string situation(const Claim& claim);

 private:
  [[nodiscard]] uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  [[nodiscard]] bool chance(uint32_t of) { return below(of) == 0; }
  [[nodiscard]] double number(double low, double high);
  [[nodiscard]] std::string text_of(double low, double high);
  [[nodiscard]] std::string value(bool is_for_member);
  [[nodiscard]] std::string condition(bool is_for_member);
  [[nodiscard]] std::string score(bool is_for_member);
  void write_action(uint32_t number);
  void write_agent(uint32_t actions);
  [[nodiscard]] std::string fact();
  [[nodiscard]] std::string job();
  [[nodiscard]] std::string list_of(std::string (ClaimedDocument::*member)());
  void restrict_claim(Claim& claim);
  void add_claimed(Claim& claim);

  std::mt19937& random_;
  std::string text_;
  std::vector<std::string> actions_;
  std::string set_;  // of whose members the action at hand is: "herd" or "jobs"
  bool has_states_ = false;
  bool has_tokens_ = false;
};

}  // namespace ishi::claims
