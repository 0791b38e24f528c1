#pragma once

#include <cstdint>

#include "compiler/oracle/moment.h"
#include "model/model.h"

// A second evaluator of scores, written straight from the language page: in double precision,
// over the model, without programs, folding, domains or the runtime. What it says is compared with the blob.

namespace ishi::compiler::oracle {

struct Score {
  bool is_eligible = false;
  double value = 0;
  // A comparison, a step or a rounding was so close to its edge that single precision may fall on the
  // other side: no verdict.
  bool is_fragile = false;
};

// The score, without inertia, of an option of the moment's agent: for a member if it is for those of a set.
Score score_of(const Model& model, const Moment& moment, uint32_t option, const Member* member);

// The same of a choice of the model, for one member.
Score score_of_choice(const Model& model, const Moment& moment, uint32_t choice, const Member& member);

}  // namespace ishi::compiler::oracle
