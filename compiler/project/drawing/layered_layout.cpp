#include "drawing/layered_layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr double kLineHeight = 8;  // of the way of a line through a layer
constexpr int kSweeps = 12, kPlacings = 8;

class Layout {
 public:
  Layout(std::vector<LayoutBox>& boxes, std::vector<LayoutLine>& lines, const LayoutGaps& gaps)
      : boxes_(boxes), lines_(lines), gaps_(gaps) {
    uint32_t layers = 0;
    for (const LayoutBox& box : boxes) layers = std::max(layers, box.layer + 1);
    layers_.resize(layers);
    for (const LayoutBox& box : boxes) add_item(box.layer, box.height);
    for (LayoutLine& line : lines) add_line(line);
  }

  void run() {
    order();
    place_in_layers();
    write();
  }

 private:
  // A box, or the place where a line passes a layer.
  struct Item {
    uint32_t layer;
    double height;
    double y = 0;
    uint32_t position = 0;  // in its layer
    std::vector<uint32_t> before{}, behind{};
  };

  uint32_t add_item(uint32_t layer, double height) {
    const auto item = static_cast<uint32_t>(items_.size());
    items_.push_back({layer, height});
    items_.back().position = static_cast<uint32_t>(layers_[layer].size());
    layers_[layer].push_back(item);
    return item;
  }

  void connect(uint32_t from, uint32_t to) {
    items_[from].behind.push_back(to);
    items_[to].before.push_back(from);
  }

  void add_line(LayoutLine& line) {
    uint32_t last = line.from;
    auto& passed = passes_.emplace_back();
    for (uint32_t layer = boxes_[line.from].layer + 1; layer < boxes_[line.to].layer; ++layer) {
      const uint32_t item = add_item(layer, kLineHeight);
      passed.push_back(item);
      connect(last, item);
      last = item;
    }
    connect(last, line.to);
  }

  // Counts the pairs of lines that cross between two layers, as inversions, with a Fenwick tree.
  [[nodiscard]] size_t crossings(uint32_t layer) const {
    std::vector<std::pair<uint32_t, uint32_t>> ends;
    for (const uint32_t item : layers_[layer]) {
      for (const uint32_t other : items_[item].behind)
        ends.emplace_back(items_[item].position, items_[other].position);
    }
    std::ranges::sort(ends);
    std::vector<size_t> sums(layers_[layer + 1].size() + 1);
    size_t count = 0, seen = 0;
    for (const auto& [from, to] : ends) {
      size_t not_behind = 0;
      for (size_t i = to + 1; i > 0; i &= i - 1) not_behind += sums[i];
      count += seen - not_behind;
      for (size_t i = to + 1; i < sums.size(); i += i & (~i + 1)) ++sums[i];
      ++seen;
    }
    return count;
  }
  [[nodiscard]] size_t crossings() const {
    size_t count = 0;
    for (uint32_t layer = 0; layer + 1 < layers_.size(); ++layer) count += crossings(layer);
    return count;
  }

  // Orders a layer by the mean position of the neighbours on one side; who has none keeps its place.
  void order_layer(uint32_t layer, bool by_before) {
    auto& items = layers_[layer];
    std::vector<std::pair<double, uint32_t>> wanted;
    for (const uint32_t item : items) {
      const auto& others = by_before ? items_[item].before : items_[item].behind;
      double sum = 0;
      for (const uint32_t other : others)
        sum += items_[other].position / static_cast<double>(layers_[items_[other].layer].size());
      const double own = items_[item].position / static_cast<double>(items.size());
      wanted.emplace_back(others.empty() ? own : sum / static_cast<double>(others.size()), item);
    }
    std::ranges::stable_sort(wanted, {}, &std::pair<double, uint32_t>::first);
    for (uint32_t i = 0; i < wanted.size(); ++i) {
      items[i] = wanted[i].second;
      items_[items[i]].position = i;
    }
  }

  void order() {
    auto best = layers_;
    size_t fewest = crossings();
    for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
      const bool is_forth = sweep % 2 == 0;
      for (uint32_t i = 1; i < layers_.size(); ++i)
        order_layer(is_forth ? i : static_cast<uint32_t>(layers_.size()) - 1 - i, is_forth);
      const size_t count = crossings();
      if (count >= fewest) continue;
      fewest = count;
      best = layers_;
    }
    layers_ = std::move(best);
    for (const auto& layer : layers_) {
      for (uint32_t i = 0; i < layer.size(); ++i) items_[layer[i]].position = i;
    }
  }

  // Places of a layer in its order, as near as can be to where each item would like its middle to be: least
  // squares under order, by pooling neighbours that would overlap.
  void settle(const std::vector<uint32_t>& layer, const std::vector<double>& middles) {
    struct Pool {
      double sum;
      size_t count;
      [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Pool> pools;
    std::vector<double> offsets;
    double offset = 0;
    for (size_t i = 0; i < layer.size(); ++i) {
      offsets.push_back(offset);
      const double height = items_[layer[i]].height;
      pools.push_back({middles[i] - height / 2 - offset, 1});
      offset += height + gaps_.between_boxes;
      while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
        const Pool last = pools.back();
        pools.pop_back();
        pools.back().sum += last.sum;
        pools.back().count += last.count;
      }
    }
    size_t i = 0;
    for (const Pool& pool : pools) {
      for (size_t of_pool = 0; of_pool < pool.count; ++of_pool, ++i)
        items_[layer[i]].y = pool.mean() + offsets[i];
    }
  }

  [[nodiscard]] double middle(uint32_t item) const { return items_[item].y + items_[item].height / 2; }

  void place_in_layers() {
    for (const auto& layer : layers_) {
      double y = 0;
      for (const uint32_t item : layer) {
        items_[item].y = y;
        y += items_[item].height + gaps_.between_boxes;
      }
    }
    for (int placing = 0; placing < kPlacings; ++placing) {
      const bool is_forth = placing % 2 == 0;
      for (size_t i = 0; i < layers_.size(); ++i) {
        const auto& layer = layers_[is_forth ? i : layers_.size() - 1 - i];
        std::vector<double> middles;
        for (const uint32_t item : layer) {
          double sum = 0;
          const auto& before = items_[item].before;
          const auto& behind = items_[item].behind;
          for (const uint32_t other : before) sum += middle(other);
          for (const uint32_t other : behind) sum += middle(other);
          const size_t count = before.size() + behind.size();
          middles.push_back(count == 0 ? middle(item) : sum / static_cast<double>(count));
        }
        settle(layer, middles);
      }
    }
    for (const auto& layer : layers_) {
      for (size_t i = 1; i < layer.size(); ++i) {
        Item& item = items_[layer[i]];
        const Item& above = items_[layer[i - 1]];
        if (item.before.empty() && item.behind.empty()) item.y = above.y + above.height + gaps_.between_boxes;
      }
    }
    double top = items_.empty() ? 0 : items_[0].y;
    for (const Item& item : items_) top = std::min(top, item.y);
    for (Item& item : items_) item.y -= top;
  }

  void write() {
    double x = 0;
    std::vector<double> lefts, widths(layers_.size());
    for (const LayoutBox& box : boxes_) widths[box.layer] = std::max(widths[box.layer], box.width);
    for (size_t i = 0; i < layers_.size(); ++i) {
      x += i < gaps_.before_layer.size() ? gaps_.before_layer[i] : 0;
      lefts.push_back(x);
      x += widths[i];
    }
    for (size_t i = 0; i < boxes_.size(); ++i) {
      boxes_[i].x = lefts[boxes_[i].layer];
      boxes_[i].y = items_[i].y;
    }
    for (size_t i = 0; i < lines_.size(); ++i) {
      for (const uint32_t item : passes_[i]) {
        const double left = lefts[items_[item].layer];
        lines_[i].passes.push_back({left, middle(item)});
        lines_[i].passes.push_back({left + widths[items_[item].layer], middle(item)});
      }
    }
  }

  std::vector<LayoutBox>& boxes_;
  std::vector<LayoutLine>& lines_;
  const LayoutGaps& gaps_;
  std::vector<Item> items_;
  std::vector<std::vector<uint32_t>> layers_;  // the items of each, in order
  std::vector<std::vector<uint32_t>> passes_;  // of each line
};

}  // namespace

void lay_out(std::vector<LayoutBox>& boxes, std::vector<LayoutLine>& lines, const LayoutGaps& gaps) {
  for (LayoutLine& line : lines) line.passes.clear();
  Layout(boxes, lines, gaps).run();
}

}  // namespace ishi::compiler
