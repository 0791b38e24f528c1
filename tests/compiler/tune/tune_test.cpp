#include "tune/tune.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "../../trials.h"
#include "analyze/simplex.h"
#include "simulate/thought.h"
#include "source/read_file.h"
#include "tune/search.h"
#include "workspace/checked_file.h"

// Values of numbers with which agents pick what labels say.

namespace ishi::compiler::tune_test {
namespace {

// Six actions and four needs, of which the game tells the levels.
constexpr std::string_view kCat = R"(ishi: 1
blackboard:
  a: { type: number, range: 0..1 }
  b: { type: number, range: 0..1 }
  c: { type: number, range: 0..1 }
  d: { type: number, range: 0..1 }
needs: { hunger: { level: a }, rest: { level: b }, play: { level: c }, warmth: { level: d } }
importance:
  usual: { hunger: 1, rest: 1.2, play: 0.8 }
actions:
  eat:    { gains: { hunger: +0.9, rest: -0.1 } }   # from the bowl
  sleep:  { gains: { rest: +0.8, warmth: +0.3 } }
  chase:  { gains: { play: +0.9, rest: -0.4, hunger: -0.2 } }
  purr:   { gains: { warmth: +0.7, play: +0.1 } }
  sit:    { score: 0.2 }
agents:
  cat: { importance: usual, actions: [eat, sleep, chase, purr, sit] }
)";

// The same on each thread, or in the other order.
EachOf forwards() {
  return [](size_t count, const std::function<void(size_t)>& work) {
    for (size_t i = 0; i < count; ++i) work(i);
  };
}
EachOf backwards() {
  return [](size_t count, const std::function<void(size_t)>& work) {
    for (size_t i = count; i-- > 0;) work(i);
  };
}

// A file, and some of its numbers.
struct Subject {
  MemoryReader files;
  ParsedFiles parsed;
  std::shared_ptr<CheckedFile> file;
  std::unique_ptr<TunedProgram> program;

  Subject(const std::string& text, const std::vector<std::string>& paths, double low, double high) {
    file = check_file("cat.ishi.yaml", text, files, parsed, CheckDepth::model);
    REQUIRE_FALSE(file->has_errors);
    std::vector<TunedNumber> numbers;
    for (const std::string& path : paths) {
      const auto found = find_numbers(file->program->units, file->sources, path);
      REQUIRE(found.has_value());
      for (const NumberPlace& place : *found) numbers.push_back({place, low, high});
    }
    program = std::make_unique<TunedProgram>("cat.ishi.yaml", files, *file->program, file->sources,
                                             std::move(numbers));
  }

  [[nodiscard]] std::unique_ptr<TunedVersion> version(const std::vector<std::string>& texts = {}) const {
    auto made = program->compile(texts.empty() ? std::vector<std::string>(program->numbers().size()) : texts);
    REQUIRE(made.has_value());
    return std::move(*made);
  }
};

Situation situation(const std::vector<float>& keys) {
  Situation made;
  made.agent = 0;
  for (uint32_t i = 0; i < keys.size(); ++i) made.keys.push_back({i, {keys[i], 0, 0}, kNone, 0});
  return made;
}

Lesson lesson(const std::vector<float>& keys, uint32_t pick, double weight = 1) {
  Lesson made;
  made.situation = situation(keys);
  made.picks = {pick};
  made.weight = weight;
  return made;
}

std::vector<float> random_keys(SamePoints& random, size_t count = 4) {
  std::vector<float> keys(count);
  std::ranges::generate(keys, [&] { return static_cast<float>(random.share()); });
  return keys;
}

uint32_t picked(const TunedVersion& version, const std::vector<float>& keys) {
  Thought thought;
  REQUIRE(think_once(version.asset, version.program->model, situation(keys), thought));
  return thought.picked;
}

// Labels that a version gives to random situations.
std::vector<Lesson> lessons_of(const TunedVersion& version, SamePoints& random, size_t count) {
  std::vector<Lesson> lessons;
  for (size_t i = 0; i < count; ++i) {
    const auto keys = random_keys(random);
    lessons.push_back(lesson(keys, picked(version, keys)));
  }
  return lessons;
}

Tuned tuned_with(const Subject& subject, const std::vector<Lesson>& lessons, TuneOptions options = {}) {
  if (!options.each) options.each = forwards();
  auto tuned = tune(*subject.program, lessons, options);
  REQUIRE(tuned.has_value());
  return std::move(*tuned);
}

// The share of fresh situations that two versions decide alike.
double agreement(const TunedVersion& a, const TunedVersion& b, size_t count) {
  SamePoints random;
  for (int i = 0; i < 12345; ++i) static_cast<void>(random.share());  // not those of the labels
  size_t same = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto keys = random_keys(random);
    same += picked(a, keys) == picked(b, keys) ? 1 : 0;
  }
  return static_cast<double>(same) / static_cast<double>(count);
}

std::vector<std::string> texts_of(const Tuned& tuned) { return tuned.texts(); }

}  // namespace

TEST_CASE("hidden gains come out of 200 labelled situations", "[large]") {
  const size_t sets = makes_all_trials() ? 8 : 8 / (2 * phase_step());
  SamePoints random;
  double sum = 0;
  for (size_t trial = 0; trial < sets; ++trial) {
    const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
    // Three gains are others than those of the file.
    std::vector<std::string> hidden(subject.program->numbers().size());
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<size_t>(random.share() * static_cast<double>(hidden.size()));
      hidden[k] = number_text(subject.program->numbers()[k].place, 1.4 * random.share() - 0.4, 3);
    }
    const auto truth = subject.version(hidden);
    const auto lessons = lessons_of(*truth, random, 200);
    const Tuned tuned = tuned_with(subject, lessons);
    INFO("trial " << trial);
    REQUIRE((tuned.ending == Tuned::Ending::found || tuned.ending == Tuned::Ending::met_already));
    CHECK(tuned.is_linear);
    for (const TunedLesson& one : tuned.labels) CHECK(one.is_met);
    const double share = agreement(*truth, *subject.version(texts_of(tuned)), 2000);
    INFO("share " << share << ", held out " << tuned.held_out.right << " of " << tuned.held_out.labels);
    CHECK(share >= 0.98);
    sum += share;
  }
  INFO("mean " << sum / static_cast<double>(sets));
  if (sets == 8) CHECK(sum / static_cast<double>(sets) >= 0.99);
}

TEST_CASE("only what must change is changed") {
  const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
  // Eating scores 0.45, sleeping 0.48.
  const Tuned tuned = tuned_with(subject, {lesson({0.5F, 0.5F, 0, 0}, 0)});
  REQUIRE(tuned.ending == Tuned::Ending::found);
  CHECK(tuned.moved() == 1);
  CHECK(tuned.margin >= 0.9 * kUsualMargin);
}

TEST_CASE("labels with several right picks are met wherever some values meet them", "[large]") {
  const size_t trials = makes_all_trials() ? 40 : 40 / (2 * phase_step());
  SamePoints random;
  for (size_t trial = 0; trial < trials; ++trial) {
    const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
    std::vector<std::string> hidden(subject.program->numbers().size());
    for (size_t k = 0; k < hidden.size(); ++k)
      hidden[k] = number_text(subject.program->numbers()[k].place, 2 * random.share() - 1, 2);
    const auto truth = subject.version(hidden);
    std::vector<Lesson> lessons = lessons_of(*truth, random, 12);
    for (Lesson& one : lessons) {
      const auto other = static_cast<uint32_t>(random.share() * 5);
      if (other != one.picks[0])
        one.picks.insert(random.share() < 0.5 ? one.picks.begin() : one.picks.end(), other);
    }
    const Tuned tuned = tuned_with(subject, lessons);
    INFO("trial " << trial);
    REQUIRE((tuned.ending == Tuned::Ending::found || tuned.ending == Tuned::Ending::met_already));
    for (const TunedLesson& one : tuned.labels) CHECK(one.is_met);
  }
}

TEST_CASE("labels that exclude each other whichever of their picks are taken are found") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  // Sitting scores 0.2. The second label needs a gain of 0.4 for eating, which the first one forbids.
  Lesson either = lesson({0.5F, 0, 0, 0}, 4), both = lesson({0.5F, 0, 0, 0}, 0);
  both.picks = {0, 2};
  const Tuned tuned = tuned_with(subject, {lesson({1, 0, 0, 0}, 0), either, both});
  CHECK(tuned.ending == Tuned::Ending::contradiction);
  REQUIRE(tuned.conflicts.size() == 1);
  CHECK(tuned.conflicts[0].labels == std::vector<uint32_t>{1, 2});
}

// The fewest numbers of a subject that meet labels, found by trying every set of them on a grid of values.
TEST_CASE("no smaller set of numbers meets the labels", "[large]") {
  const size_t trials = makes_all_trials() ? 24 : 24 / (2 * phase_step());
  SamePoints random;
  const std::vector<std::string> paths = {"actions.eat.gains.hunger", "actions.sleep.gains.rest",
                                          "actions.chase.gains.play", "actions.purr.gains.warmth"};
  for (size_t trial = 0; trial < trials; ++trial) {
    const Subject subject(std::string(kCat), paths, -1, 1);
    std::vector<std::string> hidden(paths.size());
    for (int i = 0; i < 2; ++i) {
      const auto k = static_cast<size_t>(random.share() * static_cast<double>(paths.size()));
      hidden[k] = number_text(subject.program->numbers()[k].place, 2 * random.share() - 1, 2);
    }
    const auto truth = subject.version(hidden);
    auto lessons = lessons_of(*truth, random, 8);
    // Numbers that must move are those that let labels win by a thousandth.
    std::erase_if(lessons, [&](const Lesson& one) {
      uint32_t picked = kNone;
      return least_of(slacks_of(one, truth->asset, truth->program->model, picked)[0]) < 0.003;
    });
    const Tuned tuned = tuned_with(subject, lessons);
    INFO("trial " << trial);
    REQUIRE((tuned.ending == Tuned::Ending::found || tuned.ending == Tuned::Ending::met_already));
    const auto hidden_count = static_cast<size_t>(
        std::ranges::count_if(hidden, [](const std::string& text) { return !text.empty(); }));
    CHECK(tuned.moved() <= hidden_count);
    if (tuned.moved() != 2) continue;
    // One number alone, at a hundred values.
    for (size_t k = 0; k < paths.size(); ++k) {
      for (int step = -100; step <= 100; step += 2) {
        std::vector<std::string> texts(paths.size());
        texts[k] = number_text(subject.program->numbers()[k].place, 0.01 * step, 2);
        const auto version = subject.version(texts);
        bool meets = true;
        for (const Lesson& one : lessons) {
          Thought thought;
          REQUIRE(think_once(version->asset, version->program->model, one.situation, thought));
          meets = meets && thought.picked == one.picks[0];
        }
        INFO(paths[k] << " at " << step);
        CHECK_FALSE(meets);
      }
    }
  }
}

TEST_CASE("numbers that no label depends on are told apart") {
  const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
  const Tuned tuned = tuned_with(subject, {lesson({0.5F, 0.5F, 0, 0}, 0)});
  size_t unread = 0;
  for (size_t k = 0; k < tuned.values.size(); ++k) {
    const std::string& path = subject.program->numbers()[k].place.path;
    const bool is_of_zero = path.ends_with(".play") || path.ends_with(".warmth");
    INFO(path);
    CHECK(tuned.values[k].matters == !is_of_zero);
    unread += is_of_zero ? 1 : 0;
  }
  CHECK(unread == 4);
}

TEST_CASE("nothing is changed where all labels are met") {
  const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
  const Tuned tuned = tuned_with(subject, {lesson({1, 0, 0, 0}, 0), lesson({0, 1, 0, 0}, 1)});
  CHECK(tuned.ending == Tuned::Ending::met_already);
  CHECK(tuned.moved() == 0);
  CHECK(tuned.versions == 1);
}

TEST_CASE("the order in which versions are compiled changes nothing") {
  const Subject subject(std::string(kCat), {"actions.*.gains.*"}, -1, 1);
  SamePoints random;
  const auto truth = subject.version({"0.7", "-0.2", "0.9", "0.2", "0.9", "", "", "", ""});
  const auto lessons = lessons_of(*truth, random, 40);
  const Tuned one = tuned_with(subject, lessons, {.margin = {}, .folds = 5, .each = forwards()});
  const Tuned other = tuned_with(subject, lessons, {.margin = {}, .folds = 5, .each = backwards()});
  CHECK(one.ending == other.ending);
  CHECK(texts_of(one) == texts_of(other));
  CHECK(one.held_out.right == other.held_out.right);
  for (size_t k = 0; k < one.values.size(); ++k) {
    CHECK(one.values[k].low == other.values[k].low);
    CHECK(one.values[k].high == other.values[k].high);
  }
}

TEST_CASE("labels that exclude each other are found, and none that others do without") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  const std::vector<Lesson> lessons = {
      lesson({0, 1, 0, 0}, 1),     // met already
      lesson({0.5F, 0, 0, 0}, 0),  // a gain of more than 0.4
      lesson({0.3F, 0, 0, 0}, 0),  // of more than 0.67
      lesson({0.9F, 0, 0, 0}, 4),  // of less than 0.22
      lesson({0, 0, 1, 0}, 2),     // met already
  };
  const Tuned tuned = tuned_with(subject, lessons);
  REQUIRE(tuned.ending == Tuned::Ending::contradiction);
  REQUIRE_FALSE(tuned.conflicts.empty());
  const std::vector<uint32_t>& labels = tuned.conflicts[0].labels;
  REQUIRE(labels.size() == 2);
  CHECK(labels[1] == 3);
  CHECK((labels[0] == 1 || labels[0] == 2));
  CHECK(tuned.moved() == 0);
}

TEST_CASE("of labels that exclude each other the lightest gives way") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  const Tuned tuned = tuned_with(subject, {lesson({0.5F, 0, 0, 0}, 0, 0.5), lesson({0.9F, 0, 0, 0}, 4, 2),
                                           lesson({0.3F, 0, 0, 0}, 0, 1)});
  REQUIRE(tuned.ending == Tuned::Ending::found);
  CHECK_FALSE(tuned.labels[0].is_met);
  CHECK(tuned.labels[1].is_met);
  CHECK_FALSE(tuned.labels[2].is_met);
}

TEST_CASE("a label that no values meet says why") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  const Tuned tuned = tuned_with(subject, {lesson({0, 1, 0, 0}, 0)});
  REQUIRE(tuned.ending == Tuned::Ending::contradiction);
  REQUIRE(tuned.conflicts.size() == 1);
  CHECK(tuned.conflicts[0].reason.find("`eat` stays below `sleep`") == 0);
}

TEST_CASE("a margin that the labels leave no room for is refused with the greatest one") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  // Between 0.4 and 0.5.
  const std::vector<Lesson> lessons = {lesson({0.5F, 0, 0, 0}, 0), lesson({0.4F, 0, 0, 0}, 4)};
  const Tuned wide = tuned_with(subject, lessons, {.margin = 0.05, .folds = 5, .each = {}});
  CHECK(wide.ending == Tuned::Ending::no_margin);
  CHECK(std::abs(wide.margin - 0.2 / 9) < 1e-5);  // at 4 / 9
  const Tuned narrow = tuned_with(subject, lessons, {.margin = 0.01, .folds = 5, .each = {}});
  CHECK(narrow.ending == Tuned::Ending::found);
  CHECK(narrow.margin >= 0.01 - 1e-6);
}

TEST_CASE("numbers of which scores are no sums are searched for") {
  std::string text(kCat);
  text.replace(text.find("sit:    { score: 0.2 }"), 22, "sit:    { when: a > 0.6, score: 2 * a * a }");
  const Subject subject(text, {"actions.sit.when", "actions.eat.gains.hunger"}, 0, 1);
  const std::vector<Lesson> lessons = {lesson({0.5F, 0, 0, 0}, 4), lesson({0.3F, 0, 0, 0}, 0),
                                       lesson({0.8F, 0, 0, 0}, 4)};
  const Tuned one = tuned_with(subject, lessons);
  CHECK_FALSE(one.is_linear);
  REQUIRE(one.ending == Tuned::Ending::found);
  CHECK(one.values[0].value > 0.3 - 1e-6);
  CHECK(one.values[0].value < 0.5);
  CHECK(texts_of(one) ==
        texts_of(tuned_with(subject, lessons, {.margin = {}, .folds = 5, .each = backwards()})));
}

TEST_CASE("what is written keeps its sign, its comments and all else") {
  const Subject subject(std::string(kCat), {"actions.eat.gains.hunger"}, 0, 1);
  const Tuned tuned = tuned_with(subject, {lesson({0.58F, 0.5F, 0, 0}, 0)});
  const auto files = subject.program->files_with(tuned.texts());
  REQUIRE(files.size() == 1);
  const std::string& after = files[0].after;
  CHECK(after.find("eat:    { gains: { hunger: +0.") != std::string::npos);
  CHECK(after.find("# from the bowl") != std::string::npos);
  std::string before(kCat);
  const size_t at = before.find("+0.9, rest: -0.1");
  CHECK(after.substr(0, at) == before.substr(0, at));
  CHECK(after.substr(after.find(", rest: -0.1")) == before.substr(before.find(", rest: -0.1")));
}

TEST_CASE("the point of a linear program is where its weights say") {
  // The greater of the least of x and 1 - x + y, with y not above 0.5 - x / 4.
  WeightedRows rows;
  rows.constants = {0, 1, 0.5};
  rows.factors = {{1, 0}, {-1, 1}, {-0.25, -1}};
  rows.widths = {1, 1};
  rows.mains = 2;
  const BestPoint best = best_point(rows, 100);
  REQUIRE(best.outcome == BestPoint::Outcome::found);
  CHECK(std::abs(best.point[0] - 2.0 / 3) < 1e-9);
  CHECK(std::abs(best.point[1] - 1.0 / 3) < 1e-9);
  // Nothing keeps x above 2.
  rows.constants = {0, -2};
  rows.factors = {{1, 0}, {1, 0}};
  rows.mains = 1;
  CHECK(best_point(rows, 100).outcome == BestPoint::Outcome::impossible);
}

}  // namespace ishi::compiler::tune_test
