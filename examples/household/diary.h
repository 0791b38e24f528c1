#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "household.h"

// What happened in the household, for those who look at it afterwards.

namespace household {

// What an option looks like: in the text a letter, in the picture a colour.
struct Activity {
  const char* option;
  char letter;
  const char* words;
  const char* colour;
  const char* told;  // what the log says when it begins; null: nothing
};
struct Need {
  const char* name;
  const char* colour;
};

[[nodiscard]] std::span<const Activity> activities();
[[nodiscard]] std::span<const Need> needs();
inline constexpr size_t kNeeds = 6;

// A time that somebody spends in one way, in frames; `last` is not a part of it.
struct Stay {
  size_t activity = 0;
  ishi::Entity object{};
  uint64_t first = 0, last = 0;
};
struct Sample {
  std::array<float, kNeeds> levels{};
};
struct Page {
  std::vector<Stay> stays;      // one after the other
  std::vector<Sample> samples;  // one a minute
};
// Who claims the toilet, and who sits there.
struct Occupation {
  size_t person = 0;
  uint64_t first = 0, last = 0;
};

class Diary {
 public:
  // Notes a frame that has just been played, and prints what is worth a line.
  void note(const Household& household);

  [[nodiscard]] const std::vector<Page>& pages() const { return pages_; }  // one a person
  [[nodiscard]] const std::vector<Occupation>& toilet() const { return toilet_; }
  // Prints one row a person, one letter a quarter of an hour, of the day that begins in this frame.
  void print_day(const Household& household, uint64_t first) const;
  // Prints what was used how often and who waited; false, after a line, if something is not as it must be.
  [[nodiscard]] bool print_account(const Household& household) const;

 private:
  void note_person(const Household& household, size_t index);
  void note_toilet(const Household& household);
  [[nodiscard]] bool check(const Household& household) const;

  std::vector<Page> pages_;
  std::vector<Occupation> toilet_;
  uint64_t crowded_ = 0;  // frames with two on the toilet
};

// "Sat 07:30".
[[nodiscard]] std::string clock_text(uint64_t frame);

}  // namespace household
