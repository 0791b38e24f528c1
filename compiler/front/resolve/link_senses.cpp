#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

bool is_same_text(Span a, Span b) { return a.file == b.file && a.begin == b.begin && a.end == b.end; }

class SenseLinker {
 public:
  SenseLinker(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), names_(names), diagnostics_(diagnostics) {}

  void link() {
    for (auto& sound : model_.sounds) link_sound(sound.value);
    for (auto& sense : model_.senses) link_sense(sense);
    for (uint32_t i = 0; i < model_.memory.size(); ++i) find_makers(i);
    for (uint32_t i = 0; i < model_.senses.size(); ++i) find_awareness(i);
    for (const auto& sense : model_.senses) check_awareness(sense);
    for (const auto& memory : model_.memory) declare_levels(memory);
    if (diagnostics_.has_errors()) declare_lost_levels();
    if (model_.agents.empty() || diagnostics_.has_errors()) return;
    warn_of_unused_senses();
    warn_of_unheard_sounds();
  }

 private:
  // A kind of thing, or any entity.
  Type entity_named(const Reference& of, std::string_view also) {
    if (!of.given()) return {};
    if (of.text == "entity") return {ValueKind::entity};
    const uint32_t thing = find_index(model_.things, of.text);
    if (thing != kNone) {
      model_.note_use(of.span, model_.things[thing].name);
      return {ValueKind::entity, Quantity::number, thing};
    }
    std::vector<std::string_view> known = names_of(model_.things);
    known.push_back("entity");
    if (!also.empty()) known.push_back(also);
    names_.report_unknown({of.text, of.span}, "thing", "`things`", known);
    return {};
  }

  void link_sound(Sound& sound) {
    if (sound.of.given()) sound.maker = entity_named(sound.of, {});
  }

  // The kind of thing that makes all of these sounds, or all that there are; any entity if they differ.
  [[nodiscard]] Type maker_of(const std::vector<Reference>& sounds) const {
    Type maker;
    const auto add = [&](const Sound& sound) {
      if (sound.maker.kind == ValueKind::error) return;  // reported
      maker = maker.kind == ValueKind::error || maker == sound.maker ? sound.maker : Type{ValueKind::entity};
    };
    for (const Reference& sound : sounds) {
      if (sound.index != kNone) add(model_.sounds[sound.index].value);
    }
    for (size_t i = 0; sounds.empty() && i < model_.sounds.size(); ++i) add(model_.sounds[i].value);
    return maker.kind == ValueKind::error ? Type{ValueKind::entity} : maker;
  }

  // Of the noises of a memory: all senses that fill it count. Steps may remember anybody.
  void find_makers(uint32_t index) {
    Memory& memory = model_.memory[index].value;
    if (!memory.has_noises) return;
    for (const auto& sense : model_.senses) {
      if (sense.value.remember.index != index || sense.value.kind() != SenseKind::hearing) continue;
      const Type maker = maker_of(sense.value.hearing.value.sounds);
      memory.maker =
          memory.maker.kind == ValueKind::error || memory.maker == maker ? maker : Type{ValueKind::entity};
    }
    if (memory.maker.kind == ValueKind::error) memory.maker = maker_of({});
  }

  void link_sense(Named<Sense>& entry) {
    auto& [name, sense] = entry;
    for (Reference& sound : sense.hearing.value.sounds) names_.find(sound, model_.sounds, Section::sounds);
    report_twice(sense.hearing.value.sounds);
    names_.find(sense.remember, model_.memory, Section::memory);
    const bool has_kind = sense.touch.given || sense.sight.given || sense.hearing.given;
    const bool hears = sense.kind() == SenseKind::hearing;
    if (sense.of.text == "sound") {
      sense.target = maker_of(sense.hearing.value.sounds);
      if (has_kind && !hears) {
        diagnostics_
            .report(Code::sense_part, sense.of.span,
                    fmt::format("`{}` cannot notice sounds: it {}", name.text,
                                sense.sight.given ? "sees" : "touches"))
            .help("let it notice a thing, such as `of: person`, or make a `hearing` of it");
        sense.target = {};
      }
    } else if (sense.of.given()) {
      sense.target = entity_named(sense.of, "sound");
      if (has_kind && hears && sense.target.kind != ValueKind::error) {
        diagnostics_
            .report(Code::sense_part, sense.of.span,
                    fmt::format("`{}` hears, and what is heard are sounds, not entities", name.text))
            .help("write `of: sound`; who makes it can be asked for in `when`: `it` is the maker")
            .edit(sense.of.span, "sound");
        sense.target = {};
      }
    }
    if (has_kind && !sense.sight.given && sense.visibility.given()) {
      diagnostics_
          .report(
              Code::sense_part, sense.visibility.span,
              fmt::format("`visibility` is for `sight`, but `{}` {}", name.text, hears ? "hears" : "touches"))
          .help(
              hears
                  ? "how far a sound carries is its `radius` times its `scale`; how well it is heard is the "
                    "`sensitivity`"
                  : "take it out, or say in `when` who cannot be felt");
    }
    check_memory(entry);
  }

  void report_twice(const std::vector<Reference>& list) {
    std::unordered_set<std::string_view> known;
    for (const Reference& one : list) {
      if (known.insert(one.text).second) continue;
      diagnostics_
          .report(Code::defined_twice, one.span, fmt::format("`{}` stands twice in this list", one.text))
          .help("take one of the two out");
    }
  }

  // A sense notices things of the kind that its memory is about.
  void check_memory(const Named<Sense>& entry) {
    const auto& [name, sense] = entry;
    if (sense.remember.index == kNone || sense.target.kind == ValueKind::error) return;
    const Named<Memory>& memory = model_.memory[sense.remember.index];
    if (memory.value.entity.kind == ValueKind::error) return;
    const bool hears = sense.of.text == "sound";
    if (hears == memory.value.has_noises && (hears || sense.target == memory.value.entity)) return;
    diagnostics_
        .report(Code::sense_memory, sense.remember.span,
                fmt::format("`{}` remembers `{}`, but `{}` notices `{}`", memory.name.text,
                            memory.value.of.text, name.text, sense.of.text))
        .label(memory.value.of.span, fmt::format("the memory is `of: {}`", memory.value.of.text))
        .label(sense.of.span, fmt::format("the sense is `of: {}`", sense.of.text))
        .help(
            hears
                ? "hearing fills memories of sounds: declare one, such as `noises: { of: sound, capacity: 4, "
                  "forget: 6s }`"
                : "let both be of the same kind, or let the sense fill another memory");
  }

  // Of the senses that fill a memory one says how awareness falls, and its levels; what another one has
  // inherited with its text is the same.
  void find_awareness(uint32_t index) {
    const auto& [name, sense] = model_.senses[index];
    const Awareness& awareness = sense.awareness.value;
    if (!awareness.fall.given && !awareness.levels.given) return;
    if (awareness.fall.given != awareness.levels.given && !diagnostics_.is_in_doubt(name.span)) {
      const bool has_fall = awareness.fall.given;
      if (const Named<Sense>* const other = find_complete(sense.remember)) {
        diagnostics_
            .report(Code::awareness_twice, has_fall ? awareness.fall.span : awareness.levels.span,
                    fmt::format("`{}` says already how awareness of `{}` falls, and what its levels are",
                                other->name.text, sense.remember.text))
            .label(other->value.awareness.span, "said here")
            .help(fmt::format("take `{}` out: the other senses of a memory say `rise` alone",
                              has_fall ? "fall" : "levels"));
        return;
      }
      diagnostics_
          .report(Code::awareness_incomplete, has_fall ? awareness.fall.span : awareness.levels.span,
                  has_fall ? "`fall` says how fast awareness is lost, but no `levels` say what that means"
                           : "`levels` say when the agent is told, but no `fall` how fast awareness is lost")
          .help(has_fall ? "add the levels: `levels: { suspicious: 0.4, alert: 1 }`"
                         : "add how fast it is lost: `fall: 0.2/s`, or `fall: 0/s` for never");
      return;
    }
    if (sense.remember.index == kNone) return;
    Memory& memory = model_.memory[sense.remember.index].value;
    if (memory.aware == kNone) {
      memory.aware = index;
      return;
    }
    const Named<Sense>& first = model_.senses[memory.aware];
    const Awareness& known = first.value.awareness.value;
    if (is_same_text(known.fall.span, awareness.fall.span) &&
        is_same_text(known.levels.span, awareness.levels.span))
      return;
    diagnostics_
        .report(Code::awareness_twice, awareness.fall.span,
                fmt::format("`{}` and `{}` both say how awareness of `{}` falls", first.name.text, name.text,
                            sense.remember.text))
        .label(known.fall.span, "said here already")
        .help(
            "awareness belongs to what is remembered: let one sense say `fall` and `levels`, the others "
            "`rise` "
            "alone");
  }

  // The sense that says how awareness of a memory falls, and its levels.
  [[nodiscard]] const Named<Sense>* find_complete(const Reference& memory) const {
    for (const Named<Sense>& sense : model_.senses) {
      const Awareness& awareness = sense.value.awareness.value;
      if (memory.index != kNone && sense.value.remember.index == memory.index && awareness.fall.given &&
          awareness.levels.given)
        return &sense;
    }
    return nullptr;
  }

  void check_awareness(const Named<Sense>& entry) {
    const auto& [name, sense] = entry;
    if (!sense.awareness.given || sense.remember.index == kNone) return;
    if (model_.memory[sense.remember.index].value.aware != kNone) return;
    if (sense.awareness.value.fall.given || sense.awareness.value.levels.given) return;  // reported
    diagnostics_
        .report_missing(name.span, Code::awareness_incomplete, sense.awareness.span,
                        fmt::format("nothing says how awareness of `{}` falls, and what its levels are",
                                    sense.remember.text))
        .help(
            "one of the senses that fill this memory says so: `fall: 0.2/s, levels: { suspicious: 0.4, "
            "alert: 1 }`");
  }

  void declare_levels(const Named<Memory>& memory) {
    if (memory.value.aware == kNone) return;
    const Setting<Map<AwarenessLevel>>& levels =
        model_.senses[memory.value.aware].value.awareness.value.levels;
    if (levels.value.empty()) {
      diagnostics_.report(Code::wrong_count, levels.span, "`levels` is empty, so nobody is ever told")
          .help("name an event and when it is raised: `levels: { alert: 1 }`");
    }
    if (levels.value.size() > kLimits.awareness_levels) {
      diagnostics_
          .report(Code::too_many_entries, levels.value[kLimits.awareness_levels].name.span,
                  fmt::format("awareness has at most {} levels", kLimits.awareness_levels))
          .help("keep those that behaviours ask for");
    }
    const Named<AwarenessLevel>* before = nullptr;
    for (const auto& level : levels.value) {
      check_level(level, before);
      before = &level;
      if (is_free(level.name)) declare(level, memory);
    }
  }

  void check_level(const Named<AwarenessLevel>& level, const Named<AwarenessLevel>* before) {
    const Setting<double>& at = level.value.at;
    if (!at.given) return;
    if (at.value <= 0) {
      diagnostics_
          .report(Code::level_outside, at.span,
                  fmt::format("`{}` would be raised by nothing: awareness starts at 0", level.name.text))
          .help("write an awareness above 0, up to 1");
    } else if (before != nullptr && before->value.at.given && at.value <= before->value.at.value) {
      diagnostics_
          .report(Code::level_order, at.span,
                  at.value == before->value.at.value
                      ? fmt::format("`{}` and `{}` are raised at the same awareness", before->name.text,
                                    level.name.text)
                      : fmt::format("`{}` stands behind `{}`, but is reached before it", level.name.text,
                                    before->name.text))
          .label(before->value.at.span, "the level before")
          .help(at.value == before->value.at.value ? "take one of the two out, or let one be higher"
                                                   : "write the levels from the lowest to the highest");
    }
  }

  // A level is an event and a number: it must be the only one of its name among both.
  bool is_free(const Name& name) {
    if (!check_new_name(name.text, name.span, diagnostics_)) return false;
    if (const std::string_view taken = meaning_in_expressions(name.text); !taken.empty()) {
      diagnostics_
          .report(Code::reserved_name, name.span,
                  fmt::format("`{}` is {}, so a level of awareness cannot have that name", name.text, taken))
          .help("choose another name");
      return false;
    }
    return is_free_in(model_.events, "an event", name) && is_free_in(model_.sounds, "a sound", name) &&
           is_free_in(model_.blackboard, "a key", name) && is_free_in(model_.values, "a value", name) &&
           is_free_in(model_.curves, "a curve", name) && is_free_in(model_.memory, "a memory", name) &&
           is_free_in(model_.candidates, "a set of candidates", name) &&
           is_free_in(model_.choices, "a choice", name);
  }

  template <class T>
  bool is_free_in(const Map<T>& map, std::string_view noun, const Name& name) {
    const uint32_t index = find_index(map, name.text);
    if (index == kNone) return true;
    const bool is_level = find_index(model_.levels, name.text) != kNone;
    diagnostics_
        .report(Code::level_name_taken, name.span,
                fmt::format(
                    "`{}` is {} already, and a level of awareness declares an event and a number of its name",
                    name.text, is_level ? "a level of another memory" : noun))
        .label(map[index].name.span, "declared here")
        .help(noun == "an event" && !is_level ? "take the event out: the level declares it, with the field "
                                                "`who`; or choose another name for "
                                                "the level"
                                              : "choose another name for the level");
    return false;
  }

  void declare(const Named<AwarenessLevel>& level, const Named<Memory>& memory) {
    model_.levels.push_back(level);
    Event event;
    event.of_memory = static_cast<uint32_t>(&memory - &model_.memory[0]);
    Variable who;
    who.type = {memory.value.has_noises ? "entity" : memory.value.of.text, memory.value.of.span};
    who.resolved = memory.value.entity;
    event.fields.push_back({{"who", level.name.span}, who});
    model_.events.push_back({level.name, event});
  }

  // Levels of senses that have something wrong: who asks for them is not to blame.
  void declare_lost_levels() {
    for (const auto& [name, sense] : model_.senses) {
      for (const auto& level : sense.awareness.value.levels.value) {
        if (find_index(model_.levels, level.name.text) == kNone) model_.levels.push_back(level);
        if (find_index(model_.events, level.name.text) == kNone)
          model_.events.push_back({level.name, Event()});
      }
    }
  }

  // The senses of a library need not be used.
  void warn_of_unused_senses() {
    std::unordered_set<std::string_view> used;
    for (const auto& agent : model_.agents) {
      for (const Reference& sense : agent.value.senses) used.insert(sense.text);
    }
    for (const auto& [name, sense] : model_.senses) {
      if (used.contains(name.text) || !scopes_.is_main(name.span.file)) continue;
      if (scopes_.origin(Space::senses, name.text).path.empty() && is_extended(name)) continue;
      diagnostics_
          .report(Code::sense_without_agent, name.span, fmt::format("no agent has the sense `{}`", name.text))
          .help(fmt::format("give it to one: `senses: [{}]`, or take it out", name.text));
    }
  }

  // A sense that another one extends is there for that: their texts are partly the same.
  [[nodiscard]] bool is_extended(const Name& name) const {
    const uint32_t own = find_index(model_.senses, name.text);
    const Span of = model_.senses[own].value.of.span;
    const Span remember = model_.senses[own].value.remember.span;
    return std::ranges::any_of(model_.senses, [&](const auto& other) {
      return other.name.text != name.text &&
             (is_same_text(other.value.of.span, of) || is_same_text(other.value.remember.span, remember));
    });
  }

  // If no sense hears at all, sounds are the contract's, for another asset.
  void warn_of_unheard_sounds() {
    bool hears = false;
    std::vector<bool> is_heard(model_.sounds.size());
    for (const auto& agent : model_.agents) {
      for (const Reference& reference : agent.value.senses) {
        const uint32_t index = find_index(model_.senses, reference.text);
        if (index == kNone || !model_.senses[index].value.hearing.given) continue;
        const std::vector<Reference>& sounds = model_.senses[index].value.hearing.value.sounds;
        hears = true;
        for (size_t i = 0; i < is_heard.size(); ++i) is_heard[i] = is_heard[i] || sounds.empty();
        for (const Reference& sound : sounds) {
          if (sound.index != kNone) is_heard[sound.index] = true;
        }
      }
    }
    for (size_t i = 0; i < is_heard.size(); ++i) {
      const auto& [name, sound] = model_.sounds[i];
      const bool is_silent = sound.radius.given && sound.radius.value == 0;
      if (is_silent) {
        diagnostics_
            .report(Code::sound_never_heard, sound.radius.span,
                    fmt::format("`{}` carries 0m, so nobody can hear it", name.text))
            .help("write how far it carries, such as `radius: 5m`");
      } else if (hears && !is_heard[i] && scopes_.is_main(name.span.file)) {
        diagnostics_
            .report(Code::sound_unheard, name.span,
                    fmt::format("no agent that hears listens for `{}`", name.text))
            .help(fmt::format(
                "add it to the `sounds` of a hearing: `sounds: [{}]`, or leave `sounds` out there, "
                "which hears all",
                name.text));
      }
    }
  }

  Model& model_;
  const Scopes& scopes_;
  Names& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_senses(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics) {
  SenseLinker(model, scopes, names, diagnostics).link();
}

}  // namespace ishi::compiler
