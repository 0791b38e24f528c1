#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "sweep/sweep.h"
#include "workspace/ask/asked_situation.h"

namespace ishi::compiler {

// The decisions along a key or over two.

// The name for no profile, where a file has profiles.
inline constexpr std::string_view kNoProfile = "no profile";
// The results of all profiles.
inline constexpr std::string_view kAllProfiles = "all";

// A line of a profile. `second` is the value of the other axis, if there is one.
struct SweptRow {
  float second = 0;
  SweptLine line;
};

// A result for one or several importance profiles alike.
struct SweptProfile {
  std::vector<std::string> names;  // empty: the agent has none
  uint32_t profile = kNone;        // of the model: the first of them
  std::vector<SweptRow> rows;      // from the low end of the other axis to its high one
  std::optional<Hysteresis> hysteresis;
  std::optional<SweptMap> map;

  [[nodiscard]] std::string title() const;
  // The widest part in which something may be missed; 0: none.
  [[nodiscard]] double widest_gap() const;
  [[nodiscard]] std::string obstacle() const;
};

struct Swept {
  const AskedSituation& asked;
  std::string agent;
  std::string running;  // what was said to run; empty: nothing
  std::string state;    // … to be its state
  std::vector<Axis> axes;
  std::vector<SweptProfile> profiles;
  std::vector<std::string> given;  // "threat=someone": what was said of the situation
  std::vector<std::string> idle;   // what was said of it and changes nothing, in sentences

  // "flee", "best: bag 2", "nothing".
  [[nodiscard]] std::string name_of(const SweptDecision& decision) const;
  // All that are chosen anywhere, in the order of the agent's list.
  [[nodiscard]] std::vector<SweptDecision> decisions() const;
};

// "below hp 61.3", "from hp 12 to below 40", "above hp 0": where a stretch of a line lies.
[[nodiscard]] std::string where_text(const Axis& axis, const SweptLine& line, size_t stretch);

// Sweeps what is asked over one key or two: `over` holds names, each with a range of its own perhaps
// ("hp=20..60"), several parted by commas. `importance`: empty or "all" for all profiles, else that of
// `asked` alone. Or what is wrong, in a sentence. `asked` must outlive the answer.
[[nodiscard]] tl::expected<Swept, std::string> sweep(const AskedSituation& asked,
                                                     const std::vector<std::string>& over,
                                                     std::string_view importance);

// The same in pieces.
class SweepInPieces {
 public:
  SweepInPieces(const AskedSituation& asked, const std::vector<std::string>& over,
                std::string_view importance);
  ~SweepInPieces();
  SweepInPieces(const SweepInPieces&) = delete;
  SweepInPieces& operator=(const SweepInPieces&) = delete;

  // Sweeps a line, or a part of a map. False once all is swept, it is stopped, or something is wrong.
  bool go_on();
  [[nodiscard]] tl::expected<Swept, std::string> take();

 private:
  class Sweeping;
  std::unique_ptr<Sweeping> sweeping_;
};

}  // namespace ishi::compiler
