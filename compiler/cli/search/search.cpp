#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/rewrite.h"
#include "cli/output/interruption.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "diagnostics/terminal_text.h"
#include "source/content_hash.h"
#include "system/whole_file.h"
#include "testing/scene_coverage.h"
#include "testing/test_search.h"
#include "workspace/ask/tested_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

// The results of a search, as the tool writes them, and what comes of several. They are JSON from the first
// on, so that those of a shard and those of a whole search are the same thing.
//
// { version, search: { seed, runs, shard: [1, 1] }, tests: [{ name, file, line, fingerprint, outcome,
// message,
//   runs, impossible, failed, failures: [{ claim, run, runs, with, message, test }], unreached, seen,
//   unshown: [{ what, nearest }] }] }
//
// `run` counts from 1. `seen`: what happened in runs, in how many, and in which first. `unshown`: what did
// not, and the run that came closest; that is known to the first shard alone, and null for the others.

// The result of a shard, and the file in which it stands.
struct ShardResult {
  std::string path;
  nlohmann::ordered_json json;
};

using Json = nlohmann::ordered_json;

std::string runs_text(uint64_t runs) { return fmt::format("{} run{}", runs, runs == 1 ? "" : "s"); }

// True if a text is what this tool writes of a search, with all that is read of it here.
bool is_search(const Json& json) {
  const auto is_number = [](const Json& of, const char* field) {
    const auto found = of.find(field);
    return found != of.end() && found->is_number_unsigned();
  };
  const auto is_text = [](const Json& of, const char* field) {
    const auto found = of.find(field);
    return found != of.end() && found->is_string();
  };
  const auto are_all = [](const Json& of, const char* field, auto is_right) {
    const auto found = of.find(field);
    return found != of.end() && found->is_array() && std::ranges::all_of(*found, is_right);
  };
  if (!json.is_object() || !is_number(json, "version")) return false;
  const auto search = json.find("search");
  const bool is_searched =
      search != json.end() && search->is_object() && is_number(*search, "seed") &&
      is_number(*search, "runs") &&
      are_all(*search, "shard", [](const Json& one) { return one.is_number_unsigned(); }) &&
      (*search)["shard"].size() == 2;
  return is_searched && are_all(json, "tests", [&](const Json& test) {
           return test.is_object() && is_text(test, "name") && is_text(test, "file") &&
                  is_text(test, "fingerprint") && is_number(test, "runs") && is_number(test, "impossible") &&
                  is_number(test, "failed") && test.contains("error") &&
                  are_all(test, "unreached", [](const Json& one) { return one.is_string(); }) &&
                  are_all(test, "failures",
                          [&](const Json& one) {
                            return one.is_object() && is_text(one, "claim") && is_number(one, "run") &&
                                   is_number(one, "runs") && is_text(one, "with") && is_text(one, "message");
                          }) &&
                  are_all(test, "unshown",
                          [&](const Json& one) { return one.is_object() && is_text(one, "what"); }) &&
                  are_all(test, "seen", [&](const Json& one) {
                    return one.is_object() && is_text(one, "what") && is_number(one, "runs") &&
                           is_number(one, "first");
                  });
         });
}

// The entry of a list with this text in a field; or a new one.
Json* find_entry(Json& list, const char* field, const Json& text) {
  const auto found = std::ranges::find_if(list, [&](const Json& one) { return one[field] == text; });
  return found == list.end() ? nullptr : &*found;
}

void add_number(Json& to, const Json& from, const char* field) {
  to[field] = to[field].get<uint64_t>() + from[field].get<uint64_t>();
}

void sort_by(Json& list, const char* field) {
  std::vector<Json> sorted(list.begin(), list.end());
  std::ranges::stable_sort(sorted, {}, [&](const Json& one) { return one[field].get<uint64_t>(); });
  list = sorted;
}

void merge_test(Json& all, const Json& part) {
  for (const char* const field : {"runs", "impossible", "failed"}) add_number(all, part, field);
  if (all["error"].is_null()) all["error"] = part["error"];
  for (const Json& failure : part["failures"]) {
    Json* const known = find_entry(all["failures"], "claim", failure["claim"]);
    if (known == nullptr) {
      all["failures"].push_back(failure);
      continue;
    }
    const uint64_t runs = (*known)["runs"].get<uint64_t>() + failure["runs"].get<uint64_t>();
    if (failure["run"].get<uint64_t>() < (*known)["run"].get<uint64_t>()) *known = failure;
    (*known)["runs"] = runs;
  }
  sort_by(all["failures"], "run");
  for (const Json& seen : part["seen"]) {
    Json* const known = find_entry(all["seen"], "what", seen["what"]);
    if (known == nullptr) {
      all["seen"].push_back(seen);
      continue;
    }
    add_number(*known, seen, "runs");
    (*known)["first"] = std::min((*known)["first"].get<uint64_t>(), seen["first"].get<uint64_t>());
  }
  sort_by(all["seen"], "first");
  // A feature is unreached if no shard has reached it.
  Json unreached = Json::array();
  for (const Json& one : all["unreached"]) {
    if (std::ranges::find(part["unreached"], one) != part["unreached"].end()) unreached.push_back(one);
  }
  all["unreached"] = unreached;
  Json unshown = Json::array();
  for (Json& one : all["unshown"]) {
    Json part_unshown = part["unshown"];
    const Json* const other = find_entry(part_unshown, "what", one["what"]);
    if (other == nullptr) continue;
    if (one["nearest"].is_null()) one["nearest"] = (*other)["nearest"];
    unshown.push_back(one);
  }
  all["unshown"] = unshown;
}

// "searched", "failed", "undecided" or "error", and why, from what else is known of the test.
void judge_search(Json& test) {
  const uint64_t runs = test["runs"], impossible = test["impossible"];
  if (!test["error"].is_null()) {
    test["outcome"] = "error";
    test["message"] = test["error"];
  } else if (!test["failures"].empty()) {
    test["outcome"] = "failed";
    test["message"] = fmt::format("{} of {} fail", test["failed"].get<uint64_t>(), runs_text(runs));
  } else if (impossible == runs) {
    test["outcome"] = "undecided";
    test["message"] = fmt::format("in each of {} an agent would stand in a wall", runs_text(runs));
  } else if (!test["unreached"].empty()) {
    std::vector<std::string> lines = test["unreached"];
    test["outcome"] = "undecided";
    test["message"] = fmt::format("of {} {}", runs_text(runs - impossible), fmt::join(lines, "; "));
  } else {
    test["outcome"] = "searched";
    test["message"] = fmt::format("{} held", runs_text(runs - impossible));
    if (impossible > 0)
      test["message"] = fmt::format("{}; {} could not be, for an agent stood in a wall",
                                    test["message"].get<std::string>(), impossible);
  }
}

// Why a shard does not belong to the search of the first; empty: it does.
std::string misfit(const Json& first, const Json& shard) {
  if (shard["version"] != first["version"]) return "was written by another version of the tool";
  const Json& search = shard["search"];
  for (const auto& [field, noun] : {std::pair("seed", "seed"), std::pair("runs", "number of runs")}) {
    if (search[field] != first["search"][field])
      return fmt::format("is of another search: its {} is {}, and that of the first is {}", noun,
                         search[field].get<uint64_t>(), first["search"][field].get<uint64_t>());
  }
  if (search["shard"][1] != first["search"]["shard"][1])
    return fmt::format("is one of {} shards, and the first is one of {}", search["shard"][1].get<uint64_t>(),
                       first["search"]["shard"][1].get<uint64_t>());
  if (shard["tests"].size() != first["tests"].size()) return "has other tests than the first";
  for (size_t i = 0; i < first["tests"].size(); ++i) {
    const Json &one = first["tests"][i], &other = shard["tests"][i];
    if (one["name"] != other["name"] || one["file"] != other["file"]) return "has other tests than the first";
    if (one["fingerprint"] != other["fingerprint"])
      return fmt::format("searched another version of {}", other["file"].get<std::string>());
  }
  return {};
}

// "1 of 3 shards is missing: 2"; empty: none is.
std::string missing_text(const std::set<uint64_t>& taken, uint64_t count) {
  constexpr size_t kMostNamed = 8;
  if (taken.size() >= count) return {};
  std::vector<uint64_t> missing;
  for (uint64_t i = 1; missing.size() < std::min<uint64_t>(kMostNamed, count - taken.size()); ++i) {
    if (!taken.contains(i)) missing.push_back(i);
  }
  const uint64_t all = count - taken.size();
  return fmt::format("{} of {} shards {} missing: {}{}", all, count, all == 1 ? "is" : "are",
                     fmt::join(missing, ", "), all > missing.size() ? " …" : "");
}

// Puts the results of all shards of one search together; or says in a sentence why that cannot be. Any JSON
// is safe.
tl::expected<Json, std::string> merge_searches(const std::vector<ShardResult>& shards) {
  std::set<uint64_t> taken;
  Json all;
  for (const ShardResult& one : shards) {
    const Json& shard = one.json;
    const auto refuse = [&](std::string_view why) {
      return tl::unexpected(fmt::format("{} {}", one.path, why));
    };
    if (!is_search(shard)) return refuse("is no result of `ishi search --format json`");
    const uint64_t own = shard["search"]["shard"][0];
    if (own == 0 || own > shard["search"]["shard"][1].get<uint64_t>())
      return refuse("is no result of `ishi search --format json`");
    const bool is_first = all.is_null();
    if (is_first)
      all = shard;
    else if (const std::string why = misfit(all, shard); !why.empty())
      return refuse(why);
    if (!taken.insert(own).second) return refuse(fmt::format("is shard {} once more", own));
    for (size_t i = 0; i < all["tests"].size() && !is_first; ++i)
      merge_test(all["tests"][i], shard["tests"][i]);
  }
  if (std::string missing = missing_text(taken, all["search"]["shard"][1]); !missing.empty())
    return tl::unexpected(std::move(missing));
  all["search"]["shard"] = {1, 1};
  for (Json& test : all["tests"]) judge_search(test);
  return all;
}

using Json = nlohmann::ordered_json;

constexpr uint64_t kUsualRuns = 20'000;

// A part of the blocks of a search.
struct Shard {
  uint64_t own = 1, of = 1;
};

std::optional<Shard> read_shard(std::string_view text) {
  Shard shard;
  if (text.empty()) return shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.own);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.of);
  const bool is_right =
      second.ec == std::errc() && second.ptr == end && shard.own >= 1 && shard.own <= shard.of;
  return is_right ? std::optional(shard) : std::nullopt;
}

// A line of JSON for each run of some blocks, in the order of the runs.
class RunLines {
 public:
  explicit RunLines(const TypedTest& test) : test_(test) {
    name_ = Json(test.name.text).dump();
    options_.after_run = [this](const SimulatedAgent& agent) {
      if (agent.place().index() == 0) state_ = agent.place().world().state_hash();
    };
  }
  RunLines(const RunLines&) = delete;
  RunLines& operator=(const RunLines&) = delete;

  // With what runs are made, so that this sees the states at their ends.
  [[nodiscard]] const TestRunOptions& options() const { return options_; }

  // The latest run of a block.
  void add(const SearchBlock& block) {
    constexpr std::array<std::string_view, 4> kWords = {"held", "failed", "impossible", "error"};
    const auto outcome = static_cast<size_t>(block.outcome());
    const Json with = written_run(test_.variations, block.numbers(), test_.situation).text();
    text_ += fmt::format("{{\"test\":{},\"run\":{},\"with\":{},\"outcome\":\"{}\"", name_, block.run() + 1,
                         with.dump(), kWords.at(outcome));
    if (state_) text_ += fmt::format(",\"state\":\"{:016x}\"", *state_);
    text_ += "}\n";
    state_.reset();
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  const TypedTest& test_;
  std::string name_;
  TestRunOptions options_;
  std::optional<uint64_t> state_;
  std::string text_;
};

class Search {
 public:
  // `log` may be null.
  Search(const SearchOptions& options, Shard shard, std::shared_ptr<CheckedFile> file, const Asset& asset,
         std::ostream* log)
      : options_(options),
        shard_(shard),
        file_(std::move(file)),
        asset_(asset),
        log_(log),
        conditions_(file_->program->model, file_->program->units, file_->sources) {}

  // The runs of one test; the results of those that fail go to `failing`.
  Json run(const TypedTest& test, ContentHash fingerprint, std::vector<TestResult>& failing) {
    const SearchTally tally = search(test);
    VariedRuns runs(model(), asset_, test, {});
    const LineColumn at = file_->sources.file(test.name.span.file).position(test.name.span.begin);
    Json json = {{"name", test.name.text},
                 {"file", file_->sources.shown_path(test.name.span.file)},
                 {"line", at.line},
                 {"fingerprint", fingerprint.hex()},
                 {"outcome", nullptr},
                 {"message", nullptr},
                 {"runs", tally.runs},
                 {"impossible", tally.impossible},
                 {"failed", tally.failed},
                 {"error", tally.error.empty() ? Json(nullptr) : Json(tally.error)},
                 {"failures", failures_json(test, tally, runs, failing)},
                 {"unreached", unreached_events(test, tally)},
                 {"seen", Json::array()},
                 {"unshown", unshown_json(test, tally)}};
    std::vector<FeatureCount> seen = tally.features;
    std::ranges::stable_sort(seen, {}, &FeatureCount::first);
    for (const FeatureCount& one : seen)
      json["seen"].push_back({{"what", RunFeatures::text(one.feature, model(), asset_, test.situation)},
                              {"runs", one.runs},
                              {"first", one.first + 1}});
    judge_search(json);
    return json;
  }

 private:
  [[nodiscard]] const Model& model() const { return file_->program->model; }

  // The blocks of this shard, on several threads; what they come to is added in their order, so that the time
  // by which one is done makes no difference.
  SearchTally search(const TypedTest& test) {
    const uint64_t all_runs = options_.runs != 0 ? options_.runs
                              : options_.seconds ? kMostSearchedRuns
                                                 : kUsualRuns;
    const uint64_t blocks = (all_runs + kBlock - 1) / kBlock;
    const uint64_t own = blocks / shard_.of + (shard_.own <= blocks % shard_.of ? 1 : 0);
    SearchTally all;
    if (!options_.seconds) {
      search(test, 0, own, all_runs, {}, all);
      return all;
    }
    // Rounds of blocks until the time is over, which may be in the middle of one.
    const Deadline deadline =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                               std::chrono::duration<double>(*options_.seconds));
    const uint64_t round =
        std::max(1U, options_.jobs == 0 ? std::thread::hardware_concurrency() : options_.jobs);
    for (uint64_t first = 0; first < own && all.error.empty(); first += round) {
      search(test, first, std::min(round, own - first), all_runs, deadline, all);
      if (std::chrono::steady_clock::now() > *deadline) break;
    }
    return all;
  }

  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  // So many blocks of this shard from a first one on, as far as they come until the deadline; of each at
  // least one run.
  void search(const TypedTest& test, uint64_t first, uint64_t count, uint64_t all_runs,
              const Deadline& deadline, SearchTally& all) {
    struct Done {
      SearchTally tally;
      std::string lines;
    };
    std::vector<std::unique_ptr<Done>> done(count);
    for_all(
        count, options_.jobs, "searching",
        [&](size_t i) {
          const uint64_t block = (first + i) * shard_.of + shard_.own - 1;
          RunLines lines(test);
          VariedRuns runs(model(), asset_, test, log_ == nullptr ? TestRunOptions() : lines.options());
          SearchBlock search(runs, options_.seed, block);
          const uint64_t most = std::min(kBlock, all_runs - block * kBlock);
          for (bool goes_on = true; goes_on && search.tally().runs < most;) {
            goes_on = search.go_on();
            if (log_ != nullptr) lines.add(search);
            if (deadline && std::chrono::steady_clock::now() > *deadline) break;
          }
          done[i] = std::make_unique<Done>(Done{search.tally(), lines.take()});
        },
        [&](size_t i) {
          all.add(done[i]->tally);
          if (log_ != nullptr) *log_ << done[i]->lines;
          done[i].reset();
        });
  }

  Json failures_json(const TypedTest& test, const SearchTally& tally, VariedRuns& runs,
                     std::vector<TestResult>& results) {
    constexpr size_t kMostShrunk = 8;  // claims; the others are told as they were found
    Json failures = Json::array();
    for (const FailingRun& found : tally.failing) {
      SearchTally one;
      one.runs = tally.runs;
      one.failing = {found};
      TestResult result = result_of(model(), runs, one, &conditions_, failures.size() < kMostShrunk);
      if (failures.size() >= kMostShrunk)
        result.with = written_run(test.variations, found.numbers, test.situation);
      std::vector<TestResult> written = {result};
      write_failing_tests(*file_, written);
      failures.push_back({{"claim", found.claim},
                          {"run", found.run + 1},
                          {"runs", found.count},
                          {"with", result.with.text()},
                          {"message", result.message},
                          {"test", written[0].failing_test}});
      results.push_back(std::move(result));
    }
    return failures;
  }

  // What no run has shown. The first runs of the whole search are looked at once more for those that came
  // closest.
  Json unshown_json(const TypedTest& test, const SearchTally& tally) {
    constexpr uint64_t kWatched = 100;
    constexpr uint64_t kFramesOfAgents = 3'600'000;  // all that are watched: some seconds
    const uint64_t frames = frames_of(test.situation.course.seconds) * test.situation.agent_count();
    const uint64_t most = std::clamp<uint64_t>(kFramesOfAgents / std::max<uint64_t>(frames, 1), 1, kWatched);
    SceneCoverage coverage(model(), asset_, test);
    Json list = Json::array();
    const bool is_first = shard_.own == 1 && tally.error.empty();
    if (is_first && !coverage.unshown(tally.features).empty()) {
      VariedRuns runs(model(), asset_, test, {});
      coverage.watch(runs, options_.seed, std::min(tally.runs, most));
    }
    for (const Unshown& one : coverage.unshown(tally.features))
      list.push_back(
          {{"what", one.what}, {"nearest", one.nearest.empty() ? Json(nullptr) : Json(one.nearest)}});
    return list;
  }

  static Json unreached_events(const TypedTest& test, const SearchTally& tally) {
    Json events = Json::array();
    for (size_t i = 0; i < tally.arrived.size(); ++i) {
      if (tally.arrived[i]) continue;
      const auto agent = static_cast<uint32_t>(i);
      const std::string_view name = test.situation.agent_at(agent).name;
      events.push_back(fmt::format("none lets `{}` reach {}, so nothing was asked of what comes after it",
                                   test.expected_of(agent)->after.text,
                                   name.empty() ? "its agent" : fmt::format("`{}`", name)));
    }
    return events;
  }

  const SearchOptions& options_;
  Shard shard_;
  std::shared_ptr<CheckedFile> file_;
  const Asset& asset_;
  std::ostream* log_;
  FailedCondition conditions_;
};

void print_lines(std::string_view text, std::string_view indent) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    fmt::print("{}{}\n", indent, shown(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// What came close first.
void print_unshown(const Json& all, bool color) {
  constexpr size_t kMost = 8;
  if (all.empty()) return;
  std::vector<Json> unshown(all.begin(), all.end());
  std::ranges::stable_sort(unshown, {}, [](const Json& one) {
    return !one["nearest"].is_string() || !one["nearest"].get<std::string>().starts_with("closest");
  });
  fmt::print("      {} thing{} never happened:\n", unshown.size(), unshown.size() == 1 ? "" : "s");
  for (size_t i = 0; i < std::min(kMost, unshown.size()); ++i) {
    const Json& nearest = unshown[i]["nearest"];
    const std::string how = nearest.is_string() ? nearest.get<std::string>() : std::string();
    fmt::print("        {}{}\n", shown(unshown[i]["what"].get<std::string>()),
               how.empty() ? "" : paint("  " + shown(how), Color::dim, color));
  }
  if (unshown.size() > kMost) fmt::print("        … and {} more\n", unshown.size() - kMost);
}

void print_search(const Json& json, bool color) {
  constexpr size_t kMostRare = 5;
  std::string file;
  for (const Json& test : json["tests"]) {
    const auto own = test["file"].get<std::string>();
    if (file != own) fmt::print("{}\n", paint(shown(own), Color::bold, color));
    file = own;
    const bool held = test["outcome"] == "searched";
    fmt::print(
        "  {} {}  {}\n", paint(held ? "✓" : "✗", held ? Color::green : Color::red, color),
        shown(test["name"].get<std::string>()),
        paint(fmt::format("({}: {})", test["outcome"].get<std::string>(), test["message"].get<std::string>()),
              Color::dim, color));
    for (const Json& failure : test["failures"]) {
      print_lines(failure["message"].get<std::string>(), "      ");
      const uint64_t alike = failure["runs"];
      if (alike > 1) fmt::print("      {} runs fail alike\n", alike);
      fmt::print(
          "      {}\n",
          paint("as a test that fails alike (--write adds it, unless the file has it):", Color::dim, color));
      print_lines(failure["test"].get<std::string>(), "        ");
    }
    std::vector<Json> rare(test["seen"].begin(), test["seen"].end());
    std::ranges::stable_sort(rare, {}, [](const Json& one) { return one["runs"].get<uint64_t>(); });
    if (rare.size() > kMostRare) rare.resize(kMostRare);
    if (!rare.empty())
      fmt::print("      {} thing{} happened; the rarest:\n", test["seen"].size(),
                 test["seen"].size() == 1 ? "" : "s");
    for (const Json& one : rare)
      fmt::print("        {}  {}\n", shown(one["what"].get<std::string>()),
                 paint(fmt::format("{} of {} runs, first in run {}", one["runs"].get<uint64_t>(),
                                   test["runs"].get<uint64_t>(), one["first"].get<uint64_t>()),
                       Color::dim, color));
    print_unshown(test["unshown"], color);
  }
}

int print(const Json& json, const SearchOptions& options) {
  if (options.format == Format::json)
    fmt::print("{}", json_text(json));
  else
    print_search(json, use_color(stdout));
  const bool held =
      std::ranges::all_of(json["tests"], [](const Json& test) { return test["outcome"] == "searched"; });
  return held ? kGood : kFound;
}

int merge(const SearchOptions& options) {
  constexpr size_t kMostBytes = size_t{256} << 20;
  std::vector<ShardResult> shards;
  for (const std::string& path : options.merge) {
    const auto text = read_whole(path, kMostBytes);
    if (!text) {
      complain("{} cannot be read", path);
      return kUsage;
    }
    shards.push_back({path, Json::parse(*text, nullptr, false)});
  }
  const auto merged = merge_searches(shards);
  if (!merged) {
    complain("{}", merged.error());
    return kUsage;
  }
  return print(*merged, options);
}

}  // namespace

int run_search(const SearchOptions& options) {
  if (!options.merge.empty()) return merge(options);
  const auto shard = read_shard(options.shard);
  if (!shard) {
    complain("--shard takes a part and how many there are, such as 3/64, and not {}", options.shard);
    return kUsage;
  }
  if (shard->of > 1 && options.seconds) {
    complain("--seconds is about one machine: shards do the same runs together, so say --runs");
    return kUsage;
  }
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  Json json = {{"version", 1},
               {"search",
                {{"seed", options.seed},
                 {"runs", options.runs != 0 ? options.runs
                          : options.seconds ? 0
                                            : kUsualRuns},
                 {"shard", {shard->own, shard->of}}}},
               {"tests", Json::array()}};
  std::ofstream log;
  if (!options.log.empty()) {
    log.open(options.log, std::ios::binary);
    if (!log) {
      complain("{} cannot be written", options.log);
      return kUsage;
    }
  }
  int code = kGood;
  bool names_any = false;
  for (const Input& input : *inputs) {
    int own = kGood;
    const std::shared_ptr<CheckedFile> file = read_sound_file(input, own);
    if (file == nullptr) {
      code = std::max(code, own);
      continue;
    }
    const Program& program = *file->program;
    std::vector<const TypedTest*> tests;
    for (const TypedTest& test : program.tests) {
      const bool is_named = test.name.span.file == program.units.main_file &&
                            test.name.text.find(options.filter) != std::string_view::npos;
      names_any = names_any || is_named;
      if (is_named && test.is_search()) tests.push_back(&test);
    }
    if (tests.empty()) continue;
    Diagnostics diagnostics = file->diagnostics;
    const std::vector<uint8_t> blob = blob_of(*file, {.all_agents = true}, diagnostics);
    Asset asset;
    if (blob.empty() || !Asset::load(blob, asset)) {
      complain("{} does not compile", input.shown_path());
      code = kUsage;
      continue;
    }
    HashedList hashed;
    hashed.add(std::string_view(reinterpret_cast<const char*>(blob.data()), blob.size()));
    hashed.add(file->text());
    Search search(options, *shard, file, asset, options.log.empty() ? nullptr : &log);
    std::vector<TestResult> failing;
    for (const TypedTest* test : tests) json["tests"].push_back(search.run(*test, hashed.hash(), failing));
    if (options.writes && !failing.empty()) {
      const auto text = with_failing_tests(*file, failing);
      if (!text) {
        complain("{}: `tests` stands in brackets; write it as a block, so that a test can be added to it",
                 input.shown_path());
        code = kUsage;
      } else if (const std::string failure = rewrite_input(input, file->text(), *text); !failure.empty()) {
        complain("{} {}", input.shown_path(), failure);
        code = kUsage;
      }
    }
  }
  if (json["tests"].empty() && code == kGood) {
    if (!names_any && !options.filter.empty()) {
      complain("no test's name contains \"{}\"", options.filter);
      return kUsage;
    }
    complain("no test varies{}: give one a `vary`, such as `vary: {{ ann.hp: 1..100 }}`",
             options.filter.empty() ? "" : fmt::format(" whose name contains \"{}\"", options.filter));
    return kUsage;
  }
  if (!options.log.empty() && !log.flush()) {
    complain("{} cannot be written to its end", options.log);
    code = kUsage;
  }
  return std::max(code, print(json, options));
}

}  // namespace ishi::compiler::cli
