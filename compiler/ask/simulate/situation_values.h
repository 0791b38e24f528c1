#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulate/situation.h"

namespace ishi::compiler {

// A test's use of keys, as messages say it.
struct KeyUse {
  std::string_view cannot;   // "`hurt` is computed from keys and cannot be given"
  std::string_view verb;     // "give the keys that it is made of"
  bool is_expected = false;  // it is no value, but what shall come of a run
};

inline constexpr double kBeginning = -1;  // seconds: a time before the run

// The place where a key is written: with an agent, for all, or at a time.
enum class KeyPlace : uint8_t { given, shared, set };

// The values that are read in one place.
struct GivenValues {
  std::vector<SituationValue>& keys;
  std::vector<SituationValue>& levels;
  std::vector<SituationMoment>& moments;
};

// Reads the values that a test writes for keys and fields: literals, and entities by their names. Everything
// wrong is reported.
class SituationValues {
 public:
  // `situation` has its named entities and agents, and gets an entity for each `someone`.
  SituationValues(const Model& model, Situation& situation, Diagnostics& diagnostics)
      : model_(model), situation_(situation), diagnostics_(diagnostics) {}

  // From now on values are those of this time, in seconds: nobody who is not there then may be named. Before
  // the first call everybody may.
  void set_time(double seconds) {
    has_time_ = true;
    time_ = seconds;
  }
  // From now on the text may name everybody who is there at any time.
  void set_any_time() { has_time_ = false; }
  // Reports somebody who is not there at that time.
  bool check_presence(uint32_t entity, const Name& name);

  // A name means an entity or agent of the situation.
  void note_entity(uint32_t entity, Span use) const;

  // From now on `self` is this agent.
  void speak_of(uint32_t agent) { self_ = agent; }
  // From now on `self` is nobody in a scene, and in a test its one agent.
  void speak_of_all() { self_ = is_scene() ? kNone : 0; }
  // Finds an entity or agent by its name, or the agent that `self` means; kNone if the name is unknown.
  [[nodiscard]] uint32_t find_named_or_self(std::string_view name) const;

  // Keys, carried levels, and how long ago something was: `since(shot)`. In a scene a name may begin with
  // that of an agent, or of a team: `ann.hp`, `watch.alarm`.
  void read_all(const Map<const Node*>& written, const KeyUse& use, KeyPlace place, GivenValues& given);

  // The key of that name, or kNone.
  uint32_t find_key(const Name& name, const KeyUse& use);

  // `owner` has these fields; `more` are names that could stand there, too.
  void read_fields(const Map<const Node*>& written, std::string_view owner, const Map<Variable>& fields,
                   const std::vector<std::string_view>& more, std::vector<SituationValue>& out);

  bool read_value(const Variable& variable, const Node& node, std::string_view name, SituationValue& out);

  // `someone`, `nothing`, or an entity of the test's world, of this kind of thing unless that is kNone.
  bool find_entity(uint32_t thing, const Node& node, std::string_view name, SituationValue& out);

  // The entities with these names, and agents if `or_agents`; sounds with those who make them.
  // `or_absent`: they need not be there.
  [[nodiscard]] std::vector<uint32_t> find_entities(const std::vector<Reference>& names, bool or_agents,
                                                    bool or_absent = false);
  // Tokens, and entities by their names. Of what there is not, nothing is said unless this `reports` it.
  SituationTaken find_taken(const std::vector<Reference>& names, bool reports);
  [[nodiscard]] std::vector<SituationSound> find_sounds(const MadeSounds& sounds);

  // The names of entities, and of agents.
  [[nodiscard]] std::vector<std::string_view> named_entities(bool or_agents) const;
  [[nodiscard]] bool is_scene() const { return !situation_.name.empty(); }
  // "entity of this test called", "entity or agent of this scene called"
  [[nodiscard]] std::string_view noun_of_entities(bool or_agents) const;

  // `owner` is no agent, but something of one, called `own`, is written behind that name.
  void report_no_agent(const Name& owner, std::string_view own);
  // Reports a field of somebody where a key stands, or something of an agent that the scene does not have:
  // "thief.hp". False if that is not what is wrong.
  bool report_owned(const Name& name, KeyPlace place);

  // Reports that there is no such `noun`, and what there is: the names of `map` and those `known`. `unlisted`
  // may be meant as well, but is not told among them.
  void report_unknown(const Name& name, const std::string& noun, std::vector<std::string_view> known,
                      const std::vector<std::string_view>& unlisted = {}) {
    report_known(name, noun, known, unlisted);
  }
  template <class T>
  void report_unknown(const Name& name, const std::string& noun, std::vector<std::string_view> known,
                      const Map<T>& map, const std::vector<std::string_view>& unlisted = {}) {
    for (const auto& entry : map) {
      if (!diagnostics_.is_full()) known.push_back(entry.name.text);
    }
    report_known(name, noun, known, unlisted);
  }

 private:
  [[nodiscard]] std::vector<std::string_view> named_agents() const;
  uint32_t find_maker(const Sound& sound, const Name& sound_name, const Name& maker);
  [[nodiscard]] std::string carried_level(std::string_view name) const;
  void report_known(const Name& name, const std::string& noun, const std::vector<std::string_view>& known,
                    const std::vector<std::string_view>& unlisted);

  [[nodiscard]] bool takes(uint32_t entity, uint32_t thing) const;
  bool report_level(const Name& name, const Node& node);
  void read_one(const Named<const Node*>& entry, uint32_t owner, const KeyUse& use, KeyPlace place,
                GivenValues& given);
  void read_moment(const Named<const Node*>& entry, uint32_t agent, std::vector<SituationMoment>& moments);
  void read_team(const Named<const Node*>& entry, uint32_t team, const KeyUse& use,
                 std::vector<SituationValue>& keys);
  void report_owner(const Name& name, KeyPlace place);

  const Model& model_;
  Situation& situation_;
  Diagnostics& diagnostics_;
  uint32_t self_ = 0;  // kNone: the text is about no agent
  bool has_time_ = false;
  double time_ = kBeginning;
};

// `shot` of "since(shot)"; empty if that is not what is written.
[[nodiscard]] Name named_in_since(const Name& name);

// The default facing.
[[nodiscard]] Vector forward(const Model& model);

}  // namespace ishi::compiler
