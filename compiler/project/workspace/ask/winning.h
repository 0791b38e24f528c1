#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simulate/situation_writer.h"
#include "source/stop.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The answer to the question if an agent's thought can come to an action: what a test with `for_all: {}` and
// `never: { picks: … }` finds out.
struct Winning {
  enum class Answer : uint8_t { can, never, unknown };

  std::string agent;
  std::string profile;  // with which it can; empty: with the agent's own, or with none
  Answer answer = Answer::unknown;
  SituationText situation;  // of `can`: one that the runtime has confirmed
  std::string reason;       // of `unknown`
};

// Finds this out about one version of a file, and keeps what it has found. One thread at a time.
class WinningSearch {
 public:
  explicit WinningSearch(std::shared_ptr<const CheckedFile> checked);
  ~WinningSearch();

  [[nodiscard]] const CheckedFile& file() const { return *checked_; }
  // Of each agent of the file that has the action (of the model). Where an agent's own profile never picks it
  // the others are tried. Nothing of a file with errors, and of agents that plan what they do. Some
  // milliseconds, up to a hundred where neither samples nor the first proof decide; `stop`, which may be
  // null, is asked by the proofs, and what it ends is not kept.
  [[nodiscard]] std::vector<Winning> find(uint32_t action, const Stop* stop = nullptr);

 private:
  class Question;

  std::shared_ptr<const CheckedFile> checked_;
  std::unique_ptr<Question> question_;  // what all actions have in common; made for the first
  std::map<uint32_t, std::vector<Winning>> known_;
};

// The same in a few lines of Markdown.
[[nodiscard]] std::string winnings_text(const std::vector<Winning>& winnings);

}  // namespace ishi::compiler
