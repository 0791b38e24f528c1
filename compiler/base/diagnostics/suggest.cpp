#include "diagnostics/suggest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

namespace ishi::compiler {

namespace {

constexpr size_t kLongestName = 64;
constexpr size_t kMostSuggestions = 3;

// The cost of a slip in the ranking. Only the proportions matter: any slip is dearer than any number of
// changes between capitals and small letters, and cheaper than two slips.
constexpr int kSlip = 20;
constexpr int kNeighbouringKey = 16;  // a finger's width beside the right one
constexpr int kSwap = 15;             // two letters in the wrong order
constexpr int kDoubled = 15;          // one letter of a pair too many or too few
constexpr int kCase = 1;
constexpr int kFirstLetter = 3;  // added when the first letters differ: the beginning is seldom wrong

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The number of slips with which a name of this length is still recognised.
int most_slips(size_t length) { return length <= 4 ? 1 : length <= 8 ? 2 : 3; }

// The place of a key on the keyboard, in quarters of a key's width; the rows are set off by such quarters.
struct KeyPlace {
  int row = -1;
  int quarter = 0;
};

constexpr KeyPlace key_place(char c) {
  constexpr std::array<std::string_view, 4> kRows = {"1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"};
  constexpr std::array<int, 4> kOffsets = {0, 2, 3, 5};
  if (c == '_') c = '-';
  for (int row = 0; row < 4; ++row) {
    const size_t column = kRows[row].find(c);
    if (column != std::string_view::npos) return {row, kOffsets[row] + 4 * static_cast<int>(column)};
  }
  return {};
}

bool are_neighbours(char a, char b) {
  const KeyPlace x = key_place(a);
  const KeyPlace y = key_place(b);
  return x.row >= 0 && y.row >= 0 && std::abs(x.row - y.row) <= 1 && std::abs(x.quarter - y.quarter) <= 4;
}

struct Distance {
  int slips = 0;
  int cost = 0;

  friend bool operator<(const Distance& a, const Distance& b) { return a.cost < b.cost; }
  friend Distance operator+(const Distance& a, const Distance& b) {
    return {a.slips + b.slips, a.cost + b.cost};
  }
};

Distance substitution(char written, char meant) {
  if (written == meant) return {};
  if (lower(written) == lower(meant)) return {0, kCase};
  return {1, are_neighbours(lower(written), lower(meant)) ? kNeighbouringKey : kSlip};
}

// A letter of `word` that the other word lacks.
Distance lone_letter(std::string_view word, size_t index) {
  const bool doubled = (index > 0 && word[index - 1] == word[index]) ||
                       (index + 1 < word.size() && word[index + 1] == word[index]);
  return {1, doubled ? kDoubled : kSlip};
}

// The Damerau-Levenshtein distance in its optimal string alignment form (Boytsov 2011, section 2.2):
// no part of a word is changed twice. Words that are further apart than `most` slips, which the two's
// lengths are not, are given more than those as soon as that is seen.
Distance distance(std::string_view written, std::string_view meant, int most) {
  constexpr Distance kFar = {1000, 1000 * kSlip};
  const auto reach = static_cast<size_t>(most);  // so far from the diagonal a near word can lead
  std::array<std::array<Distance, kLongestName + 1>, 3> rows{};  // of the last three letters of `written`
  for (size_t j = 0; j < meant.size(); ++j) rows[0][j + 1] = rows[0][j] + lone_letter(meant, j);
  for (size_t i = 1; i <= written.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& before = rows[(i + 2) % 3];
    const size_t first = i > reach ? i - reach : 1;
    const size_t last = std::min(meant.size(), i + reach);
    row[first - 1] = first == 1 ? before[0] + lone_letter(written, i - 1) : kFar;
    int least = row[first - 1].slips;
    for (size_t j = first; j <= last; ++j) {
      row[j] = std::min({before[j - 1] + substitution(written[i - 1], meant[j - 1]),
                         before[j] + lone_letter(written, i - 1), row[j - 1] + lone_letter(meant, j - 1)});
      const bool swapped = i > 1 && j > 1 && written[i - 1] == meant[j - 2] &&
                           written[i - 2] == meant[j - 1] && written[i - 1] != written[i - 2];
      if (swapped) row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + Distance{1, kSwap});
      least = std::min(least, row[j].slips);
    }
    if (last < meant.size()) row[last + 1] = kFar;
    if (least > most + 1) return kFar;  // a swap of the next two letters reaches back over this row
  }
  return rows[written.size() % 3][meant.size()];
}

// A bit for each letter that occurs. A slip changes at most two bits, which rules most candidates out.
uint32_t letters(std::string_view word) {
  uint32_t bits = 0;
  for (const char c : word) bits |= 1u << (static_cast<unsigned char>(lower(c)) % 32);
  return bits;
}

// `plane` and `plain`, `cole` and `coal`: the same consonants in the same order, and the same first letter.
bool sound_alike(std::string_view a, std::string_view b) {
  const auto consonants = [](std::string_view word) {
    std::string result;
    for (const char c : word) {
      if (std::string_view("aeiouy").find(lower(c)) == std::string_view::npos) result += lower(c);
    }
    return result;
  };
  return lower(a[0]) == lower(b[0]) && consonants(a) == consonants(b);
}

// `interia` and `inertia`: the same letters in another order, the first and the last at their places.
bool are_stirred(std::string_view a, std::string_view b) {
  return a.size() == b.size() && lower(a.front()) == lower(b.front()) && lower(a.back()) == lower(b.back()) &&
         std::ranges::is_permutation(a, b, {}, lower, lower);
}

std::optional<int> cost_if_near(std::string_view name, uint32_t name_letters, std::string_view candidate) {
  if (candidate.empty() || candidate.size() > kLongestName) return std::nullopt;
  const int most = most_slips(std::min(name.size(), candidate.size()));
  const auto difference = static_cast<ptrdiff_t>(name.size()) - static_cast<ptrdiff_t>(candidate.size());
  if (std::abs(difference) > most) return std::nullopt;
  if (std::popcount(name_letters ^ letters(candidate)) > 2 * most) return std::nullopt;
  const Distance found = distance(name, candidate, most);
  // A word of which nothing is left is another word.
  if (found.slips > most || found.slips >= static_cast<int>(candidate.size())) return std::nullopt;
  // As many as a word of this length may hold are slips only if one of them is what hands often do:
  // `raining` is not meant as `running`, nor `angry` as `hungry`.
  if (most > 1 && found.slips == most && found.cost > most * kSlip - (kSlip - kNeighbouringKey) &&
      !sound_alike(name, candidate) && !are_stirred(name, candidate))
    return std::nullopt;
  return found.cost + (lower(name[0]) == lower(candidate[0]) ? 0 : kFirstLetter);
}

}  // namespace

std::vector<std::string_view> suggestions(std::string_view name,
                                          std::span<const std::string_view> candidates) {
  struct Ranked {
    int cost;
    std::string_view candidate;
  };
  if (name.empty() || name.size() > kLongestName) return {};
  const uint32_t name_letters = letters(name);
  std::vector<Ranked> best;
  for (const std::string_view candidate : candidates) {
    const std::optional<int> cost = cost_if_near(name, name_letters, candidate);
    const auto same = [&](const Ranked& ranked) { return ranked.candidate == candidate; };
    if (!cost || candidate == name || std::any_of(best.begin(), best.end(), same)) continue;
    const auto behind_cheaper =
        std::upper_bound(best.begin(), best.end(), *cost, [](int a, const Ranked& b) { return a < b.cost; });
    best.insert(behind_cheaper, {*cost, candidate});
    if (best.size() > kMostSuggestions) best.pop_back();
  }
  std::vector<std::string_view> result;
  result.reserve(best.size());
  for (const Ranked& ranked : best) result.push_back(ranked.candidate);
  return result;
}

bool is_clear(std::string_view name, std::span<const std::string_view> suggestions) {
  const auto digits = [](std::string_view text) {
    std::string result;
    for (const char c : text) {
      if (c >= '0' && c <= '9') result += c;
    }
    return result;
  };
  // A name that merely sounds alike may be another word.
  const auto is_slip = [&] {
    const int most = most_slips(std::min(name.size(), suggestions[0].size()));
    return most == 1 || distance(name, suggestions[0], most).cost < most * kSlip;
  };
  return suggestions.size() == 1 && digits(name) == digits(suggestions[0]) && is_slip();
}

}  // namespace ishi::compiler
