#pragma once

// A carried level as it adds up. What a step of a frame adds may be less than a float of its size can take
// in, so what was lost is kept beside it and added the next time: many small steps come to what one does.

namespace ishi {

struct LevelSum {
  float level = 0;  // 0 to 1
  float rest = 0;   // what was lost when it was rounded; 0 where it was held
};

// `level` in 0..1 and `rest` as the last sum left them; `change` is finite. The rounding error of one sum is
// found without branches (T. J. Dekker and D. E. Knuth's "two sum").
[[nodiscard]] inline LevelSum level_after(float level, float rest, float change) {
  const float step = change + rest;
  const float sum = level + step;
  const float added = sum - level;
  const float lost = (level - (sum - added)) + (step - added);
  if (!(sum > 0.0f)) return {0, 0};
  if (!(sum < 1.0f)) return {1, 0};
  return {sum, lost};
}

}  // namespace ishi
