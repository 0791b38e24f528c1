#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "language/limits.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kOffering = "it";

// True if a member of a set may be known to be such a thing.
bool holds(const Model& model, uint32_t set, uint32_t thing) {
  if (is_memory(model, set))
    return model.memory[set].value.entity == Type{ValueKind::entity, Quantity::number, thing};
  const Candidates& candidates = candidates_of(model, set).value;
  const bool is_any = candidates.has_entities && candidates.things.empty();
  return is_any || std::ranges::find(candidates.things, thing) != candidates.things.end();
}

class OfferLinker {
 public:
  OfferLinker(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), names_(names), diagnostics_(diagnostics) {}

  void link() {
    find_sets();
    for (uint32_t thing = 0; thing < model_.things.size(); ++thing) {
      for (auto& [name, offer] : model_.things[thing].value.offers) move(thing, name, offer);
      model_.things[thing].value.offers = {};
    }
  }

 private:
  // By which agents are offered something.
  void find_sets() {
    for (auto& agent : model_.agents) {
      for (Reference& offers : agent.value.offers) find_set_of(offers);
      for (auto& offers : agent.value.offers) report_twice(agent.value.offers, offers);
    }
  }

  void find_set_of(Reference& offers) {
    if (!offers.given()) return;
    offers.index = find_set(model_, offers.text);
    if (offers.index == kNone) {
      names_.report_unknown({offers.text, offers.span}, "memory or set of candidates",
                            "`memory` and `candidates`", names_of(model_.memory, model_.candidates));
      knows_all_sets_ = false;
    } else {
      model_.note_use(offers.span, name_of_set(model_, offers.index));
      sets_.insert(offers.index);
    }
  }

  // What is offered by two sets would be two actions of one name. The later set is left out then.
  void report_twice(const std::vector<Reference>& all, Reference& later) {
    for (const Reference& earlier : all) {
      if (&earlier == &later) return;
      if (earlier.index == kNone || later.index == kNone) continue;
      const auto is_in_both = [&](uint32_t thing) {
        return !model_.things[thing].value.offers.empty() && holds(model_, earlier.index, thing) &&
               holds(model_, later.index, thing);
      };
      uint32_t thing = 0;
      while (thing < model_.things.size() && !is_in_both(thing)) ++thing;
      const bool is_same = earlier.index == later.index;
      if (thing == model_.things.size() && !is_same) continue;
      auto report = diagnostics_.report(
          Code::defined_twice, later.span,
          is_same ? fmt::format("`{}` is named already", later.text)
                  : fmt::format("`{}` and `{}` may both hold a `{}`, whose offers would be there twice",
                                earlier.text, later.text, model_.things[thing].name.text));
      report.label(earlier.span, is_same ? "here" : "the other set");
      report.help(
          is_same ? "take one of the two out"
                  : "let one of the sets hold other things, as its `of` says, or take one of the two out");
      later.index = kNone;
      return;
    }
  }

  void move(uint32_t thing, const Name& name, Action& offer) {
    if (!offer.for_each.empty()) {
      diagnostics_
          .report(Code::not_for_offers, offer.for_each[0].name.span,
                  fmt::format("an offer is for the `{}` that offers it, and for nobody else",
                              model_.things[thing].name.text))
          .help("take `for_each` out, and call the one that offers `it`");
      offer.for_each = {};
    }
    std::vector<uint32_t> sets;
    for (const uint32_t set : sets_) {
      if (holds(model_, set, thing)) sets.push_back(set);
    }
    if (sets.empty()) {
      const uint32_t set = any_set(thing);
      report_unreached(thing, name, set);
      if (set == kNone) return;
      sets.push_back(set);  // so that it is read all the same
    }
    if (is_too_much(name, sets.size())) return;
    const std::string& text =
        model_.made_names.emplace_back(fmt::format("{}.{}", model_.things[thing].name.text, name.text));
    for (const uint32_t set : sets) {
      Action action = offer;
      action.offered_by = thing;
      action.for_each.push_back({{kOffering, name.span}, {name_of_set(model_, set).text, name.span, set}});
      model_.actions.push_back({{text, name.span}, std::move(action)});
    }
  }

  // Every set has an action of its own of each offer: few lines can ask for many.
  bool is_too_much(const Name& name, size_t actions) {
    const bool was_full = made_ > kLimits.offered_actions;
    if (!was_full) made_ += actions;
    if (made_ <= kLimits.offered_actions) return false;
    if (was_full) return true;
    diagnostics_
        .report(Code::too_many_entries, name.span,
                fmt::format("what agents are offered comes to more than {} actions: each offer counts once "
                            "for every set by which agents are offered it",
                            kLimits.offered_actions))
        .help("let agents share sets, or say under `of` which things each set holds");
    return true;
  }

  [[nodiscard]] uint32_t any_set(uint32_t thing) const {
    const auto sets = static_cast<uint32_t>(model_.memory.size() + model_.candidates.size());
    for (uint32_t set = 0; set < sets; ++set) {
      if (holds(model_, set, thing)) return set;
    }
    return kNone;
  }

  // An offer of the contract may be for another asset of the project.
  void report_unreached(uint32_t thing, const Name& name, uint32_t set) {
    if (!knows_all_sets_ || model_.agents.empty() || !scopes_.is_main(name.span.file)) return;
    const Name& offering = model_.things[thing].name;
    if (set != kNone) {
      const std::string_view holding = name_of_set(model_, set).text;
      diagnostics_
          .report(Code::offer_never_reached, name.span,
                  fmt::format("no agent has `offers` with a set that holds a `{}`, so nobody is offered `{}`",
                              offering.text, name.text))
          .label(name_of_set(model_, set).span, fmt::format("this set holds a `{}`", offering.text))
          .help(fmt::format("give an agent `offers: {}`", holding));
      return;
    }
    diagnostics_
        .report(Code::offer_never_reached, name.span,
                fmt::format("no set holds a `{}`, so nobody is offered `{}`", offering.text, name.text))
        .label(offering.span, "the thing that offers it")
        .help(fmt::format("let a set of candidates or a memory hold it, `of: {}`, and name that set under "
                          "`offers` of an agent",
                          offering.text));
  }

  Model& model_;
  const Scopes& scopes_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::set<uint32_t> sets_;
  bool knows_all_sets_ = true;
  size_t made_ = 0;  // actions
};

void report_nothing(const Model& model, const Reference& set, Diagnostics& diagnostics) {
  const bool has_things = is_memory(model, set.index) || candidates_of(model, set.index).value.has_entities;
  diagnostics
      .report(Code::nothing_offered, set.span,
              has_things ? fmt::format("nothing that `{}` holds offers anything", set.text)
                         : fmt::format("the members of `{}` are nothing but their fields, and offer nothing",
                                       set.text))
      .label(name_of_set(model, set.index).span, has_things ? "the set" : "this set says no `of`")
      .help(has_things ? "give one of its things `offers`, name another set, or take this out"
                       : "name a set of things that have `offers`, or take this out");
}

}  // namespace

void link_offers(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics) {
  OfferLinker(model, scopes, names, diagnostics).link();
}

void take_out_offers(const Model& model, std::vector<Reference>& actions, const Agent& agent,
                     Diagnostics& diagnostics) {
  std::erase_if(actions, [&](const Reference& action) {
    const uint32_t index = find_index(model.actions, action.text);
    if (index == kNone || model.actions[index].value.offered_by == kNone) return false;
    const auto& thing = model.things[model.actions[index].value.offered_by];
    auto report =
        diagnostics.report(Code::name_of_other_kind, action.span,
                           fmt::format("`{}` is what a `{}` offers, and no action of an agent's own",
                                       action.text, thing.name.text));
    const auto set = std::ranges::find(agent.offers, model.actions[index].value.set(), &Reference::index);
    if (!agent.offers.empty())
      report
          .label((set != agent.offers.end() ? *set : agent.offers[0]).span,
                 "what this set holds can be done already")
          .help("take it out");
    else
      report.help("take it out, and give the agent `offers` with a set that holds such things");
    return true;
  });
}

void take_offers(const Model& model, Agent& agent, Diagnostics& diagnostics) {
  for (const Reference& offers : agent.offers) {
    if (offers.index == kNone) continue;
    const size_t before = agent.actions.size();
    for (uint32_t i = 0; i < model.actions.size(); ++i) {
      const Action& action = model.actions[i].value;
      if (action.offered_by == kNone || action.set() != offers.index) continue;
      agent.actions.push_back({model.actions[i].name.text, offers.span, i});
    }
    if (agent.actions.size() == before) report_nothing(model, offers, diagnostics);
  }
}

}  // namespace ishi::compiler
