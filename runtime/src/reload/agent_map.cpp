#include "reload/agent_map.h"

#include <algorithm>
#include <cstring>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/ids.h"
#include "blackboard/record.h"
#include "bodies/layout.h"
#include "columns/state_columns.h"
#include "ishi/program.h"
#include "program/operation_rules.h"

namespace ishi {
namespace {

constexpr uint64_t kBasis = 0xcbf29ce484222325u;

// FNV-1a, a word at a time.
constexpr uint64_t fold(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x100000001b3u;
  return hash ^ hash >> 32;
}

// Hashes of what the nodes of an agent are, in which what they name stands by the id that it had before:
// equal for equal nodes of two versions.
class NodeHashes {
 public:
  NodeHashes(const AgentVersion& of, const FormerIds& former)
      : t_(of.asset.tables), agent_(of.agent), former_(former) {}

  bool run() {
    const auto nodes = part(t_.nodes, agent_.nodes());
    if (!whole_.allocate(nodes.size())) return false;
    for (size_t i = nodes.size(); i-- > 0;) {
      const blob::Node& node = nodes[i];
      uint64_t hash = own(node);
      for (uint32_t k = 0; k < node.children().count(); ++k)
        hash = fold(hash, whole_[node.children().first() - agent_.nodes().first() + k]);
      whole_[i] = hash;
    }
    return true;
  }

  // Of a node, counted from the agent's first, and of all below it.
  [[nodiscard]] uint64_t whole(uint32_t node) const { return whole_[node]; }

  // Of the kind and of what it is about.
  [[nodiscard]] uint64_t subject(const blob::Node& node) const {
    return fold(fold(kBasis, static_cast<uint64_t>(node.kind())), former_.before(subject_id(node)));
  }

 private:
  [[nodiscard]] uint64_t subject_id(const blob::Node& node) const {
    switch (node.kind()) {
      case blob::NodeKind::task: return t_.tasks[node.subject()].id();
      case blob::NodeKind::goal: return t_.goals[node.subject()].id();
      case blob::NodeKind::emit: return t_.events[node.subject()].id();
      case blob::NodeKind::sound: return t_.sounds[node.subject()].id();
      case blob::NodeKind::walk: return t_.navigations[node.subject()].id();
      case blob::NodeKind::steer: return t_.steerings[agent_.steerings().first() + node.subject()].id();
      case blob::NodeKind::repeat:
      case blob::NodeKind::sequence: {
        const uint32_t set = set_of_steps(t_, agent_, node);
        return set == kNotFound ? 0 : t_.sets[set].id();
      }
      default: return 0;
    }
  }

  [[nodiscard]] uint64_t own(const blob::Node& node) const {
    uint64_t hash = subject(node);
    hash = fold(hash, uint64_t{node.flags()} << 8 | node.continues());
    hash = fold(hash, static_cast<uint64_t>(node.audience()));
    hash = fold(hash, node.retries());
    hash = fold(hash, node.count());
    hash = fold(hash, node.given() == kNotFound ? 0 : former_.before(given_id(node.given())));
    hash = fold(hash, formula_hash(node.value()));
    for (const uint32_t formula : *node.modifiers()) hash = fold(hash, formula_hash(formula));
    for (const blob::Argument& argument : part(t_.arguments, node.arguments()))
      hash = fold(fold(hash, argument.parameter()), formula_hash(argument.formula()));
    for (const blob::Assignment& assignment : part(t_.assignments, node.assignments())) {
      hash = fold(fold(hash, static_cast<uint64_t>(assignment.target())),
                  former_.before(written_id(assignment)));
      hash = fold(hash, formula_hash(assignment.formula()));
      if (assignment.member() != 0) hash = fold(hash, former_.before(given_id(assignment.member() - 1)));
    }
    return hash;
  }

  [[nodiscard]] uint64_t written_id(const blob::Assignment& assignment) const {
    switch (assignment.target()) {
      case blob::Target::key: return t_.keys[assignment.subject()].id();
      case blob::Target::level: return t_.motives[assignment.subject()].id();
      case blob::Target::given: return given_id(assignment.subject());
      case blob::Target::remember:
      case blob::Target::awareness:
      case blob::Target::forget: return t_.sets[assignment.subject()].id();
      default: return assignment.subject();
    }
  }

  [[nodiscard]] uint64_t formula_hash(uint32_t index) const {
    if (index == kNotFound) return 1;
    uint64_t hash = kBasis;
    for (const blob::Operation& operation : part(t_.operations, t_.formulas[index].program())) {
      hash = fold(hash, static_cast<uint64_t>(operation.code()));
      hash = fold(hash, uint64_t{operation.a()} << 32 | operation.b());
      hash = fold(hash, operation.c());
      hash = fold(hash, former_.before(parameter_id(operation)));
    }
    return hash;
  }

  [[nodiscard]] uint64_t given_id(uint32_t index) const {
    return t_.givens[agent_.givens().first() + index].id();
  }

  // What an operation's parameter means, by ids where it is an index.
  [[nodiscard]] uint64_t parameter_id(const blob::Operation& operation) const {
    const uint32_t p = operation.parameter();
    switch (rules_of(static_cast<OperationCode>(operation.code())).parameter) {
      case ParameterKind::key_number:
      case ParameterKind::key_vector:
      case ParameterKind::key_entity: return t_.keys[p].id();
      case ParameterKind::field_number:
      case ParameterKind::field_vector:
      case ParameterKind::field_entity: return t_.fields[p].id();
      case ParameterKind::given_number:
      case ParameterKind::given_vector:
      case ParameterKind::given_entity:
      case ParameterKind::given_member: return given_id(p);
      case ParameterKind::option: return t_.options[agent_.options().first() + p].id();
      case ParameterKind::choice: return t_.choices[agent_.choices().first() + p].id();
      case ParameterKind::motive:
      case ParameterKind::level: return t_.motives[p].id();
      case ParameterKind::thing: return t_.things[p].id();
      case ParameterKind::curve: return t_.curves[p].id();
      case ParameterKind::set:
      case ParameterKind::memory:
      case ParameterKind::aware_memory: return t_.sets[p].id();
      default: return p;
    }
  }

  const Tables& t_;
  const blob::Agent& agent_;
  const FormerIds& former_;
  Array<uint64_t> whole_;
};

bool same_record(const Tables& a, const blob::Range& first, const Tables& b, const blob::Range& second,
                 const FormerIds& former, bool of_events) {
  const auto x = of_events ? part(a.event_fields, first) : part(a.parameters, first);
  const auto y = of_events ? part(b.event_fields, second) : part(b.parameters, second);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& p, const auto& q) {
    return p.id() == former.before(q.id()) && p.offset() == q.offset() && p.live() == q.live() &&
           shape_of(a, p.variable()) == shape_of(b, q.variable(), former);
  });
}

class Mapper {
 public:
  Mapper(const AgentVersion& from, const AgentVersion& to, AgentMap& map)
      : from_(from),
        to_(to),
        a_(from.asset.tables),
        b_(to.asset.tables),
        former_(map.former),
        map_(map),
        old_(from, same_),
        new_(to, map.former) {}

  bool run() {
    map_.same = is_same();
    return map_lists() && map_enums() && old_.run() && new_.run() && map_nodes();
  }

 private:
  // True if nothing differs but what only people read.
  [[nodiscard]] bool is_same() const {
    for (const BlobField& field : asset_fields()) {
      if (field.kind != BlobField::Kind::vector || field.use != BlobField::Use::programs) continue;
      const auto x = field.of(a_), y = field.of(b_);
      if (x.size() != y.size()) return false;
      if (!x.empty() && std::memcmp(x.data(), y.data(), x.size() * field.width) != 0) return false;
    }
    return true;
  }

  template <typename T>
  bool match(Array<uint32_t>& map, std::span<const T> from, std::span<const T> to) {
    IdIndex index;
    if (!map.allocate(from.size()) || !index.make(to)) return false;
    for (size_t i = 0; i < from.size(); ++i) map[i] = index.find(former_.now(from[i].id()));
    return true;
  }

  bool map_lists() {
    if (!match(map_.options, part(a_.options, from_.agent.options()),
               part(b_.options, to_.agent.options())) ||
        !match(map_.states, part(a_.states, from_.agent.states()), part(b_.states, to_.agent.states())) ||
        !match(map_.steerings, part(a_.steerings, from_.agent.steerings()),
               part(b_.steerings, to_.agent.steerings())) ||
        !match(map_.profiles, a_.profiles, b_.profiles) || !match(map_.events, a_.events, b_.events)) {
      return false;
    }
    for (size_t i = 0; i < map_.options.size(); ++i) {
      if (map_.options[i] != kNotFound && !same_set(i, map_.options[i])) map_.options[i] = kNotFound;
    }
    for (size_t i = 0; i < map_.events.size(); ++i) {
      uint32_t& event = map_.events[i];
      const bool same = event != kNotFound &&
                        same_record(a_, a_.events[i].fields(), b_, b_.events[event].fields(), former_, true);
      if (!same) event = kNotFound;
    }
    return true;
  }

  // True if two options are for the members of the same set, or for none.
  [[nodiscard]] bool same_set(size_t option, uint32_t other) const {
    const uint32_t x = a_.options[from_.agent.options().first() + option].set();
    const uint32_t y = b_.options[to_.agent.options().first() + other].set();
    if (x == kNotFound || y == kNotFound) return x == y;
    return a_.sets[x].id() == former_.before(b_.sets[y].id()) &&
           a_.sets[x].entities() == b_.sets[y].entities();
  }

  bool map_enums() {
    if (!map_.enums.allocate(a_.enums.size())) return false;
    for (size_t i = 0; i < a_.enums.size(); ++i) {
      EnumMap& map = map_.enums[i];
      map.members.fill(EnumMap::kGone);
      const uint32_t other = find_entry(b_.enums_by_id, former_.now(a_.enums[i].id()));
      if (other == kNotFound) continue;
      const auto members = part(a_.members, a_.enums[i].members());
      const auto others = part(b_.members, b_.enums[other].members());
      for (size_t k = 0; k < members.size(); ++k) {
        for (size_t m = 0; m < others.size(); ++m) {
          if (others[m].id() == former_.now(members[k].id())) map.members[k] = static_cast<uint16_t>(m);
        }
        map.same = map.same && map.members[k] == k;
      }
    }
    return true;
  }

  [[nodiscard]] const blob::Node& old_node(uint32_t node) const {
    return a_.nodes[from_.agent.nodes().first() + node];
  }
  [[nodiscard]] const blob::Node& new_node(uint32_t node) const {
    return b_.nodes[to_.agent.nodes().first() + node];
  }

  bool map_nodes() {
    const uint32_t count = from_.agent.nodes().count();
    if (!map_.nodes.allocate(count) || !taken_.allocate(to_.agent.nodes().count())) return false;
    std::fill(map_.nodes.begin(), map_.nodes.end(), kNotFound);
    const uint32_t a_first = from_.agent.nodes().first(), b_first = to_.agent.nodes().first();
    for (uint32_t i = 0; i < map_.options.size(); ++i) {
      if (map_.options[i] == kNotFound) continue;
      const uint32_t body = a_.options[from_.agent.options().first() + i].body() - a_first;
      map_.nodes[body] = b_.options[to_.agent.options().first() + map_.options[i]].body() - b_first;
    }
    // Children come after their parents.
    for (uint32_t i = 0; i < count; ++i) {
      if (map_.nodes[i] != kNotFound) map_children(old_node(i), new_node(map_.nodes[i]));
    }
    // What was planned is an order of all its steps.
    for (uint32_t i = 0; i < count; ++i) {
      const blob::Node& plan = old_node(i);
      if (plan.kind() != blob::NodeKind::plan || map_.nodes[i] == kNotFound) continue;
      const uint32_t* const first = map_.nodes.begin() + (plan.children().first() - a_first);
      const bool all =
          std::find(first, first + plan.children().count(), kNotFound) == first + plan.children().count();
      if (!all || new_node(map_.nodes[i]).count() < plan.count()) map_.nodes[i] = kNotFound;
    }
    return true;
  }

  void map_children(const blob::Node& parent, const blob::Node& other) {
    const uint32_t first = parent.children().first() - from_.agent.nodes().first();
    const uint32_t second = other.children().first() - to_.agent.nodes().first();
    const auto for_each = [](uint32_t from, uint32_t count, auto&& visit) {
      for (uint32_t i = from; i < from + count; ++i) visit(i);
    };
    // The same ones, in their order.
    for_each(first, parent.children().count(), [&](uint32_t child) {
      for (uint32_t i = second; i < second + other.children().count(); ++i) {
        if (taken_[i] != 0 || old_.whole(child) != new_.whole(i) || !may_follow(child, i)) continue;
        take(child, i);
        break;
      }
    });
    // Those of which just one is left.
    for_each(first, parent.children().count(), [&](uint32_t child) {
      if (map_.nodes[child] != kNotFound) return;
      const uint64_t what = old_.subject(old_node(child));
      uint32_t likes = 0, matches = 0, match = kNotFound;
      for_each(first, parent.children().count(), [&](uint32_t i) {
        if (map_.nodes[i] == kNotFound && old_.subject(old_node(i)) == what) ++likes;
      });
      for_each(second, other.children().count(), [&](uint32_t i) {
        if (taken_[i] != 0 || new_.subject(new_node(i)) != what) return;
        ++matches;
        match = i;
      });
      if (likes == 1 && matches == 1 && may_follow(child, match)) take(child, match);
    });
  }

  void take(uint32_t node, uint32_t by) {
    map_.nodes[node] = by;
    taken_[by] = 1;
  }

  // True if what runs as one node can run on as the other.
  [[nodiscard]] bool may_follow(uint32_t node, uint32_t by) const {
    if (old_node(node).kind() != blob::NodeKind::task) return true;
    const blob::Task& task = a_.tasks[old_node(node).subject()];
    const blob::Task& other = b_.tasks[new_node(by).subject()];
    return task.id() == former_.before(other.id()) && task.abort() == other.abort() &&
           from_.layout.places[node].lane == to_.layout.places[by].lane &&
           same_record(a_, task.parameters(), b_, other.parameters(), former_, false);
  }

  const AgentVersion& from_;
  const AgentVersion& to_;
  const Tables& a_;
  const Tables& b_;
  const FormerIds& former_;
  AgentMap& map_;
  const FormerIds same_;
  NodeHashes old_, new_;
  Array<uint8_t> taken_;  // by new node
};

}  // namespace

bool map_agent(const AgentVersion& from, const AgentVersion& to, AgentMap& map) {
  return Mapper(from, to, map).run();
}

void copy_record(const Tables& from, std::span<const blob::Parameter> from_variables, const std::byte* source,
                 const Tables& to, std::span<const blob::Parameter> to_variables, const AgentMap& map,
                 std::byte* target) {
  const FormerIds& former = map.former;
  for (const blob::Parameter& variable : from_variables) {
    const auto other =
        std::find_if(to_variables.begin(), to_variables.end(), [&](const blob::Parameter& one) {
          return former.before(one.id()) == variable.id() &&
                 shape_of(to, one.variable(), former) == shape_of(from, variable.variable());
        });
    if (other == to_variables.end()) continue;
    const auto type = static_cast<ValueType>(variable.variable().type());
    if (type == ValueType::enumeration) {
      // What a game gave back may be no member.
      const auto& members = map.enums[variable.variable().reference()].members;
      const auto given = read_at<uint8_t>(source, variable.offset());
      if (given >= members.size()) continue;
      const uint16_t member = members[given];
      if (member != EnumMap::kGone) write_at(target, other->offset(), static_cast<uint8_t>(member));
      continue;
    }
    std::memcpy(target + other->offset(), source + variable.offset(), size_of(type));
  }
}

}  // namespace ishi
