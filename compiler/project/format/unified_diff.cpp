#include "format/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ishi::compiler {
namespace {

constexpr size_t kContext = 3;
constexpr int64_t kMostChanges = 2000;

using TextLines = std::vector<std::string_view>;

// Lines with their ends.
TextLines lines_of(std::string_view text) {
  TextLines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// The lines of each that are in the other, in order.
struct Common {
  std::vector<char> before;
  std::vector<char> after;
};

// Marks the longest common sequence of the lines from `begin` up to `end_before` and `end_after`: Myers, An
// O(ND) Difference Algorithm (1986).
void mark_common(const TextLines& before, const TextLines& after, size_t begin, size_t end_before,
                 size_t end_after, Common& common) {
  const auto width = static_cast<int64_t>(end_before - begin);
  const auto height = static_cast<int64_t>(end_after - begin);
  const auto is_same = [&](int64_t x, int64_t y) {
    return before[begin + static_cast<size_t>(x)] == after[begin + static_cast<size_t>(y)];
  };
  const int64_t most = std::min(width + height, kMostChanges);
  std::vector<int64_t> reach(static_cast<size_t>(2 * most + 3), 0);
  const auto at = [&](int64_t k) -> int64_t& { return reach[static_cast<size_t>(k + most + 1)]; };
  const auto from_above = [&](int64_t d, int64_t k) { return k == -d || (k != d && at(k - 1) < at(k + 1)); };
  std::vector<std::vector<int64_t>> history;
  for (int64_t d = 0; d <= most; ++d) {
    history.push_back(reach);
    for (int64_t k = -d; k <= d; k += 2) {
      int64_t x = from_above(d, k) ? at(k + 1) : at(k - 1) + 1;
      while (x < width && x - k < height && is_same(x, x - k)) ++x;
      at(k) = x;
      if (x < width || x - k < height) continue;
      for (int64_t y = x - k, step = d; step >= 0; --step) {
        reach = history[static_cast<size_t>(step)];
        const int64_t diagonal = x - y;
        const int64_t previous = from_above(step, diagonal) ? diagonal + 1 : diagonal - 1;
        const int64_t previous_x = step == 0 ? 0 : at(previous);
        const int64_t previous_y = step == 0 ? 0 : previous_x - previous;
        while (x > previous_x && y > previous_y) {
          --x;
          --y;
          common.before[begin + static_cast<size_t>(x)] = 1;
          common.after[begin + static_cast<size_t>(y)] = 1;
        }
        x = previous_x;
        y = previous_y;
      }
      return;
    }
  }
}

Common common_lines(const TextLines& before, const TextLines& after) {
  Common common{std::vector<char>(before.size(), 0), std::vector<char>(after.size(), 0)};
  size_t begin = 0;
  size_t end_before = before.size();
  size_t end_after = after.size();
  for (; begin < std::min(end_before, end_after) && before[begin] == after[begin]; ++begin)
    common.before[begin] = common.after[begin] = 1;
  for (; std::min(end_before, end_after) > begin && before[end_before - 1] == after[end_after - 1];)
    common.before[--end_before] = common.after[--end_after] = 1;
  mark_common(before, after, begin, end_before, end_after, common);
  return common;
}

void add_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// "12,3" as `diff -u` writes a range: of no lines the one before it.
std::string range_text(size_t begin, size_t count) {
  const size_t first = count == 0 ? begin : begin + 1;
  return count == 1 ? fmt::format("{}", first) : fmt::format("{},{}", first, count);
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const TextLines old_lines = lines_of(before);
  const TextLines new_lines = lines_of(after);
  const Common common = common_lines(old_lines, new_lines);
  std::string out = fmt::format("--- {0}\n+++ {0}\n", path);
  size_t i = 0;
  size_t j = 0;
  while (i < old_lines.size() || j < new_lines.size()) {
    if (i < old_lines.size() && j < new_lines.size() && common.before[i] && common.after[j]) {
      ++i;
      ++j;
      continue;
    }
    const size_t lead = std::min({kContext, i, j});
    const size_t begin_old = i - lead;
    const size_t begin_new = j - lead;
    std::string hunk;
    for (size_t k = begin_old; k < i; ++k) add_line(hunk, ' ', old_lines[k]);
    size_t same = 0;  // lines since the latest change
    while ((i < old_lines.size() || j < new_lines.size()) && same < 2 * kContext + 1) {
      if (i < old_lines.size() && !common.before[i]) {
        add_line(hunk, '-', old_lines[i++]);
        same = 0;
      } else if (j < new_lines.size() && !common.after[j]) {
        add_line(hunk, '+', new_lines[j++]);
        same = 0;
      } else {
        add_line(hunk, ' ', old_lines[i++]);
        ++j;
        ++same;
      }
    }
    for (; same > kContext; --same) {  // what is not shown behind the latest change
      --i;
      --j;
      hunk.resize(hunk.size() - old_lines[i].size() - 1);
    }
    out += fmt::format("@@ -{} +{} @@\n{}", range_text(begin_old, i - begin_old),
                       range_text(begin_new, j - begin_new), hunk);
  }
  return out;
}

}  // namespace ishi::compiler
