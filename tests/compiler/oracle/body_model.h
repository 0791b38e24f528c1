#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/oracle/body_tree.h"
#include "ishi/types.h"

// Carries out docs/language/bodies.md to the letter: in each frame it asks the whole tree, from
// the outermost step inwards. Nothing here is the runtime's.

namespace ishi::compiler::bodies_agree_test {

enum class Result : uint8_t { running, completed, failed, skipped };

struct Puddle {
  EntityId id{};
  float size = 0;
};

// A step that runs.
struct Run {
  const Step* step = nullptr;
  int64_t started = 0;  // of the attempt, microseconds
  uint32_t attempt = 0;
  bool waits = false;  // for a frame behind `since`, in which the next attempt or round begins
  uint64_t since = 0;
  bool has_begun = false;             // the body of the attempt
  uint32_t current = 0;               // part, round or method
  std::vector<Run> inner{};           // of all and any one for each part, else at most one
  std::vector<Result> ended{};        // of all and any: by part
  std::vector<uint8_t> has_failed{};  // of methods
  std::vector<Puddle> members{};
  uint64_t serial = 0;  // of a task
  int64_t due = 0;      // of a wait
};

struct StartedTask {
  uint64_t serial = 0;
  Verb task{};
  EntityId what{};
};

struct Report {
  bool completes = false;
  float worth = 0;
};

class BodyModel {
 public:
  explicit BodyModel(const Document& document) : document_(&document) {}

  // What the game tells.
  int32_t keys[kKeys] = {0, 0, 0, 0};
  std::vector<Puddle> puddles;
  std::map<uint64_t, Report> reports;

  // What comes of it.
  bool has_spot = false;
  float fear = 0;
  int32_t ended = 0;  // how the action ended last: 1 completed, 2 failed, 3 aborted
  std::vector<StartedTask> starts;
  std::vector<uint64_t> aborts;

  [[nodiscard]] bool is_at_work() const { return !root_.empty(); }
  // True if the action ends when it is asked next, whatever the agent decides.
  [[nodiscard]] bool is_over(int64_t now, uint64_t frame);
  void begin(int64_t now, uint64_t frame);
  void abort(int64_t now);
  // What a visit of the body comes to.
  void visit(int64_t now, uint64_t frame);

 private:
  using Condition = bodies_agree_test::Condition;

  [[nodiscard]] bool holds(const Condition& condition, int64_t since) const;
  [[nodiscard]] Result result_if_over(const Run& run) const;
  [[nodiscard]] bool is_locked(const Run& run) const;
  Result begin(std::vector<Run>& inner, const Step& step, int64_t holder_started);
  Result foresee(const Step& step, int64_t holder_started);
  Result go_on(Run& run);
  [[nodiscard]] bool is_done_with_rounds(const Run& run, bool was_over) const;
  Result modified(const Run& run, Result result);
  // `by_sibling`: another part of the same `all` or `any` decided.
  void stop(Run& run, bool by_sibling = false);
  void end(int32_t how);

  Result body(Run& run);
  Result list(Run& run);
  Result task(Run& run);
  Result methods(Run& run);
  Result part(Run& run);
  Result parts(Run& run);
  Result repeat(Run& run);
  Result members(Run& run);
  Result goal(Run& run);
  void note_conditions(Run& run);
  [[nodiscard]] std::optional<uint32_t> choose(const Run& run) const;

  const Document* document_;
  std::vector<Run> root_;  // the action's list, if it runs
  std::map<uint32_t, float> given_;
  std::map<uint32_t, Puddle> bound_;  // by loop
  std::set<const Step*> done_;        // once
  uint64_t serials_ = 0;
  int64_t now_ = 0;
  uint64_t frame_ = 0;
  // Looking ahead: nothing is asked that ends a step from outside, and what takes time does not begin.
  bool looks_ahead_ = false;
  bool has_written_ = false;
};

}  // namespace ishi::compiler::bodies_agree_test
