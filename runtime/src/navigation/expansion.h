#pragma once

#include <cstdint>
#include <utility>

#include "navigation/path_search.h"

// The inner loop of a search, made for each kind of class; one loop serves those that are rare, with and
// without diagonals. It holds copies of what it needs, so that these stay in registers. Two things save it
// work, without changing what is found.
//
// * A neighbour that scores no higher than the cell from which it is found is the next one to be taken: it is
//   held, and does not go through the queue.
// * With four neighbours and no turning costs, of several ways that cost the same the one that first goes
//   sideways, then up or down is looked at alone: a cell that was entered from below is left to the right
//   only if the way around its lower right corner is blocked or costs more. For going sideways last is never
//   needed: where it would be the cheapest, the cell below the one it leads to is reached as cheaply, and
//   goes up.
//
// A search back from a place has neither turns nor a heuristic; it looks at all neighbours, since of any cell
// somebody may ask for the way.

namespace ishi {

template <Neighbours neighbours, bool turns, bool back>
class PathSearch::Expansion {
 public:
  Expansion(PathSearch& search, const CellGrid& grid, const Travel& travel)
      : search_(search),
        travel_(travel),
        cells_(grid.cells),
        records_(search.records_.data()),
        queue_(search.queue_),
        reciprocal_(search.reciprocal_),
        place_(search.place_),
        stride_(grid.stride()),
        limit_(travel.limit),
        step_(turns ? travel.step : 1),
        heuristic_(search.away_ || back ? 0 : travel.heuristic),
        flip_(search.away_ ? 0xffffffff : 0),
        corners_(travel.corners),
        serial_(search.serial_),
        best_(rank(search.best_distance_, search.best_cost_)) {}

  // Goes on for at most `budget` cells; from how many it did. Sets `is_over` when the search is.
  uint32_t run(uint32_t budget, bool& is_over) {
    uint32_t done = 0;
    while (done < budget) {
      take();
      if (cell_ == 0 || search_.is_over(travel_, cell_, score_)) {
        is_over = true;
        break;
      }
      ++done;
      if (cost_ < limit_) look_around();
    }
    if (held_ != 0) queue_.push(held_, held_score_);
    search_.queue_ = queue_;
    return done;
  }
  // The last cell that was taken; 0 if there was none.
  [[nodiscard]] uint32_t cell() const { return cell_; }

 private:
  [[nodiscard]] bool has_diagonals() const {
    return neighbours == Neighbours::as_asked ? travel_.diagonals : neighbours == Neighbours::eight;
  }

  // What comes before: the lower distance, or the greater one if `flip_` is all ones, then the lower cost.
  [[nodiscard]] uint64_t rank(uint32_t distance, uint32_t cost) const {
    return uint64_t{distance ^ flip_} << 32 | cost;
  }

  void take() {
    if (held_ != 0) {
      cell_ = held_;
      score_ = held_score_;
      held_ = 0;
    } else {
      cell_ = queue_.take(score_);
    }
    CellRecord& record = records_[cell_];
    record.open = 0;
    cost_ = record.cost;
    arrived_ = record.direction;
    if constexpr (back) return;
    const auto row = static_cast<uint32_t>(cell_ * reciprocal_ >> 48);
    columns_ = static_cast<int32_t>(cell_ - row * stride_) - 1 - place_.column;
    rows_ = static_cast<int32_t>(row) - 1 - place_.row;
  }

  // Up, down, left, right, then the diagonals. Of equals the last one is taken first.
  void look_around() {
    if constexpr (neighbours == Neighbours::four && !turns && !back) {
      switch (arrived_) {
        case 0: return go_on_vertically<0>();
        case 2: return look_at<0>(), look_at<4>(), look_at<2>();
        case 4: return go_on_vertically<4>();
        case 6: return look_at<0>(), look_at<4>(), look_at<6>();
        default: break;
      }
    }
    look_at<0>(), look_at<4>(), look_at<6>(), look_at<2>();
    if (has_diagonals()) look_at<1>(), look_at<7>(), look_at<3>(), look_at<5>();
  }

  template <uint8_t direction>
  void go_on_vertically() {
    const uint32_t here = travel_.straight[cells_[cell_]];
    const uint32_t before = cell_ - offset_of<direction>();
    // What cannot be entered costs 0: less 1, more than anything.
    const auto costs_more = [&](uint32_t cell) { return travel_.straight[cells_[cell]] - 1u >= here; };
    if (costs_more(before - 1)) look_at<6>();
    if (costs_more(before + 1)) look_at<2>();
    look_at<direction>();
  }

  template <uint8_t direction>
  void look_at() {
    constexpr CellPlace kMove = kStepOf[direction];
    constexpr bool kIsDiagonal = direction % 2 != 0;
    const uint32_t next = cell_ + offset_of<direction>();
    // Into the next cell; of a way that is searched back, out of it.
    const uint8_t entered = cells_[back ? cell_ : next];
    const uint32_t step = kIsDiagonal ? travel_.diagonal[entered] : travel_.straight[entered];
    if (step == 0 || (back && !travel_.can_enter(cells_[next]))) return;
    if constexpr (kIsDiagonal) {
      constexpr uint8_t kNext = (direction + 1) % kDirections;
      if (!corners_ && !travel_.can_enter(cells_[cell_ + offset_of<direction - 1>()])) return;
      if (!corners_ && !travel_.can_enter(cells_[cell_ + offset_of<kNext>()])) return;
    }
    const uint32_t cost = cost_ + step;
    CellRecord& record = records_[next];
    const bool is_known = record.search == serial_;
    if (is_known && record.cost <= cost) return;

    if constexpr (back) {
      if (is_known && record.open != 0) BucketQueue::remove(queue_, next, record.cost);
      record = {cost, serial_, direction, 1 + kForward};
      return open(next, cost);
    }
    const uint32_t distance =
        Travel::distance_of(has_diagonals(), columns_ + kMove.column, rows_ + kMove.row);
    const uint32_t ahead = distance * heuristic_;
    if (is_known && record.open != 0) {
      BucketQueue::remove(queue_, next, score_of(record.cost, record.open - 1u, ahead));
    }
    uint32_t turn = kForward;
    if (turns && arrived_ != kNoFacing) turn = kTurnOf[(direction - arrived_) % kDirections];
    record = {cost, serial_, direction, static_cast<uint8_t>(1 + turn)};
    open(next, score_of(cost, turn, ahead));
    if (const uint64_t here = rank(distance, cost); here < best_) {
      best_ = here;
      search_.best_ = next;
      search_.best_cost_ = cost;
      search_.best_distance_ = distance;
    }
  }

  void open(uint32_t cell, uint32_t score) {
    if (score <= score_ && (held_ == 0 || score <= held_score_)) {
      std::swap(held_, cell);
      std::swap(held_score_, score);
      if (cell == 0) return;
    }
    queue_.push(cell, score);
  }

  [[nodiscard]] uint32_t score_of(uint32_t cost, uint32_t turn, uint32_t ahead) const {
    return step_ * cost + (turns ? travel_.turning[turn] : 0u) + ahead;
  }

  template <uint8_t direction>
  [[nodiscard]] uint32_t offset_of() const {
    return static_cast<uint32_t>(kStepOf[direction].row) * stride_ +
           static_cast<uint32_t>(kStepOf[direction].column);
  }

  PathSearch& search_;
  const Travel& travel_;
  const uint8_t* cells_;
  CellRecord* records_;
  BucketQueue queue_;
  uint64_t reciprocal_;
  CellPlace place_;
  uint32_t stride_, limit_, step_, heuristic_, flip_;
  bool corners_;
  uint16_t serial_;
  uint64_t best_;

  // The cell that was taken: its score, cost, distance from the place, and the way in which it was entered.
  uint32_t cell_ = 0, score_ = 0, cost_ = 0;
  int32_t columns_ = 0, rows_ = 0;
  uint8_t arrived_ = kNoFacing;
  uint32_t held_ = 0, held_score_ = 0;  // the next one; 0: that of the queue
};

}  // namespace ishi
