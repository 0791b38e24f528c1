// The loops over the targets of a sense (senses/targets.h). program/machine.cpp includes it once for each instruction
// set. The same numbers as senses/sense.cpp computes for one target, in the same order.

void find_in_sight(const SightTargets& targets, const SightFrom& from, size_t first, size_t count,
                   InSight& found) {
  const Lanes x = from.position[0], y = from.position[1], z = from.position[2];
  const Lanes ahead_x = from.facing[0], ahead_y = from.facing[1], ahead_z = from.facing[2];
  const Lanes most = from.most_squared, edge = from.edge;
  found.near = found.in_field = 0;
  for (size_t i = 0; i < count; i += kAtOnce) {
    const size_t at = first + i;
    const Lanes to_x = Lanes::load_unaligned(targets.position[0] + at) - x;
    const Lanes to_y = Lanes::load_unaligned(targets.position[1] + at) - y;
    const Lanes to_z = Lanes::load_unaligned(targets.position[2] + at) - z;
    const Lanes reach = Lanes::load_unaligned(targets.reach + at);
    const Lanes squared = to_x * to_x + to_y * to_y + to_z * to_z;
    const Lanes ahead = ahead_x * to_x + ahead_y * to_y + ahead_z * to_z;
    const Lanes::Mask is_near = (squared <= reach * reach) & (squared <= most);
    const Lanes::Mask is_ahead = ahead >= edge * square_root(squared);
    uint8_t bits[2][8] = {};
    hn::StoreMaskBits(FloatTag(), is_near.raw, bits[0]);
    hn::StoreMaskBits(FloatTag(), is_ahead.raw, bits[1]);
    uint64_t words[2];
    __builtin_memcpy(words, bits, sizeof words);
    found.near |= words[0] << i;
    found.in_field |= words[1] << i;
    squared.store(found.squared + i);
  }
  if (count < 64) found.near &= (uint64_t{1} << count) - 1;
}
