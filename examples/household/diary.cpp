#include "diary.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>

namespace household {
namespace {

constexpr uint64_t kFramesPerHour = 60 * kFramesPerMinute;

constexpr Activity kActivities[] = {
    {"bed.sleep", 'Z', "sleeps", "#34466b", "goes to bed"},
    {"fridge.snack", 's', "has a snack", "#f0b36b", nullptr},
    {"stove.cook", 'C', "cooks", "#b5532a", "cooks for all"},
    {"table.dine", 'D', "dines", "#e0802f", "sits down to dine"},
    {"toilet.use", 'o', "on the toilet", "#2f9e9e", nullptr},
    {"toilet.queue", 'q', "queues for it", "#d6336c", "finds the toilet taken, and queues"},
    {"shower.wash", 'w', "showers", "#74c0e3", "takes a shower"},
    {"television.watch", 'T', "watches television", "#9c6fb5", nullptr},
    {"bookcase.read", 'R', "reads", "#6a8f3c", nullptr},
    {"piano.play", 'P', "plays the piano", "#c9a0dc", "plays the piano"},
    {"window.look", 'l', "looks out", "#c3d69b", nullptr},
    {"chat", 'c', "chats", "#e8cf4a", nullptr},
    {"daydream", '.', "daydreams", "#d9d5c9", nullptr},
};
constexpr size_t kSleep = 0, kQueue = 5;

constexpr Need kNeedsShown[] = {
    {"hunger", "#e0802f"},  {"tiredness", "#34466b"}, {"bladder", "#2f9e9e"},    {"grime", "#74c0e3"},
    {"boredom", "#9c6fb5"}, {"curiosity", "#6a8f3c"}, {"loneliness", "#c9a800"},
};
static_assert(std::size(kNeedsShown) == kNeeds);

size_t activity_of(const std::string& option) {
  const auto found = std::find_if(std::begin(kActivities), std::end(kActivities),
                                  [&](const Activity& activity) { return option == activity.option; });
  return found == std::end(kActivities) ? std::size(kActivities) - 1
                                        : static_cast<size_t>(found - std::begin(kActivities));
}

double minutes(uint64_t frames) { return static_cast<double>(frames) / kFramesPerMinute; }

// What somebody does for most of a time.
char letter_of(const Page& page, uint64_t first, uint64_t last) {
  std::array<uint64_t, std::size(kActivities)> frames{};
  for (const Stay& stay : page.stays) {
    const uint64_t begin = std::max(first, stay.first), end = std::min(last, stay.last);
    if (begin < end) frames[stay.activity] += end - begin;
  }
  const auto most = std::max_element(frames.begin(), frames.end());
  return *most == 0 ? ' ' : kActivities[most - frames.begin()].letter;
}

}  // namespace

std::span<const Activity> activities() { return kActivities; }
std::span<const Need> needs() { return kNeedsShown; }

std::string clock_text(uint64_t frame) {
  const uint64_t minute = frame / kFramesPerMinute + kFirstHour * 60;
  std::string text;
  games::add(text, "day %d  %02d:%02d", static_cast<int>(minute / 1440 + 1),
             static_cast<int>(minute / 60 % 24), static_cast<int>(minute % 60));
  return text;
}

void Diary::note(const Household& household) {
  pages_.resize(household.people().size());
  for (size_t i = 0; i < pages_.size(); ++i) note_person(household, i);
  note_toilet(household);
}

void Diary::note_person(const Household& household, size_t index) {
  const Person& person = household.people()[index];
  Page& page = pages_[index];
  if (household.frames() % kFramesPerMinute == 0) {
    Sample& sample = page.samples.emplace_back();
    for (size_t i = 0; i < kNeeds; ++i) sample.levels[i] = household.level_of(person, kNeedsShown[i].name);
  }
  const uint64_t frame = household.frames();
  const std::string option = household.option_of(person);
  if (option == "nothing" && !page.stays.empty()) {  // between two things
    page.stays.back().last = frame + 1;
    return;
  }
  const size_t activity = activity_of(option);
  const ishi::EntityId object = household.object_of(person);
  if (!page.stays.empty()) {
    Stay& stay = page.stays.back();
    if (stay.activity == activity && stay.object == object) {
      stay.last = frame + 1;
      return;
    }
  }
  const bool wakes = !page.stays.empty() && page.stays.back().activity == kSleep;
  page.stays.push_back({activity, object, frame, frame + 1});
  if (wakes) std::printf("%s  %s gets up\n", clock_text(frame).c_str(), person.name);
  if (const char* const told = kActivities[activity].told; told != nullptr)
    std::printf("%s  %s %s\n", clock_text(frame).c_str(), person.name, told);
}

void Diary::note_toilet(const Household& household) {
  const auto& people = household.people();
  const auto on_it = std::count_if(people.begin(), people.end(),
                                   [](const Person& person) { return person.does(game::Relieve::id); });
  crowded_ += on_it > 1 ? 1 : 0;
  const Person* const who = household.at_toilet();
  if (who == nullptr) return;
  const auto index = static_cast<size_t>(who - people.data());
  const uint64_t frame = household.frames();
  if (toilet_.empty() || toilet_.back().person != index || toilet_.back().last != frame)
    toilet_.push_back({index, frame, frame});
  toilet_.back().last = frame + 1;
}

void Diary::print_day(const Household& household, uint64_t first) const {
  std::printf("\n     ");
  for (uint64_t hour = 0; hour < 24; ++hour)
    std::printf("%02d  ", static_cast<int>((hour + kFirstHour) % 24));
  std::printf("\n");
  constexpr uint64_t kColumn = 15 * kFramesPerMinute;
  for (size_t i = 0; i < pages_.size(); ++i) {
    std::string row;
    for (uint64_t at = first; at < first + kFramesPerDay; at += kColumn)
      row += letter_of(pages_[i], at, at + kColumn);
    std::printf("%-4s %s\n", household.people()[i].name, row.c_str());
  }
  std::string legend;
  for (const Activity& activity : kActivities) {
    const size_t line = legend.rfind('\n') == std::string::npos ? 0 : legend.rfind('\n') + 1;
    if (legend.size() - line > 80) legend += "\n    ";
    games::add(legend, " %c %s ", activity.letter, activity.words);
  }
  std::printf("    %s\n\n", legend.c_str());
}

bool Diary::print_account(const Household& household) const {
  struct Use {
    int times = 0;
    uint64_t frames = 0;
  };
  std::map<std::string, Use> uses;
  for (size_t i = 0; i < pages_.size(); ++i) {
    Use slept, queued;
    uint64_t longest = 0;
    for (const Stay& stay : pages_[i].stays) {
      const uint64_t frames = stay.last - stay.first;
      Use& use = uses[household.name_of(stay.object)];
      ++use.times;
      use.frames += frames;
      if (stay.activity == kSleep) slept = {slept.times + 1, slept.frames + frames};
      if (stay.activity != kQueue) continue;
      queued = {queued.times + 1, queued.frames + frames};
      longest = std::max(longest, frames);
    }
    std::printf("%-4s (%s): slept %.1f hours; queued for the toilet %d times, %.0f minutes, %.0f at most\n",
                household.people()[i].name, household.people()[i].profile,
                static_cast<double>(slept.frames) / kFramesPerHour, queued.times, minutes(queued.frames),
                minutes(longest));
  }
  for (const Piece& piece : pieces())
    std::printf("%-14s used %3d times, %6.0f minutes\n", piece.name, uses[piece.name].times,
                minutes(uses[piece.name].frames));
  return check(household);
}

bool Diary::check(const Household& household) const {
  bool is_right = true;
  const auto expect = [&](bool holds, const char* who, const char* what) {
    if (!holds) std::printf("WRONG: %s %s\n", who, what);
    is_right &= holds;
  };
  expect(crowded_ == 0, "two", "are on the toilet at the same time");
  for (size_t i = 0; i < pages_.size(); ++i) {
    const char* const name = household.people()[i].name;
    uint64_t frames = 0, asleep = 0;
    for (const Stay& stay : pages_[i].stays) {
      frames += stay.last - stay.first;
      asleep += stay.activity == kSleep ? stay.last - stay.first : 0;
    }
    expect(frames == household.frames(), name, "did two things at a time, or nothing");
    const double hours = 24.0 * static_cast<double>(asleep) / static_cast<double>(frames);
    expect(hours > 5 && hours < 11, name, "slept too little or too long");
    for (size_t need = 0; need < kNeeds; ++need) {
      const auto unbearable =
          std::count_if(pages_[i].samples.begin(), pages_[i].samples.end(),
                        [need](const Sample& sample) { return sample.levels[need] >= 1; });
      expect(unbearable < 20, name, kNeedsShown[need].name);
    }
  }
  return is_right;
}

}  // namespace household
