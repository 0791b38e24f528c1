#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/commands.h"
#include "ishi/senses.h"
#include "ishi/status.h"
#include "ishi/types.h"
#include "ishi/world.h"

// What records the calls of a game: a world has one or none. The runtime tells it each call that has changed
// the world, before it reads rows that a game may have written through a column, and which of these rows it
// has written itself. Nothing here changes what the calls do.
//
// One thread at a time calls it, but for `enters`, `left`, `touched`, `called`, `reads`, `report` and
// `answer`.

namespace ishi {

struct Agents;

namespace recording {
enum class Call : uint8_t;
enum class Part : uint8_t;
}  // namespace recording

// The rows that a call is about to read.
struct RowsRead {
  const Agents* population = nullptr;  // whose agent's keys and levels in `slot`; null: nobody's
  uint32_t slot = 0;
  uint32_t entity = 0;         // whose place and fields; 0: nobody's
  bool is_everything = false;  // the world's columns: positions, fields, keys of teams and of the world
};

class Tape {
 public:
  static constexpr uint32_t kWorld = 0xffff;  // in place of a population

  // Around begin_frame, which is not refused, and end_frame.
  virtual void begins_frame(const Clock& clock) = 0;
  virtual void ends_frame() = 0;
  virtual void ended_frame() = 0;
  // A frame ends in the middle of a part.
  virtual void cancels_frame() = 0;
  // Around begin_sense and its like, which are not refused: no report is taken between the two.
  virtual void begins(Agents& population, recording::Part part, uint32_t quota) = 0;
  virtual void begun() = 0;
  // Around a job.
  virtual void enters(Agents& population, recording::Part part, std::span<const uint32_t> rows) = 0;
  virtual void left(Agents& population, recording::Part part, std::span<const uint32_t> rows) = 0;
  // Around end_sense and its like, which are not refused.
  virtual void ends(Agents& population, recording::Part part) = 0;
  virtual void ended(Agents& population, recording::Part part) = 0;

  virtual void reads(const RowsRead& rows) = 0;
  // The runtime has written keys or levels of an agent, fields or the place of an entity, or keys that are
  // shared.
  virtual void touched(const Agents& population, uint32_t slot) = 0;
  virtual void touched_entity(uint32_t row) = 0;
  virtual void touched_shared() = 0;

  // A call that has changed the world: `values` are the bytes of the call's struct (schemas/recording.fbs).
  virtual void called(recording::Call call, uint32_t population, std::span<const std::byte> values,
                      std::span<const std::byte> tail) = 0;
  template <typename Values>
  void note(recording::Call call, uint32_t population, const Values& values,
            std::span<const std::byte> tail = {}) {
    called(call, population, std::as_bytes(std::span(&values, 1)), tail);
  }

  // Take a report or an answer in the runtime's place, so that what is recorded has their order.
  [[nodiscard]] virtual Status report(Agents& population, const Report& report) = 0;
  [[nodiscard]] virtual Status answer(Agents& population, const Ticket& ticket, Sight sight) = 0;

  // A snapshot was saved, or one with the same content restored, between two frames. `sum` is that of its
  // content.
  virtual void saved_snapshot(uint64_t sum) = 0;
  virtual void restored_snapshot(uint64_t sum) = 0;
  // The world is another one than its calls have made it: it was reloaded, or has more than it had.
  virtual void became_other() = 0;
  virtual void lost_world() = 0;

  Tape() = default;
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

 protected:
  ~Tape() = default;
};

}  // namespace ishi
