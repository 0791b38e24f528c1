#include <cmath>

#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

bool is_whole(float value) {
  return value == std::nearbyint(value) && std::fabs(value) <= limits::kExactFloat;
}

bool all_zero(const blob::Variable& v) {
  return v.low() == 0 && v.high() == 0 && v.fallback_x() == 0 && v.fallback_y() == 0 && v.fallback_z() == 0;
}

bool within_far(float x) { return std::fabs(x) <= limits::kFar; }

class ContractCheck {
 public:
  ContractCheck(Check& check, const Tables& tables) : check_(check), tables_(tables) {}

  bool enums() {
    Tiling members(tables_.members.size());
    return Check::all(tables_.enums,
                      [&](const blob::Enum& e) {
                        const uint32_t count = e.members().count();
                        return members.follows(check_, e.members()) &&
                               check_.that(count > 0 && count <= limits::kMembers, StatusCode::too_many,
                                           &e) &&
                               ids_.check(check_, part(tables_.members, e.members()));
                      }) &&
           members.complete(check_, tables_.members.data());
  }

  template <typename Owner>
  bool fields(std::span<const Owner> owners, std::span<const blob::Field> fields) {
    Tiling tiling(fields.size());
    return Check::all(owners,
                      [&](const Owner& owner) {
                        return tiling.follows(check_, owner.fields()) &&
                               ids_.check(check_, part(fields, owner.fields()));
                      }) &&
           tiling.complete(check_, fields.data()) &&
           Check::all(fields, [&](const blob::Field& field) { return member_variable(field.variable()); });
  }

  bool keys() {
    return Check::all(tables_.keys, [&](const blob::Key& key) {
      return variable(key.variable()) && merge(key) &&
             check_.that(key.is_private() <= 1 && key.reserved_2() == 0 && key.reserved_3() == 0,
                         StatusCode::reserved_not_zero, &key);
    });
  }

  bool events() {
    Tiling fields(tables_.event_fields.size());
    return Check::all(tables_.events,
                      [&](const blob::Event& event) {
                        return fields.follows(check_, event.fields()) &&
                               record(part(tables_.event_fields, event.fields()), &event);
                      }) &&
           fields.complete(check_, tables_.event_fields.data()) &&
           Check::all(tables_.event_fields, [&](const blob::Parameter& field) { return of_no_task(field); });
  }

  bool tasks_and_goals() {
    Tiling parameters(tables_.parameters.size());
    return Check::all(tables_.tasks,
                      [&](const blob::Task& task) {
                        return parameters.follows(check_, task.parameters()) && one_task(task);
                      }) &&
           Check::all(tables_.goals,
                      [&](const blob::Goal& goal) {
                        return parameters.follows(check_, goal.parameters()) && one_goal(goal);
                      }) &&
           parameters.complete(check_, tables_.parameters.data());
  }

  // What agents keep of what their steps were given back.
  bool givens() {
    Tiling givens(tables_.givens.size());
    return Check::all(tables_.agents,
                      [&](const blob::Agent& agent) {
                        if (!givens.follows(check_, agent.givens())) return false;
                        const auto variables = part(tables_.givens, agent.givens());
                        return Check::all(variables,
                                          [&](const blob::Parameter& one) {
                                            return of_no_task(one) && is_of_set(one.variable()) &&
                                                   check_.that(one.required() == 0,
                                                               StatusCode::unknown_enumerator, &one);
                                          }) &&
                               record(variables, &agent, true);
                      }) &&
           givens.complete(check_, tables_.givens.data());
  }

 private:
  bool of_no_task(const blob::Parameter& variable) {
    return check_.that(variable.live() == 0 && variable.given() == 0, StatusCode::live_not_of_task,
                       &variable);
  }

  // A member is stored as its handle.
  bool is_of_set(const blob::Variable& v) {
    const bool is_handle = v.type() == blob::ValueType::entity || v.type() == blob::ValueType::thing;
    return check_.that(v.member_of() == 0 || is_handle, StatusCode::reference_not_of_type, &v) &&
           check_.that(v.member_of() <= tables_.sets.size(), StatusCode::index_out_of_range, &v);
  }

  bool one_task(const blob::Task& task) {
    const bool reserved = task.reserved() == 0 && task.reserved_2() == 0 && task.reserved_3() == 0;
    return check_.that(reserved, StatusCode::reserved_not_zero, &task) &&
           check_.that(task.abort() <= blob::Abort::MAX, StatusCode::unknown_enumerator, &task) &&
           check_finite(check_, &task, task.takes_seconds()) &&
           check_.that(task.takes_seconds() >= 0, StatusCode::range_inverted, &task) &&
           record(part(tables_.parameters, task.parameters()), &task);
  }

  bool one_goal(const blob::Goal& goal) {
    const auto parameters = part(tables_.parameters, goal.parameters());
    return check_.that(goal.reserved() == 0, StatusCode::reserved_not_zero, &goal) &&
           record(parameters, &goal) &&
           Check::all(parameters, [&](const blob::Parameter& parameter) { return of_no_task(parameter); });
  }

  // The parameters of a task or goal or the fields of an event.
  // `of_members`: they may be members of sets.
  bool record(std::span<const blob::Parameter> variables, const void* owner, bool of_members = false) {
    if (!ids_.check(check_, variables)) return false;
    uint32_t size = 0;
    return Check::all(variables, [&](const blob::Parameter& parameter) {
      const bool is_plain = of_members || parameter.variable().member_of() == 0;
      if (!check_.that(is_plain, StatusCode::reserved_not_zero, &parameter) ||
          !member_variable(parameter.variable(), true))
        return false;
      const auto type = static_cast<ValueType>(parameter.variable().type());
      const uint32_t place = place_in_record(size, type);
      size = place + size_of(type);
      return check_.that(parameter.offset() == place, StatusCode::parameter_offset, &parameter) &&
             check_.that(parameter.required() <= 1 && parameter.live() <= 1, StatusCode::unknown_enumerator,
                         &parameter) &&
             check_.that(parameter.given() <= 1 &&
                             (parameter.given() == 0 || (parameter.required() == 0 && parameter.live() == 0)),
                         StatusCode::unknown_enumerator, &parameter) &&
             check_.that(parameter.reserved() == 0, StatusCode::reserved_not_zero, &parameter) &&
             check_.that(size <= limits::kRecordBytes, StatusCode::record_too_large, owner);
    });
  }

  bool merge(const blob::Key& key) {
    if (!check_.that(key.merge() <= blob::Merge::MAX, StatusCode::unknown_enumerator, &key)) return false;
    if (key.merge() == blob::Merge::none) return true;
    const blob::Variable& v = key.variable();
    bool mergeable = v.scope() != blob::Scope::agent;
    switch (v.type()) {
      case blob::ValueType::entity:
      case blob::ValueType::thing:
      case blob::ValueType::point:
      case blob::ValueType::direction:
      case blob::ValueType::enumeration: mergeable &= key.merge() == blob::Merge::last; break;
      case blob::ValueType::boolean: mergeable &= key.merge() != blob::Merge::sum; break;
      default: break;
    }
    return check_.that(mergeable, StatusCode::merge_not_of_key, &key);
  }

  // Of a thing, event or task, whose scope is not its own.
  bool member_variable(const blob::Variable& v, bool of_members = false) {
    return variable(v, of_members) &&
           check_.that(v.scope() == blob::Scope::agent, StatusCode::scope_not_agent, &v);
  }

  bool variable(const blob::Variable& v, bool of_members = false) {
    return check_.that(v.type() <= blob::ValueType::MAX, StatusCode::unknown_enumerator, &v) &&
           check_.that(v.scope() <= blob::Scope::MAX, StatusCode::unknown_enumerator, &v) &&
           check_.that(v.reserved() == 0 && (of_members || v.member_of() == 0), StatusCode::reserved_not_zero,
                       &v) &&
           check_finite(check_, &v, v.low(), v.high(), v.fallback_x(), v.fallback_y(), v.fallback_z()) &&
           reference(v) && range(v);
  }

  bool reference(const blob::Variable& v) {
    switch (v.type()) {
      case blob::ValueType::enumeration:
        return check_.that(v.reference() < tables_.enums.size(), StatusCode::index_out_of_range, &v);
      case blob::ValueType::thing:
        return check_.that(v.reference() < tables_.things.size(), StatusCode::index_out_of_range, &v);
      default: return check_.that(v.reference() == 0, StatusCode::reference_not_of_type, &v);
    }
  }

  bool range(const blob::Variable& v) {
    const auto of_type = [&](bool holds) { return check_.that(holds, StatusCode::range_not_of_type, &v); };
    switch (v.type()) {
      case blob::ValueType::entity:
      case blob::ValueType::thing: return of_type(all_zero(v));
      case blob::ValueType::point:
      case blob::ValueType::direction:
        return of_type(v.low() == 0 && v.high() == 0 && within_far(v.fallback_x()) &&
                       within_far(v.fallback_y()) && within_far(v.fallback_z()));
      default: break;
    }
    if (!check_.that(v.low() <= v.fallback_x() && v.fallback_x() <= v.high(), StatusCode::range_inverted,
                     &v) ||
        !of_type(v.fallback_y() == 0 && v.fallback_z() == 0)) {
      return false;
    }
    const bool whole = is_whole(v.low()) && is_whole(v.high()) && is_whole(v.fallback_x());
    switch (v.type()) {
      case blob::ValueType::integer: return of_type(whole);
      case blob::ValueType::boolean: return of_type(whole && v.low() == 0 && v.high() == 1);
      case blob::ValueType::enumeration: {
        const auto last = static_cast<float>(tables_.enums[v.reference()].members().count() - 1);
        return of_type(whole && v.low() == 0 && v.high() == last);
      }
      default: return true;
    }
  }

  Check& check_;
  const Tables& tables_;
  DistinctIds ids_;
};

}  // namespace

bool validate_contract(Check& check, const Tables& t) {
  ContractCheck contract(check, t);
  return check_lookup(check, t.enums_by_id, t.enums) && check_lookup(check, t.things_by_id, t.things) &&
         check_lookup(check, t.keys_by_id, t.keys) && check_lookup(check, t.events_by_id, t.events) &&
         check_lookup(check, t.tasks_by_id, t.tasks) && check_lookup(check, t.goals_by_id, t.goals) &&
         contract.enums() && contract.fields(t.things, t.fields) && contract.fields(t.sets, t.set_fields) &&
         contract.keys() && contract.events() && contract.tasks_and_goals() && contract.givens();
}

}  // namespace ishi
