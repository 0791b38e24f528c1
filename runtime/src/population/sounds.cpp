#include "population/sounds.h"

#include <algorithm>
#include <utility>

#include "asset/find.h"
#include "built_features.h"
#include "float_environment.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "tape/calls.h"

namespace ishi {

bool Sounds::reserve(uint32_t capacity) {
  if (header_ != nullptr) return true;
  ColumnSet columns;
  columns.add(header_, 1, About(ColumnTag::sounds_header));
  columns.add(sounds_, capacity, About(ColumnTag::sounds));
  if (!columns.allocate(arena_, nullptr, FirstValues::defaults, {})) return false;
  columns_ = std::move(columns);
  capacity_ = capacity;
  return true;
}

void Sounds::add(MadeSound sound) {
  sound.serial = ++header_->last;
  if (capacity_ == 0) {
    ++header_->lost;
    return;
  }
  if (header_->count == capacity_) {
    header_->first = (header_->first + 1) % capacity_;
    --header_->count;
    ++header_->lost;
  }
  sounds_[(header_->first + header_->count++) % capacity_] = sound;
}

namespace {

// True if somebody may not have sensed since a sound was made.
bool may_be_heard(const Population::State& p, const MadeSound& sound, uint64_t frame, uint64_t time) {
  if (!p.senses.hears) return false;
  return p.rhythm.unit == ThinkUnit::frames ? p.rhythm.latest_after(sound.made_in) >= frame
                                            : p.rhythm.latest_after(sound.made_at) >= time;
}

}  // namespace

void Sounds::forget(const World::State& world, uint64_t last) {
  if (!any()) return;
  const uint64_t frame = world.header->frames - 1;
  const auto is_kept = [&](const MadeSound& sound) {
    return sound.made_in + 1 >= frame ||
           std::any_of(world.populations.begin(), world.populations.end(),
                       [&](const Population::State* p) { return may_be_heard(*p, sound, frame, last); });
  };
  while (header_->count > 0 && !is_kept(sounds_[header_->first])) {
    sounds_[header_->first] = {};
    header_->first = (header_->first + 1) % capacity_;
    --header_->count;
  }
}

void make_sound(Population::State& p, uint32_t sound, EntityId maker, const float (&position)[3]) {
  const blob::Sound& made = p.asset->tables.sounds[sound];
  float scale = 1;
  if (made.scale() != kNotFound) {
    const std::span<float> values(p.senses.values.data(), p.senses.values.size());
    scale = held(sense_value(p, made.scale(), 0, maker.index, values), 0, limits::kFar, 0);
  }
  const float reach = held(made.radius() * scale, 0, limits::kFar, 0);
  p.world->sounds.add({0,
                       made.id(),
                       p.world->header->frames,
                       p.world->header->time_microseconds,
                       maker,
                       {position[0], position[1], position[2]},
                       reach});
}

Status World::make_sound(const SoundOptions& options) {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::senses)) return missing(Feature::senses);
  State& world = *state_;
  if (options.size != sizeof(SoundOptions)) return bad_option(BadOption::size);
  if (world.is_busy()) return wrong_phase(world);
  for (Population::State* p : world.populations) {
    const uint32_t sound = find_entry(p->asset->tables.sounds_by_id, options.sound.value);
    if (sound == kNotFound) continue;
    const EntityView& entities = p->binding.entities;
    const uint32_t thing = p->asset->tables.sounds[sound].thing();
    if (Status status = world.check(options.maker); !status) return status;
    if (thing != kNotFound && entities.row_of(options.maker, p->things[thing]) == 0)
      return {StatusCode::wrong_thing, 0};
    if (world.tape != nullptr) world.tape->reads({nullptr, 0, options.maker.index, true});
    in_float_environment([&] {
      const float given[3] = {options.position.x, options.position.y, options.position.z};
      float position[3];
      for (uint32_t axis = 0; axis < 3; ++axis) {
        position[axis] = options.elsewhere ? held_component(given[axis], 0)
                                           : read_axis(entities.position[axis], options.maker.index);
      }
      ishi::make_sound(*p, sound, options.maker, position);
    });
    if (world.tape != nullptr)
      world.tape->note(
          recording::Call::make_sound, Tape::kWorld,
          recording::MadeSound(options.sound.value, recording::id_of(options.maker),
                               recording::vector_of(options.position), options.elsewhere ? 1 : 0));
    return {};
  }
  return {StatusCode::unknown_id, options.sound.value};
}

uint64_t World::lost_sounds() const { return state_ == nullptr ? 0 : state_->sounds.lost(); }

}  // namespace ishi
