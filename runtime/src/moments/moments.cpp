#include "moments/moments.h"

#include <algorithm>

#include "asset/check.h"
#include "world/population_state.h"

namespace ishi {

bool MomentsBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  const Tables& t = p_.asset->tables;
  const auto moments = part(t.moments, p_.agent->moments());
  Moments& m = p_.moments;
  if (!places_.allocate(moments.size()) || !m.last.allocate(moments.size()) ||
      !m.of_option.allocate(p_.agent->options().count()) || !m.of_event.allocate(t.events.size())) {
    return false;
  }
  std::fill(m.of_option.begin(), m.of_option.end(), kNotFound);
  std::fill(m.of_event.begin(), m.of_event.end(), kNotFound);
  RowPlan rows(plan, padded);
  for (uint32_t i = 0; i < moments.size(); ++i) {
    const bool is_event = moments[i].kind() == blob::MomentKind::event;
    (is_event ? m.of_event : m.of_option)[moments[i].subject()] = i;
    places_[i] = rows.add(sizeof(uint64_t));
  }
  p_.agent_bytes.moments = rows.bytes();
  return true;
}

void MomentsBuilder::attach(Arena& arena) {
  for (size_t i = 0; i < places_.size(); ++i) p_.moments.last[i] = arena.at<uint64_t>(places_[i]);
  p_.binding.moments = {part(p_.asset->tables.moments, p_.agent->moments()), p_.moments.last};
}

}  // namespace ishi
