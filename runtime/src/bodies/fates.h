#pragma once

#include <cstdint>

#include "bodies/body_formulas.h"

namespace ishi {

// What reports and due waits already decide about a body, asked without writing anything but the agent that
// is looked at. Asking draws nothing: the visit that ends the node draws the same.
class Fates {
 public:
  explicit Fates(BodyFormulas& formulas) : body_(formulas.body()), formulas_(formulas) {}

  // True if an agent whose rhythm lets it think does not: its option is bound to end, and it did not put its
  // last thought off.
  [[nodiscard]] bool puts_off_thought(uint32_t slot);
  // True if the next visit ends a node that is at work, whatever its conditions say by then.
  [[nodiscard]] bool is_decided(uint32_t index);

 private:
  // How a visit would end a node that is at work, if nothing asked for its conditions.
  enum class Fate : uint8_t { runs, completes, fails };

  // True if the next visit ends the running option: its body is over (its reports are in, its waits are due,
  // and only steps that take no time remain), or the member for which it runs is gone.
  [[nodiscard]] bool is_bound_to_end(uint32_t slot);
  Fate fate_of(uint32_t index);
  Fate fate_of_attempt(uint32_t index);
  Fate fate_of_rest(uint32_t index, uint32_t rest, uint64_t since);
  [[nodiscard]] bool fails_for_sure(const blob::Node& step, uint64_t since);
  Fate fate_at_once(uint32_t index);
  [[nodiscard]] bool is_known(uint32_t condition, Truth expected, uint64_t since);
  bool has_method_left(uint32_t index);

  ActiveBody& body_;
  BodyFormulas& formulas_;
  bool leaves_writes_ = false;  // steps before the one at hand may change what is read
};

// What can be asked of a body that is not visited.
struct BodyLook {
  BodyLook(Agents& population, std::span<float> values) : body(population), formulas(body, values) {}

  ActiveBody body;
  BodyFormulas formulas;
  Fates fates{formulas};
};

}  // namespace ishi
