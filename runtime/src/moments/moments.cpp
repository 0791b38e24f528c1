#include "moments/moments.h"

#include <algorithm>

#include "asset/check.h"
#include "views/agents.h"

namespace ishi {

bool MomentsBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  const auto moments = part(t.moments, p_.agent->moments());
  Moments& m = p_.moments;
  if (!m.last.allocate(moments.size()) || !m.of_option.allocate(p_.agent->options().count()) ||
      !m.of_event.allocate(t.events.size())) {
    return false;
  }
  std::fill(m.of_option.begin(), m.of_option.end(), kNotFound);
  std::fill(m.of_event.begin(), m.of_event.end(), kNotFound);
  for (uint32_t i = 0; i < moments.size(); ++i) {
    const bool is_event = moments[i].kind() == blob::MomentKind::event;
    (is_event ? m.of_event : m.of_option)[moments[i].subject()] = i;
    const uint32_t subject = moments[i].subject();
    const uint64_t id =
        is_event ? t.events[subject].id() : t.options[p_.agent->options().first() + subject].id();
    columns.add_rows(m.last[i],
                     About(ColumnTag::moment).id(id).shape(is_event ? 1u : 0u).bytes(&p_.agent_bytes.moments),
                     MomentTimes::kNever);
  }
  return true;
}

void MomentsBuilder::bind() {
  p_.binding.moments = {part(p_.asset->tables.moments, p_.agent->moments()), p_.moments.last};
}

}  // namespace ishi
