#include "prove/proof_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/prover.h"
#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "language/node_words.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "lower/curve_data.h"
#include "lower/lower_condition.h"
#include "model/model.h"
#include "model/motives.h"
#include "simulate/expected_keys.h"
#include "simulate/situation_values.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr uint64_t kWhereOperations = 1'000'000;  // of the search for a situation in which it holds

// The first part of an expression that reads a key or level; null if it stands in a value that is named.
const Expression* part_that_reads(const Expression& node, ExpressionKind kind,  // NOLINT(misc-no-recursion)
                                  uint32_t index) {
  if (node.kind == kind && node.index == index) return &node;
  for (const Expression* const operand : node.operands) {
    if (const Expression* const found = part_that_reads(*operand, kind, index)) return found;
  }
  return nullptr;
}

class WhereChecker {
 public:
  WhereChecker(const Model& model, const Test& test, const std::vector<ProofRange>& ranges,
               Diagnostics& diagnostics)
      : model_(model), test_(test), ranges_(ranges), diagnostics_(diagnostics) {
    for (const auto& curve : model.curves) lowered_.curves.push_back(lower_curve(curve.value));
  }

  void check() {
    // `for_all` decides if a key holds somebody, so warnings about nobody are left out.
    Diagnostics said;
    condition_ = lower_condition(model_, lowered_.curves, test_.where, said);
    if (said.has_errors()) return void(lower_condition(model_, lowered_.curves, test_.where, diagnostics_));
    const AnalyzedProgram program = analyzed(model_, lowered_, condition_.program, condition_.ranges);
    bool reads_any = false;
    for (uint32_t i = 0; i < condition_.program.size(); ++i) {
      if (!program.is_source(i)) continue;
      reads_any = true;
      if (report_fixed(condition_.program[i])) return;
    }
    if (!reads_any) return report_constant();
    if (!can_hold(program)) report_never();
  }

 private:
  // True if the test gives the value of a source.
  bool report_fixed(const LoweredOperation& source) {
    const bool is_of_self =
        reads_entity(source.code) && test_.who.self.given && condition_.program[source.a].code == self_row;
    if (is_of_self) {
      report(test_.where.span, "the agent is the same in all of these situations", test_.who.self.span,
             "this says where it is, and what");
      return true;
    }
    const bool is_level_source = source.code == level || source.code == level_after;
    if (!is_level_source && !reads_key(source.code)) return false;
    for (const auto* const written : {&test_.for_all.value, &test_.who.given}) {
      for (const auto& entry : *written) {
        if (!is_of(entry.name.text, source.parameter, is_level_source) || !is_single(source, entry)) continue;
        const Expression* const part =
            part_that_reads(*test_.where.root, is_level_source ? ExpressionKind::motive : ExpressionKind::key,
                            source.parameter);
        report(part != nullptr ? part->span : test_.where.span,
               fmt::format("`{}` is `{}` in all of these situations", entry.name.text, entry.value->text),
               entry.name.span, "here it has one value");
        return true;
      }
    }
    return false;
  }

  void report(Span span, const std::string& what, Span where, std::string_view label) {
    diagnostics_
        .report(Code::not_for_proofs, span,
                fmt::format("{}, so `where` has nothing to choose from there", what))
        .label(where, std::string(label))
        .help("take it out of `where`, or let `for_all` vary it");
  }

  [[nodiscard]] bool is_of(std::string_view name, uint32_t index, bool is_level_source) const {
    return is_level_source ? name == motive_name(model_, index) : name == model_.blackboard[index].name.text;
  }

  // Somebody of the test's world is one; `someone` may be anybody.
  [[nodiscard]] bool is_single(const LoweredOperation& source, const Named<const Node*>& entry) const {
    if (source.code == key_entity)
      return entry.value->text == "nothing" || find_index(test_.around.world, entry.value->text) != kNone;
    const bool is_level_source = source.code == level || source.code == level_after;
    const auto range = std::ranges::find_if(ranges_, [&](const ProofRange& one) {
      return one.is_level == is_level_source && one.index == source.parameter;
    });
    return range != ranges_.end() &&
           std::ranges::all_of(range->of, [](Interval of) { return of.low == of.high; });
  }

  void report_constant() {
    diagnostics_.report(Code::not_for_proofs, test_.where.span, "this is the same in all situations")
        .label(test_.for_all.span, "of these `where` chooses some")
        .help("compare keys and carried levels, such as `where: hp < 30`, or take `where` out");
  }

  [[nodiscard]] bool can_hold(const AnalyzedProgram& program) const {
    const auto last = static_cast<uint32_t>(condition_.program.size() - 1);
    Ranges box = all_situations(program);
    hold_within(program, ranges_, box);
    std::vector<bool> sources(condition_.program.size());
    for (uint32_t i = 0; i < sources.size(); ++i) sources[i] = program.is_source(i);
    const Question question{[&](Ranges& part) { return !narrow(program, part, last, true); },
                            [&](const std::vector<float>& values) { return values[last] != 0; }};
    Budget budget{kWhereOperations};
    return Prover(program).prove(box, question, sources, budget) != Proof::never;
  }

  void report_never() {
    diagnostics_
        .report(Code::test_checks_nothing, test_.where.span,
                "`where` holds in none of these situations, so nothing is proved of them")
        .label(test_.for_all.span, "these situations")
        .help("widen the ranges of `for_all`, or ask for less");
  }

  const Model& model_;
  const Test& test_;
  const std::vector<ProofRange>& ranges_;
  Diagnostics& diagnostics_;
  Lowered lowered_;
  LoweredFormula condition_;
};

// Reports a `where` that restricts nothing, since it asks for what is the same in all situations of a proof,
// and one that leaves none of them. `ranges` are the proof's. For a model without errors.
void check_where(const Model& model, const Test& test, const std::vector<ProofRange>& ranges,
                 Diagnostics& diagnostics) {
  if (test.where.root == nullptr) return;
  WhereChecker(model, test, ranges, diagnostics).check();
}

constexpr float kSomebody = 1;  // rows from here on
constexpr float kNobodyRow = 0;

class ProofRangeReader {
 public:
  ProofRangeReader(const Model& model, const Test& test, Diagnostics& diagnostics)
      : model_(model), test_(test), diagnostics_(diagnostics) {
    for (const auto& [name, placement] : test.around.world)
      world_.entities.push_back({name.text, placement.is.index, {}, forward(model), {}});
  }

  void read(ProofClaim& claim) {
    for (const auto& entry : test_.for_all.value) read(entry);
    for (const auto& entry : test_.who.given) {
      const Name* const twin = named_in_for_all(entry.name);
      const size_t known = ranges_.size();
      const bool is_start = test_.run.given && (twin == nullptr || is_gradual(entry.name.text));
      if (twin != nullptr && !is_start) {
        report_both(entry.name, *twin);
        continue;
      }
      read(entry);
      // In a run it is where the level begins, or the key that changes from there little by little.
      if (ranges_.size() == known || !is_start || (twin == nullptr && !ranges_.back().is_level)) continue;
      ProofRange start = std::move(ranges_.back());
      ranges_.pop_back();
      if (twin == nullptr || begins_within(entry, start, *twin)) claim.starts.push_back(std::move(start));
    }
    claim.ranges = std::move(ranges_);
  }

 private:
  // Null if it is not named there.
  [[nodiscard]] const Name* named_in_for_all(const Name& name) const {
    const auto& ranges = test_.for_all.value;
    const auto twin = std::ranges::find(ranges, name.text, [](const auto& entry) { return entry.name.text; });
    return twin == ranges.end() ? nullptr : &twin->name;
  }

  [[nodiscard]] bool is_gradual(std::string_view name) const {
    const uint32_t key = find_index(model_.blackboard, name);
    return key != kNone && model_.blackboard[key].value.changes_node != nullptr;
  }

  // A key begins where `for_all` lets it be.
  bool begins_within(const Named<const Node*>& entry, const ProofRange& start, const Name& twin) {
    const bool is_within = std::ranges::none_of(ranges_, [&](const ProofRange& range) {
      return !range.is_level && range.index == start.index &&
             (start.of[0].low < range.of[0].low || start.of[0].high > range.of[0].high);
    });
    if (is_within) return true;
    diagnostics_
        .report(Code::default_outside_range, inner_span(*entry.value),
                fmt::format("`{}` begins at `{}`, where it never is", entry.name.text, entry.value->text))
        .label(twin.span, "it is in this range as long as the run lasts")
        .help("let it begin within the range, or widen that");
    return false;
  }

  void report_both(const Name& name, const Name& twin) {
    diagnostics_
        .report(Code::defined_twice, name.span,
                fmt::format("`{}` stands under `given` and under `for_all`", name.text))
        .label(twin.span, "here it has a range")
        .help("take one of the two out");
  }

  void read(const Named<const Node*>& entry) {
    if (entry.value == nullptr || entry.value->kind == NodeKind::poisoned) return;
    const uint32_t motive = find_carried(entry.name.text);
    if (motive != kNone) return read_level(motive, entry);
    constexpr std::string_view kBeside[] = {"where", "always", "never", "order", "score"};
    const bool is_key = find_index(model_.blackboard, entry.name.text) != kNone;
    if (!is_key && std::ranges::find(kBeside, entry.name.text) != std::end(kBeside)) {
      diagnostics_
          .report(Code::unknown_name, entry.name.span, fmt::format("there is no key `{}`", entry.name.text))
          .help(fmt::format("`{}` is a field of the test: write it beside `for_all`, not inside",
                            entry.name.text));
      return;
    }
    if (!named_in_since(entry.name).text.empty()) {
      diagnostics_
          .report(Code::not_for_proofs, entry.name.span,
                  fmt::format("`{}` cannot stand beside `for_all`", entry.name.text))
          .label(test_.for_all.span, "this is about every situation, whatever happened before")
          .help("leave it out, or look at one situation, in a test without `for_all`");
      return;
    }
    const bool is_any = entry.value->kind == NodeKind::scalar && entry.value->text == "any";
    if (is_any) {
      // The game does not write a private key, which is its default unless the test says otherwise.
      const uint32_t key = values_.find_key(entry.name, kUse);
      if (key == kNone) return;
      const Variable& variable = model_.blackboard[key].value;
      if (variable.is_private.value && variable.low < variable.high)
        ranges_.push_back({false, key, {{variable.low, variable.high}}});
      return;
    }
    if (is_self(entry)) {
      diagnostics_
          .report(Code::not_for_proofs, entry.value->span,
                  fmt::format("a proof cannot say that `{}` is the agent itself", entry.name.text))
          .label(test_.for_all.span, "this is about every situation, wherever the agent is")
          .help("look at that in a test of one situation, without `for_all`");
      return;
    }
    const auto read = read_expected_key(model_, entry, kUse, values_, diagnostics_);
    if (!read) return;
    ProofRange range{false, read->key, {}};
    const ValueKind kind = model_.blackboard[read->key].value.resolved.kind;
    if (read->is_range) {
      check_within(entry, read->key);
      range.of = {{read->low, read->high}};
      if (kind == ValueKind::integer) range.of = {{std::ceil(read->low), std::floor(read->high)}};
    } else if (kind == ValueKind::entity) {
      const bool is_somebody = read->is_anyone || read->value.entity != kNone;
      range.of = {is_somebody ? Interval{kSomebody, kLargest} : Interval{kNobodyRow, kNobodyRow}};
    } else {
      const bool has_three = kind == ValueKind::point || kind == ValueKind::direction;
      for (size_t i = 0; i < (has_three ? 3 : 1); ++i)
        range.of.push_back({read->value.value[i], read->value.value[i]});
    }
    ranges_.push_back(std::move(range));
  }

  [[nodiscard]] bool is_self(const Named<const Node*>& entry) const {
    const uint32_t key = find_index(model_.blackboard, entry.name.text);
    return key != kNone && model_.blackboard[key].value.resolved.kind == ValueKind::entity &&
           entry.value->kind == NodeKind::scalar && entry.value->text == "self";
  }

  // A proof is about what can be: what reaches further was meant otherwise.
  void check_within(const Named<const Node*>& entry, uint32_t key) {
    const Variable& variable = model_.blackboard[key].value;
    Bounds bounds;
    Diagnostics read_before;
    if (!read_bounds(entry.value->text, inner_span(*entry.value), read_before, bounds)) return;
    check_within(
        entry, variable.low, variable.high, bounds,
        [&](double value) { return show(value, variable.resolved.quantity, variable.unit); },
        variable.range.given ? variable.range.span : Span{});
  }

  template <class Show>
  void check_within(const Named<const Node*>& entry, float low, float high, const Bounds& bounds,
                    const Show& show_number, Span declared) {
    if (static_cast<float>(bounds.low) >= low && static_cast<float>(bounds.high) <= high) return;
    const Node& node = *entry.value;
    auto report =
        diagnostics_.report(Code::default_outside_range, inner_span(node),
                            fmt::format("`{}` goes from {} to {}, but `{}` reaches further", entry.name.text,
                                        show_number(low), show_number(high), node.text));
    if (declared.end != 0) report.label(declared, "its range");
    const double least = std::max<double>(bounds.low, low), most = std::min<double>(bounds.high, high);
    const std::string mended = least < most ? fmt::format("{}..{}", show_number(least), show_number(most))
                                            : show_number(std::clamp<double>(least, low, high));
    report.help(fmt::format("write `{}`: nothing beyond can be", mended)).edit(inner_span(node), mended);
  }

  [[nodiscard]] uint32_t find_carried(std::string_view name) const {
    const auto find_in = [&](const Map<Motive>& motives, std::string_view prefix) {
      if (!name.starts_with(prefix)) return kNone;
      const uint32_t index = find_index(motives, name.substr(prefix.size()));
      return index != kNone && motives[index].value.is_carried() ? index : kNone;
    };
    const uint32_t need = find_in(model_.needs, "needs.");
    if (need != kNone) return need;
    const uint32_t drive = find_in(model_.drives, "drives.");
    return drive == kNone ? kNone : static_cast<uint32_t>(model_.needs.size()) + drive;
  }

  void read_level(uint32_t motive, const Named<const Node*>& entry) {
    const Node& node = *entry.value;
    const std::string_view name = entry.name.text;
    const size_t needs = model_.needs.size();
    const Name& declared = motive < needs ? model_.needs[motive].name : model_.drives[motive - needs].name;
    const Span span = entry.name.span;  // of "needs.hunger"
    model_.note_use({span.file, span.end - static_cast<uint32_t>(declared.text.size()), span.end}, declared);
    if (node.kind == NodeKind::scalar && node.text == "any") return;
    Bounds bounds;
    const bool is_range = node.kind == NodeKind::scalar && node.text.find("..") != std::string_view::npos;
    double number = 0;
    if (is_range
            ? !read_bounds(node.text, inner_span(node), diagnostics_, bounds)
            : !read_quantity(node.text, inner_span(node), Quantity::number, "a level", diagnostics_, number))
      return;
    if (!is_range) bounds.low = bounds.high = number;
    if (bounds.quantity != Quantity::number) {
      diagnostics_
          .report(Code::unit_unexpected, inner_span(node),
                  fmt::format("`{}` is a plain number, but `{}` measures {}", name, node.text,
                              describe(bounds.quantity)))
          .help("leave the units out");
    } else if (!(bounds.low <= 1 && bounds.high >= 0)) {
      diagnostics_
          .report(Code::default_outside_range, inner_span(node),
                  fmt::format("`{}` goes from 0 to 1, so it never lies in `{}`", name, node.text))
          .help("name a range that it can reach");
    } else {
      check_within(entry, 0, 1, bounds, [](double level) { return show(level, Quantity::number); }, {});
      ranges_.push_back({true, motive, {{static_cast<float>(bounds.low), static_cast<float>(bounds.high)}}});
    }
  }

  static constexpr KeyUse kUse{"cannot be named here", "name"};

  const Model& model_;
  const Test& test_;
  Diagnostics& diagnostics_;
  Situation world_;  // and those who are `someone`
  SituationValues values_{model_, world_, diagnostics_};
  std::vector<ProofRange> ranges_;
};

void hold(const LoweredOperation& source, const ProofRange& range, Interval& held) {
  using enum OperationCode;
  if (source.parameter != range.index) return;
  size_t place = 0;
  if (range.is_level) {
    if (source.code != level && source.code != level_after) return;
  } else if (source.code >= key_x && source.code <= key_z) {
    place = static_cast<size_t>(source.code) - static_cast<size_t>(key_x);
  } else if (source.code != key && source.code != key_entity) {
    return;
  }
  if (place >= range.of.size()) return;
  held = {std::max(held.low, range.of[place].low), std::min(held.high, range.of[place].high)};
}

}  // namespace

void hold_within(const AnalyzedProgram& program, const std::vector<ProofRange>& ranges, Ranges& box) {
  for (uint32_t i = 0; i < box.size(); ++i) {
    for (const ProofRange& range : ranges) hold(program.operations[i], range, box[i]);
  }
  propagate(program, box);
}

namespace {

// The sets whose members a test gives.
std::vector<uint32_t> filled_sets(const Model& model, const Test& test) {
  std::vector<uint32_t> sets;
  for (const auto& memory : test.who.remembers) {
    const uint32_t index = find_index(model.memory, memory.name.text);
    if (index != kNone) sets.push_back(index);
  }
  for (const auto& candidates : test.who.candidates) {
    const uint32_t index = find_index(model.candidates, candidates.name.text);
    if (index != kNone) sets.push_back(static_cast<uint32_t>(model.memory.size()) + index);
  }
  return sets;
}

// Removes the keys and levels of a test, but for keys that name an entity of its world.
void keep_named_entities(const Model& model, const Test& test, Situation& situation) {
  situation.keys.clear();
  situation.levels.clear();
  situation.moments.clear();
  for (const Map<const Node*>* const written : {&test.for_all.value, &test.who.given}) {
    for (const auto& [name, value] : *written) {
      const uint32_t key = find_index(model.blackboard, name.text);
      if (key == kNone || value == nullptr || find_index(test.around.world, value->text) == kNone) continue;
      if (model.blackboard[key].value.resolved.kind != ValueKind::entity) continue;
      const bool is_known =
          std::ranges::find(situation.keys, key, &SituationValue::index) != situation.keys.end();
      if (!is_known) situation.keys.push_back({key, {}, find_named(situation, value->text)});
    }
  }
}

}  // namespace

namespace {

// With a `run` a proof is about everything that may happen in it, which nothing else says.
void check_run_of_proof(const Test& test, Diagnostics& diagnostics) {
  const auto refuse = [&](Span span, std::string_view field, std::string_view help) {
    diagnostics
        .report(Code::not_for_proofs, span,
                fmt::format("`{}` cannot stand beside `for_all` and `run`", field))
        .label(test.for_all.span, "this is about whatever happens in that time")
        .help(std::string(help));
  };
  constexpr std::string_view kUnderExpect = "write it under `expect`: what holds in the whole run";
  constexpr std::string_view kOneThought = "take it out: it is for tests of one thought";
  constexpr std::string_view kAnything = "leave it out: tasks, keys and events do anything in such a run";
  if (test.always.given) refuse(test.always.span, "always", kUnderExpect);
  if (test.never.given) refuse(test.never.span, "never", kUnderExpect);
  if (!test.order.empty()) refuse(test.order[0].span, "order", kOneThought);
  if (!test.score.empty()) refuse(test.score[0].name.span, "score", kOneThought);
  if (test.where.given()) refuse(test.where.span, "where", kOneThought);
  if (!test.around.at.empty()) refuse(test.around.at[0].time.span, "at", kAnything);
  if (!test.fails.empty()) refuse(test.fails[0].name.span, "fails", kAnything);
  if (!test.around.each_second.empty())
    refuse(test.around.each_second[0].name.span, "each_second", kAnything);
  if (test.vary.given) refuse(test.vary.span, "vary", kAnything);
  if (test.with.given) refuse(test.with.span, "with", kAnything);
  for (const auto& [name, value] : test.for_all.value) {
    if (!name.text.starts_with("needs.") && !name.text.starts_with("drives.")) continue;
    diagnostics
        .report(Code::not_for_proofs, name.span,
                fmt::format("`{}` changes by itself in a run, so no range holds it", name.text))
        .help(fmt::format("say where it begins: `given: {{ {}: 0.5 }}`; else it begins as declared",
                          name.text));
  }
}

}  // namespace

std::optional<ProofClaim> check_proof(const Model& model, const Test& test, bool is_model_good,
                                      Situation& situation, Diagnostics& diagnostics) {
  if (!test.for_all.given || test.scene.given()) return std::nullopt;  // the latter has been reported
  const size_t errors = diagnostics.error_count();
  ProofClaim claim;
  ProofRangeReader(model, test, diagnostics).read(claim);
  if (is_model_good && diagnostics.error_count() == errors)
    check_where(model, test, claim.ranges, diagnostics);
  const auto refuse = [&](Span span, std::string_view field, std::string_view help) {
    diagnostics.report(Code::not_for_proofs, span, fmt::format("`{}` cannot stand beside `for_all`", field))
        .label(test.for_all.span, "this is about every situation, not about one")
        .help(std::string(help));
  };
  constexpr std::string_view kElsewhere = "look at one situation, in a test without `for_all`";
  if (test.run.given)
    check_run_of_proof(test, diagnostics);
  else if (test.expect.given)
    refuse(test.expect.span, "expect",
           "say what holds for all of them with `always`, `never`, `order` or `score`");
  if (test.who.running.given())
    refuse(test.who.running.span, "running", "leave it out: nothing runs in them");
  if (!test.around.hidden.empty()) refuse(test.around.hidden[0].span, "hidden", kElsewhere);
  if (!test.around.taken.empty()) refuse(test.around.taken[0].span, "taken", kElsewhere);
  const Setting<Placement>& self = test.who.self;
  claim.where = test.where;
  claim.always = test.always;
  claim.never = test.never;
  claim.order = test.order;
  claim.score = test.score;
  claim.gives_self = self.given;
  claim.gives_position = self.value.position != nullptr;
  claim.gives_facing = self.value.facing != nullptr;
  claim.filled_sets = filled_sets(model, test);
  keep_named_entities(model, test, situation);
  return claim;
}

}  // namespace ishi::compiler
