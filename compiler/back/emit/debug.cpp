#include "emit/debug.h"

#include <string>

namespace ishi::compiler {
namespace {

class DebugWriter {
 public:
  DebugWriter(const Explained& explained, const Units& units, const Sources& sources,
              flatbuffers::FlatBufferBuilder& builder)
      : explained_(explained), units_(units), sources_(sources), builder_(builder) {}

  flatbuffers::Offset<blob::Debug> write() {
    const NameTables& n = explained_.names;
    gather_names();
    const auto names = builder_.CreateVectorOfStrings(list_.sorted());
    const auto source_names = indices(paths_);
    const auto enums = indices(n.enums);
    const auto members = indices(n.members);
    const auto things = indices(n.things);
    const auto fields = indices(n.fields);
    const auto keys = indices(n.keys);
    const auto events = indices(n.events);
    const auto event_fields = indices(n.event_fields);
    const auto tasks = indices(n.tasks);
    const auto goals = indices(n.goals);
    const auto parameters = indices(n.parameters);
    const auto curves = indices(n.curves);
    const auto motives = indices(n.motives);
    const auto profiles = indices(n.profiles);
    const auto agents = indices(n.agents);
    const auto options = indices(n.options);
    const auto sets = indices(n.sets);
    const auto set_fields = indices(n.set_fields);
    const auto choices = indices(n.choices);
    const auto states = indices(n.states);
    const auto tokens = indices(n.tokens);
    const auto sounds = indices(n.sounds);
    const auto senses = indices(n.senses);
    const auto givens = indices(n.givens);
    const auto navigations = indices(n.navigations);
    const auto steerings = indices(n.steerings);
    const auto agent_places = places(explained_.agent_spans);
    const auto option_places = places(explained_.option_spans);
    const auto key_places = places(explained_.key_spans);
    const auto option_terms = terms_of(explained_.options);
    const auto choice_terms = terms_of(explained_.choices);
    const auto terms = builder_.CreateVectorOfStructs(terms_);
    return blob::CreateDebug(builder_, names, source_names, enums, members, things, fields, keys, events,
                             event_fields, tasks, goals, parameters, curves, motives, profiles, agents,
                             options, sets, set_fields, choices, states, tokens, sounds, navigations,
                             steerings, senses, givens, agent_places, option_places, key_places, option_terms,
                             choice_terms, terms);
  }

 private:
  void gather_names() {
    const NameTables& n = explained_.names;
    for (const auto* table :
         {&n.enums,       &n.members, &n.things,     &n.fields,  &n.keys,    &n.events,   &n.event_fields,
          &n.tasks,       &n.goals,   &n.parameters, &n.curves,  &n.motives, &n.profiles, &n.agents,
          &n.options,     &n.sets,    &n.set_fields, &n.choices, &n.states,  &n.tokens,   &n.sounds,
          &n.navigations, &n.senses,  &n.steerings,  &n.givens}) {
      for (const std::string& name : *table) list_.add(name);
    }
    for (const SourceUnit& unit : units_.units)
      list_.add(paths_.emplace_back(sources_.file(unit.file).path()));
    for (const auto* scores : {&explained_.options, &explained_.choices}) {
      for (const ExplainedScore& score : *scores) {
        for (const LoweredTerm& term : *score.terms) list_.add(term.name);
      }
    }
    list_.number();
  }

  flatbuffers::Offset<flatbuffers::Vector<uint32_t>> indices(const std::vector<std::string>& names) {
    std::vector<uint32_t> result;
    result.reserve(names.size());
    for (const std::string& name : names) result.push_back(list_.index_of(name));
    return builder_.CreateVector(result);
  }

  // The place of a file among the blob's sources.
  [[nodiscard]] uint32_t source_index(uint32_t file) const {
    uint32_t index = 0;
    while (units_.units[index].file != file) ++index;
    return index;
  }

  flatbuffers::Offset<flatbuffers::Vector<const blob::Place*>> places(const std::vector<Span>& spans) {
    std::vector<blob::Place> result;
    result.reserve(spans.size());
    for (const Span& span : spans) {
      const LineColumn at = sources_.file(span.file).position(span.begin);
      result.emplace_back(source_index(span.file), at.line, at.column);
    }
    return builder_.CreateVectorOfStructs(result);
  }

  flatbuffers::Offset<flatbuffers::Vector<const blob::TermRange*>> terms_of(
      const std::vector<ExplainedScore>& scores) {
    std::vector<blob::TermRange> ranges;
    ranges.reserve(scores.size());
    for (const ExplainedScore& score : scores) {
      const blob::Range range(static_cast<uint32_t>(terms_.size()),
                              static_cast<uint32_t>(score.terms->size()));
      for (const LoweredTerm& term : *score.terms) {
        terms_.emplace_back(list_.index_of(term.name), static_cast<uint32_t>(term.kind), term.input,
                            term.value, term.contribution);
      }
      ranges.emplace_back(range, score.condition, score.weight);
    }
    return builder_.CreateVectorOfStructs(ranges);
  }

  const Explained& explained_;
  const Units& units_;
  const Sources& sources_;
  flatbuffers::FlatBufferBuilder& builder_;
  NameList list_;
  std::vector<std::string> paths_;
  std::vector<blob::Term> terms_;
};

}  // namespace

flatbuffers::Offset<blob::Debug> write_debug(const Explained& explained, const Units& units,
                                             const Sources& sources,
                                             flatbuffers::FlatBufferBuilder& builder) {
  return DebugWriter(explained, units, sources, builder).write();
}

}  // namespace ishi::compiler
