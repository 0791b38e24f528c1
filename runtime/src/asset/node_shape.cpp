#include "asset/node_shape.h"

#include "asset/limits.h"
#include "planning/plan_search.h"

namespace ishi {
namespace {

// That a node of its kind may stand where it stands.
bool stands_right(const blob::Node& node, const NodeFacts& facts) {
  using Kind = blob::NodeKind;
  const Kind kind = node.kind();
  if (facts.place == Place::instant) {
    const bool takes_no_time =
        kind == Kind::sequence || kind == Kind::set || kind == Kind::emit || kind == Kind::sound;
    return takes_no_time ||
           (kind == Kind::cleanup && facts.parent == Kind::goal && facts.last && !facts.first);
  }
  if (facts.root) return kind == Kind::sequence;
  const bool is_part = kind == Kind::interjection || kind == Kind::cleanup;
  if (facts.parent == Kind::goal) return is_part != facts.first;
  if (facts.parent == Kind::plan) return kind == Kind::task || kind == Kind::goal || kind == Kind::sequence;
  if (facts.of_plan) return kind == Kind::goal || kind == Kind::task;
  if (kind == Kind::succeed) return facts.parent == Kind::sequence || facts.parent == Kind::interjection;
  return !is_part;
}

// That a node has what its kind has and nothing else.
bool check_parts(Check& check, const blob::Node& node, const NodeFacts& facts) {
  using Kind = blob::NodeKind;
  const Kind kind = node.kind();
  const uint32_t children = node.children().count();
  const bool chooses = kind == Kind::first || kind == Kind::best || kind == Kind::all || kind == Kind::any ||
                       kind == Kind::plan;
  const bool in_order = kind == Kind::sequence || kind == Kind::interjection || kind == Kind::cleanup;
  const bool enough = chooses                ? children >= 1 && children <= limits::kBranches
                      : kind == Kind::repeat ? children == 1
                      : kind == Kind::goal   ? children >= 1 && children <= limits::kBranches + 2
                                             : in_order || children == 0;
  const bool has_subject = kind == Kind::task || kind == Kind::goal || kind == Kind::emit ||
                           kind == Kind::steer || kind == Kind::sound || kind == Kind::walk;
  const bool scored = facts.parent == Kind::best && !facts.root;
  const bool may_have_cost = facts.parent == Kind::plan && !facts.root;
  const bool goes_over_members = kind == Kind::repeat && node.given() != kNotFound;
  const bool counts = (kind == Kind::repeat && !goes_over_members) || kind == Kind::plan ||
                      (kind == Kind::walk && node.count() == 1) ||
                      (kind == Kind::first && node.count() <= kChosenByValue) ||
                      (kind == Kind::all && node.count() <= children);
  const bool is_wrapper = kind == Kind::sequence && facts.parent == Kind::plan && !facts.root;
  const bool needs_value = kind == Kind::wait || kind == Kind::plan || kind == Kind::walk ||
                           (kind == Kind::emit && node.audience() == blob::Audience::one);
  const bool has_arguments = has_subject && kind != Kind::sound && kind != Kind::walk;
  const bool valid =
      enough && (has_arguments || node.arguments().count() == 0) &&
      (has_subject || node.subject() == 0 || (kind == Kind::all && node.subject() < children) ||
       (kind == Kind::plan && node.subject() <= limits::kPlanSituations)) &&
      (needs_value || kind == Kind::fail || goes_over_members || (kind == Kind::best && reconsiders(node)) ||
       node.value() == kNotFound) &&
      (!foresees(node) || kind == Kind::goal) &&
      (!draws(node) || (kind == Kind::best && !reconsiders(node))) &&
      (!claims_member(node) || (is_wrapper && node.given() != kNotFound)) &&
      (!reconsiders(node) || kind == Kind::best || (kind == Kind::first && node.count() == 0)) &&
      (kind == Kind::set || node.assignments().count() == 0) && (counts || node.count() == 0) &&
      (!is_wrapper || children == 1) &&
      (kind != Kind::plan || (node.count() >= 1 && node.count() <= kPlanDepth)) &&
      (kind == Kind::emit || node.audience() == blob::Audience::game) &&
      (scored || may_have_cost || modifier(node, Modifier::score) == kNotFound);
  const bool complete = (!needs_value || node.value() != kNotFound) &&
                        (!scored || modifier(node, Modifier::score) != kNotFound);
  return check.that(valid, StatusCode::node_unused_part, &node) &&
         check.that(complete, StatusCode::node_without_value, &node);
}

// True if a formula may modify a node where it stands. A score is a part of what stands under a choice.
bool may_modify(Modifier which, const blob::Node& node, const NodeFacts& facts) {
  if (which == Modifier::score) return true;
  if (facts.root) {
    const bool is_of_option = which == Modifier::while_true || which == Modifier::interruptible;
    return is_of_option && facts.place != Place::instant;
  }
  if (node.kind() == blob::NodeKind::cleanup) return false;
  const bool is_part = node.kind() == blob::NodeKind::interjection;
  return which == Modifier::when || (facts.place != Place::instant && !is_part);
}

bool check_modifiers(Check& check, const blob::Node& node, const NodeFacts& facts) {
  const bool is_part = node.kind() == blob::NodeKind::interjection;
  const bool takes_formulas_alone = facts.root || facts.place == Place::instant || is_part;
  bool valid = !takes_formulas_alone || (node.retries() == 0 && node.continues() == 0 && node.flags() == 0);
  for (uint32_t i = 0; i < kModifierCount; ++i) {
    const auto which = static_cast<Modifier>(i);
    valid &= modifier(node, which) == kNotFound || may_modify(which, node, facts);
  }
  return check.that(valid, StatusCode::modifier_not_here, &node);
}

}  // namespace

bool check_node_shape(Check& check, const blob::Node& node, const NodeFacts& facts) {
  return check.that(stands_right(node, facts), StatusCode::node_not_here, &node) &&
         check.that(node.retries() <= limits::kRetries && node.count() <= limits::kRounds,
                    StatusCode::too_many, &node) &&
         check_parts(check, node, facts) && check_modifiers(check, node, facts);
}

}  // namespace ishi
