#include "picture.h"

#include <algorithm>

#include "drawing.h"

namespace household {
namespace {

// One unit of the picture is ten minutes.
constexpr float kLeft = 15, kHours = 24, kHour = 6;
constexpr float kRight = kLeft + kHours * kHour;
constexpr float kBand = 5, kCurves = 13, kGap = 4;
constexpr float kPerson = kBand + kCurves + kGap;
constexpr float kLane = 2.2F;  // of the toilet
constexpr float kTop = 5;      // the hours above
constexpr const char* kGrey = "#77736a";

// The day that is drawn, and where its times and rows lie. Downwards from the top, unlike the ground.
struct Sheet {
  games::Drawing& drawing;
  uint64_t first = 0;  // frame
  float depth = 0;

  [[nodiscard]] float x_of(uint64_t frame) const {
    const uint64_t since = std::clamp(frame, first, first + kFramesPerDay) - first;
    return kLeft + kHours * kHour * static_cast<float>(since) / static_cast<float>(kFramesPerDay);
  }
  [[nodiscard]] Place at(float x, float down) const { return {x, depth - down}; }
  void box(float x, float down, float width, float height, const char* colour) const {
    drawing.rectangle(at(x, down + height), width, height, colour);
  }
  void text(float x, float down, const char* words, float size, const char* colour = "#222") const {
    drawing.text(at(x, down), words, size, colour);
  }
  void bar(uint64_t from, uint64_t to, float down, float height, const char* colour) const {
    if (to > first && from < first + kFramesPerDay)
      box(x_of(from), down, x_of(to) - x_of(from), height, colour);
  }
};

void draw_hours(const Sheet& sheet, size_t people) {
  for (size_t i = 0; i < people; ++i) {
    const auto row = static_cast<float>(i);
    sheet.box(kLeft, kTop + kPerson * row + kBand, kHours * kHour, kCurves, "#ffffff");
    const float lanes = kTop + kPerson * static_cast<float>(people);
    sheet.box(kLeft, lanes + kLane * row + 0.1F, kHours * kHour, kLane - 0.2F, "#ffffff");
  }
  for (int i = 0; i <= static_cast<int>(kHours); i += 2) {
    const float x = kLeft + kHour * static_cast<float>(i);
    const Place line[] = {sheet.at(x, kTop - 0.6F), sheet.at(x, sheet.depth - 1)};
    sheet.drawing.line(line, "#cfcdc0", 0.15F);
    std::string hour;
    games::add(hour, "%02d:00", (i + static_cast<int>(kFirstHour)) % 24);
    sheet.text(x - 2.4F, kTop - 1.6F, hour.c_str(), 1.9F, kGrey);
  }
}

void draw_curves(const Sheet& sheet, const Page& page, float down) {
  constexpr uint64_t kStep = 5;  // minutes
  const uint64_t first = sheet.first / kFramesPerMinute, count = page.samples.size();
  for (size_t need = 0; need < kNeeds; ++need) {
    std::vector<Place> places;
    for (uint64_t minute = first; minute < std::min(first + 1440, count); minute += kStep) {
      const float level = page.samples[minute].levels[need];
      places.push_back(sheet.at(sheet.x_of(minute * kFramesPerMinute), down + kCurves * (1 - level)));
    }
    sheet.drawing.line(places, needs()[need].colour, 0.35F);
  }
}

void draw_person(const Sheet& sheet, const Person& person, const Page& page, float down) {
  sheet.text(1, down + 3.4F, person.name, 2.8F);
  std::string profile = person.profile;
  std::replace(profile.begin(), profile.end(), '_', ' ');
  sheet.text(1, down + 7, profile.c_str(), 1.8F, kGrey);
  for (const Stay& stay : page.stays)
    sheet.bar(stay.first, stay.last, down, kBand, activities()[stay.activity].colour);
  draw_curves(sheet, page, down + kBand);
}

// A lane for each: who has the toilet, and who stands before its door.
void draw_toilet(const Sheet& sheet, const Household& household, const Diary& diary, float down) {
  const auto colour_of = [](const char* option) {
    const auto found = std::find_if(activities().begin(), activities().end(), [option](const Activity& one) {
      return std::string(one.option) == option;
    });
    return found->colour;
  };
  sheet.text(1, down + 2, "toilet", 2.4F);
  for (size_t i = 0; i < diary.pages().size(); ++i) {
    const float top = down + kLane * static_cast<float>(i);
    sheet.text(kLeft - 4.5F, top + 1.7F, household.people()[i].name, 1.7F, kGrey);
    for (const Stay& stay : diary.pages()[i].stays) {
      if (std::string(activities()[stay.activity].option) == "toilet.queue")
        sheet.bar(stay.first, stay.last, top + 0.1F, kLane - 0.2F, colour_of("toilet.queue"));
    }
  }
  for (const Occupation& one : diary.toilet())
    sheet.bar(one.first, one.last, down + kLane * static_cast<float>(one.person) + 0.1F, kLane - 0.2F,
              colour_of("toilet.use"));
}

void draw_legend(const Sheet& sheet) {
  constexpr size_t kRows = 2;
  float down = sheet.depth + 4;
  for (size_t i = 0; i < activities().size(); ++i) {
    const size_t column = i / kRows;
    const float x = kLeft + 21 * static_cast<float>(column);
    const float row = down + 3 * static_cast<float>(i % kRows);
    sheet.box(x, row - 1.7F, 2.6F, 1.9F, activities()[i].colour);
    sheet.text(x + 3.4F, row, activities()[i].words, 1.8F);
  }
  sheet.text(1, down, "does", 1.8F, kGrey);
  down += 7;
  sheet.text(1, down, "needs", 1.8F, kGrey);
  for (size_t i = 0; i < needs().size(); ++i) {
    const float x = kLeft + 21 * static_cast<float>(i);
    const Place stroke[] = {sheet.at(x, down - 0.7F), sheet.at(x + 2.6F, down - 0.7F)};
    sheet.drawing.line(stroke, needs()[i].colour, 0.5F);
    sheet.text(x + 3.4F, down, needs()[i].name, 1.8F);
  }
}

}  // namespace

std::string svg(const Household& household, const Diary& diary) {
  const auto people = static_cast<float>(household.people().size());
  const float depth = kTop + people * (kPerson + kLane) + 2;
  games::Drawing drawing(kRight + 4, depth, 11, 15);
  const Sheet sheet{drawing, household.frames() - kFramesPerDay, depth};
  sheet.text(0, -6, "A day off in a flat: four people, one toilet, and no timetable", 3.2F);
  sheet.text(
      0, -2.2F,
      "Above what each of them does, below it how their needs rise and fall (0 to 1, the top is unbearable).",
      1.9F, kGrey);
  draw_hours(sheet, household.people().size());
  for (size_t i = 0; i < diary.pages().size(); ++i)
    draw_person(sheet, household.people()[i], diary.pages()[i], kTop + kPerson * static_cast<float>(i));
  draw_toilet(sheet, household, diary, kTop + kPerson * people);
  draw_legend(sheet);
  return drawing.finish();
}

}  // namespace household
