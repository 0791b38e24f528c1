#include <string_view>

#include "asset/validate.h"
#include "built_features.h"
#include "ishi/types.h"

namespace ishi {
namespace {

// Well-formed UTF-8 as in Unicode 15, table 3-7.
bool is_utf8(std::string_view text) {
  const auto at = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const auto within = [](uint8_t byte, uint8_t low, uint8_t high) { return byte >= low && byte <= high; };
  for (size_t i = 0; i < text.size();) {
    const uint8_t lead = at(i);
    const size_t length = lead < 0x80                ? 1
                          : within(lead, 0xc2, 0xdf) ? 2
                          : within(lead, 0xe0, 0xef) ? 3
                          : within(lead, 0xf0, 0xf4) ? 4
                                                     : 0;
    if (length == 0) return false;
    if (length > 1) {
      const uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
      const uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
      if (!within(at(i + 1), low, high)) return false;
    }
    for (size_t k = 2; k < length; ++k) {
      if (!within(at(i + k), 0x80, 0xbf)) return false;
    }
    i += length;
  }
  return true;
}

// Characters that a terminal or a log would obey, or that only look like nothing, of well-formed UTF-8:
// C0 and C1 controls, DEL, line separators, direction overrides, spaces without width, byte order marks.
// The compiler refuses them in sources (compiler/front/syntax/scan.cpp).
bool has_control(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte < 0x20 || byte == 0x7f) return true;
    const auto at = [&](size_t k) {
      return i + k < text.size() ? static_cast<uint8_t>(text[i + k]) : uint8_t{0};
    };
    if (byte == 0xc2 && at(1) < 0xa0) return true;
    if (byte == 0xe2 && at(1) == 0x80 && (at(2) == 0x8b || (at(2) >= 0xa8 && at(2) <= 0xae))) return true;
    if (byte == 0xe2 && at(1) == 0x81 && (at(2) == 0xa0 || (at(2) >= 0xa6 && at(2) <= 0xa9))) return true;
    if (byte == 0xef && at(1) == 0xbb && at(2) == 0xbf) return true;
  }
  return false;
}

class DebugCheck {
 public:
  DebugCheck(Check& check, const Tables& tables) : check_(check), t_(tables), d_(tables.debug) {}

  bool names() {
    std::string_view last;
    for (uint32_t i = 0; i < d_.name_count(); ++i) {
      const std::string_view name = d_.name(i);
      if (!check_.that(i == 0 || last < name, StatusCode::name_unsorted, name.data()) ||
          !check_.that(is_utf8(name), StatusCode::name_not_utf8, name.data()) ||
          !check_.that(!has_control(name), StatusCode::name_control_character, name.data())) {
        return false;
      }
      last = name;
    }
    return true;
  }

  bool indices() {
    return name(d_.sources, t_.sources) && name(d_.enums, t_.enums) && name(d_.members, t_.members) &&
           name(d_.things, t_.things) && name(d_.fields, t_.fields) && name(d_.keys, t_.keys) &&
           name(d_.events, t_.events) && name(d_.event_fields, t_.event_fields) && name(d_.tasks, t_.tasks) &&
           name(d_.goals, t_.goals) && name(d_.parameters, t_.parameters) && name(d_.curves, t_.curves) &&
           name(d_.motives, t_.motives) && name(d_.profiles, t_.profiles) && name(d_.agents, t_.agents) &&
           name(d_.options, t_.options) && name(d_.sets, t_.sets) && name(d_.set_fields, t_.set_fields) &&
           name(d_.choices, t_.choices) && name(d_.states, t_.states) && name(d_.tokens, t_.tokens) &&
           name(d_.sounds, t_.sounds) && name(d_.navigations, t_.navigations) &&
           name(d_.steerings, t_.steerings) && name(d_.senses, t_.senses) && name(d_.givens, t_.givens);
  }

  bool places() {
    return place(d_.agent_places, t_.agents) && place(d_.option_places, t_.options) &&
           place(d_.key_places, t_.keys);
  }

  bool terms() {
    if (!parallel(d_.option_terms, t_.options) || !parallel(d_.choice_terms, t_.choices)) return false;
    Tiling tiling(d_.terms.size());
    return terms_of(tiling, d_.option_terms, [](const blob::Agent& agent) { return agent.options(); }) &&
           terms_of(tiling, d_.choice_terms, [](const blob::Agent& agent) { return agent.choices(); }) &&
           tiling.complete(check_, d_.terms.data());
  }

 private:
  template <typename T, typename U>
  bool parallel(std::span<const T> vector, std::span<const U> described) {
    const auto* const where = vector.empty() ? static_cast<const void*>(described.data()) : vector.data();
    return check_.that(vector.size() == described.size(), StatusCode::debug_count, where);
  }

  bool are_names(std::span<const uint32_t> vector) {
    return Check::all(vector, [&](const uint32_t& index) {
      return check_.that(index < d_.name_count(), StatusCode::index_out_of_range, &index);
    });
  }

  template <typename U>
  bool name(std::span<const uint32_t> vector, std::span<const U> described) {
    return parallel(vector, described) && are_names(vector);
  }

  template <typename U>
  bool place(std::span<const blob::Place> places, std::span<const U> described) {
    return parallel(places, described) && Check::all(places, [&](const blob::Place& place) {
             return check_.that(place.source() < t_.sources.size(), StatusCode::index_out_of_range, &place);
           });
  }

  template <typename Range>
  bool terms_of(Tiling& tiling, std::span<const blob::TermRange> explained, Range&& range_of) {
    return Check::all(t_.agents, [&](const blob::Agent& agent) {
      operations_ = agent.program().count();
      return Check::all(part(explained, range_of(agent)), [&](const blob::TermRange& range) {
        return tiling.follows(check_, range.terms()) && operation(range.condition(), &range) &&
               operation(range.weight(), &range) &&
               Check::all(part(d_.terms, range.terms()),
                          [&](const blob::Term& term) { return one_term(term); });
      });
    });
  }

  bool one_term(const blob::Term& term) {
    constexpr uint32_t kTermKinds = 5;
    return check_.that(term.name() < d_.name_count(), StatusCode::index_out_of_range, &term) &&
           check_.that(term.kind() < kTermKinds, StatusCode::unknown_enumerator, &term) &&
           operation(term.input(), &term) && operation(term.value(), &term) &&
           operation(term.contribution(), &term);
  }

  bool operation(uint32_t index, const void* where) {
    return check_.that(index < operations_ || index == kNotFound, StatusCode::index_out_of_range, where);
  }

  Check& check_;
  const Tables& t_;
  const DebugTables& d_;
  uint32_t operations_ = 0;
};

}  // namespace

bool validate_debug(Check& check, const Tables& tables) {
  if (!is_built(Feature::names) || !tables.debug.present) return true;
  DebugCheck debug(check, tables);
  return debug.names() && debug.indices() && debug.places() && debug.terms();
}

}  // namespace ishi
