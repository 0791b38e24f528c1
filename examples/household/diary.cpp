#include "diary.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string_view>

namespace household {
namespace {

constexpr Activity kActivities[] = {
    {"bed.sleep", 'Z', "sleeps", "#34466b", "goes to bed"},
    {"fridge.snack", 's', "has a snack", "#f0b36b", nullptr},
    {"stove.cook", 'C', "cooks", "#b5532a", "cooks for all"},
    {"table.dine", 'D', "dines", "#e0802f", "sits down to dine"},
    {"toilet.use", 'o', "is on the toilet", "#2f9e9e", nullptr},
    {"toilet.queue", 'q', "queues for it", "#d6336c", "finds the toilet taken, and queues"},
    {"shower.wash", 'w', "showers", "#74c0e3", "takes a shower"},
    {"television.watch", 'T', "watches television", "#9c6fb5", nullptr},
    {"bookcase.read", 'R', "reads", "#6a8f3c", nullptr},
    {"piano.play", 'P', "plays the piano", "#c9a0dc", "plays the piano"},
    {"window.look", 'l', "looks out", "#c3d69b", nullptr},
    {"chat", 'c', "chats", "#e8cf4a", nullptr},
    {"daydream", '.', "daydreams", "#d9d5c9", nullptr},
    {"", '?', "anything else", "#8a8a8a", nullptr},
};
constexpr size_t kSleep = 0, kDine = 3, kQueue = 5, kWash = 6;  // places among them

constexpr Need kNeedsShown[] = {
    {"hunger", "#e0802f"}, {"tiredness", "#34466b"}, {"bladder", "#2f9e9e"},
    {"grime", "#74c0e3"},  {"boredom", "#9c6fb5"},   {"loneliness", "#c9a800"},
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

struct Use {
  int times = 0;
  uint64_t frames = 0, longest = 0;

  void add(const Stay& stay) {
    const uint64_t one = stay.last - stay.first;
    ++times;
    frames += one;
    longest = std::max(longest, one);
  }
};

std::array<Use, std::size(kActivities)> uses_of(const Page& page) {
  std::array<Use, std::size(kActivities)> uses;
  for (const Stay& stay : page.stays) uses[stay.activity].add(stay);
  return uses;
}

Use use_of(const Household& household, const std::vector<Page>& pages, const Piece& piece) {
  Use use;
  for (const Page& page : pages) {
    for (const Stay& stay : page.stays) {
      const bool waits = stay.activity == kQueue;
      if (!waits && std::string_view(household.name_of(stay.object)) == piece.name) use.add(stay);
    }
  }
  return use;
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
  if (option == "nothing") {  // between two things, or before the first thought
    if (!page.stays.empty()) page.stays.back().last = frame + 1;
    return;
  }
  const size_t activity = activity_of(option);
  const ishi::Entity object = household.object_of(person);
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
  std::printf("hours a day       ");
  for (const Activity& activity : kActivities) std::printf("   %c  ", activity.letter);
  std::printf("\n");
  for (size_t i = 0; i < pages_.size(); ++i) {
    const Person& person = household.people()[i];
    std::printf("%-4s (%s)%*s", person.name, person.profile,
                11 - static_cast<int>(std::strlen(person.profile)), "");
    for (const Use& use : uses_of(pages_[i]))
      std::printf(" %5.2f", 24 * static_cast<double>(use.frames) / static_cast<double>(household.frames()));
    std::printf("\n");
  }
  std::printf("\n");
  for (size_t i = 0; i < pages_.size(); ++i) {
    const Use queued = uses_of(pages_[i])[kQueue];
    std::printf("%-4s found the toilet taken %d times, and queued for %.0f minutes, for %.0f at most\n",
                household.people()[i].name, queued.times, minutes(queued.frames), minutes(queued.longest));
  }
  for (const Piece& piece : pieces()) {
    const Use use = use_of(household, pages_, piece);
    std::printf("%-14s used %3d times, %5.0f minutes\n", piece.name, use.times, minutes(use.frames));
  }
  return check(household);
}

bool Diary::check(const Household& household) const {
  bool is_right = true;
  const auto expect = [&](bool holds, const char* who, const char* what) {
    if (!holds) std::printf("WRONG: %s %s\n", who, what);
    is_right &= holds;
  };
  expect(crowded_ == 0, "two", "were on the toilet at the same time");
  for (size_t i = 0; i < pages_.size(); ++i) {
    const Page& page = pages_[i];
    const char* const name = household.people()[i].name;
    const auto uses = uses_of(page);
    uint64_t frames = 0;
    for (const Use& use : uses) frames += use.frames;
    expect(frames == page.stays.back().last - page.stays.front().first, name,
           "did two things at a time, or nothing");
    const double asleep = static_cast<double>(uses[kSleep].frames) / static_cast<double>(frames);
    expect(asleep > 0.25 && asleep < 0.45, name, "slept too little or too long");
    expect(uses[kDine].frames > 0 && uses[kWash].frames > 0, name, "did not dine or wash");
    for (size_t need = 0; need < kNeeds; ++need) {
      const auto is_full = [need](const Sample& sample) { return sample.levels[need] >= 1; };
      const auto unbearable = std::count_if(page.samples.begin(), page.samples.end(), is_full);
      expect(static_cast<double>(unbearable) < 0.01 * static_cast<double>(page.samples.size()), name,
             (std::string("suffered from ") + kNeedsShown[need].name).c_str());
    }
  }
  return is_right;
}

}  // namespace household
