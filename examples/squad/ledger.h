#pragma once

#include <map>
#include <string>
#include <vector>

#include "fight.h"

// Keeps the books of a fight, frame by frame: who holds which role, whether there are ever more holders than
// there may be, and what is planned.

namespace squad {

class Ledger {
 public:
  explicit Ledger(Fight& fight);

  // After each frame.
  void note();

  // The role that comes with an option of a soldier: the token that it claims; empty if it claims none.
  [[nodiscard]] std::string role_of(uint16_t option) const;
  [[nodiscard]] std::string option_name(uint16_t option) const;
  [[nodiscard]] int replanned() const { return remade_; }
  // How many soldiers have had a role at some time.
  [[nodiscard]] size_t holders_of(const std::string& role) const;
  // False if something was wrong in any frame.
  [[nodiscard]] bool print() const;

 private:
  enum class NewPlan : uint8_t { none, first, anew };

  void note_roles();
  void note_plans();
  void tell_plans();
  void check_roles();
  void check_rocks();
  void expect(bool holds, const char* what);
  [[nodiscard]] std::string plan_text(const Soldier& soldier) const;

  Fight& fight_;
  std::vector<std::string> roles_;                        // of each soldier now
  std::map<std::string, std::map<char, float>> tenures_;  // seconds, by role and letter
  std::map<std::string, int> handovers_;
  std::map<std::string, uint32_t> most_;   // holders at the same time
  std::map<uint32_t, NewPlan> new_plans_;  // by the row of their soldier, until they are told
  int begun_ = 0, remade_ = 0;
  bool is_right_ = true;
};

}  // namespace squad
