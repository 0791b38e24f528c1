#pragma once

#include <map>

#include "compiler/oracle/moment.h"
#include "ishi/status.h"
#include "model/model.h"
#include "simulate/stage.h"

namespace ishi::compiler::oracle {

// The sets of candidates as the game fills them in the runtime: what fillings mean there.
class GameSets {
 public:
  // Both must outlive this.
  GameSets(const Model& model, Stage& stage) : model_(model), stage_(stage) {}

  // What the stage has made of the situation, which the moment was made of, too.
  void open(const Asset& asset, const Moment& moment);
  // `handle`: what a new member is called that is no entity.
  [[nodiscard]] Status fill(const Filling& filling, int handle);
  // Who somebody is that is a member of a set, or may be.
  [[nodiscard]] Entity id_of(int entity) const;
  // The other way round.
  [[nodiscard]] int entity_of(Entity id) const;

 private:
  Status describe(const Filling& filling, Entity member);
  template <class T>
  Status describe_as(const Filling& filling, Entity member, uint64_t field, const T& value);
  [[nodiscard]] ishi::SetId id_of_set(uint32_t set) const;
  [[nodiscard]] bool is_own(uint32_t set) const;
  [[nodiscard]] const StageAgent& agent() const { return stage_.agents()[0]; }

  const Model& model_;
  Stage& stage_;
  std::map<int, Entity> handles_;
};

}  // namespace ishi::compiler::oracle
