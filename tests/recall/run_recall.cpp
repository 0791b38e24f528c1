// How many seeded faults the analysis finds: real files, in each of which one fault of each kind is made at
// a time, as a designer would make it.
//
//   recall FOLDER                   the repository; prints the table, kind by kind, and 1 if one fell below
//   its floor recall FOLDER --misses [KIND]   and what was not found, and what else was said; of some kinds
//   alone

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "diagnostics/catalogue.h"
#include "faults.h"
#include "ishi/compiler/compile.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

namespace fs = std::filesystem;
using namespace ishi;
using namespace ishi::compiler;
using namespace ishi::recall;

namespace {

// Faults of one kind that are made in one file.
// Seeds of one kind in a file: one every day, three with ISHI_LONG_TESTS in the environment
// (scripts/test_all).
const size_t kMostOfAFile = makes_all_trials() ? 3 : 1;

constexpr const char* kFiles[] = {
    "examples/forager/forager.ishi.yaml",
    "examples/guard/guard.ishi.yaml",
    "examples/guard/sentry.ishi.yaml",
    "examples/guard/soldier.ishi.yaml",
    "examples/household/household.ishi.yaml",
    "examples/hunters/hunters.ishi.yaml",
    "examples/skirmish/skirmish.ishi.yaml",
    "examples/squad/squad.ishi.yaml",
    "examples/thief/thief.ishi.yaml",
    "examples/weapons/weapons.ishi.yaml",
    "tests/determinism/acting.ishi.yaml",
    "tests/determinism/chance.ishi.yaml",
    "tests/determinism/deciding.ishi.yaml",
    "tests/determinism/planning.ishi.yaml",
    "tests/determinism/remembering.ishi.yaml",
    "tests/determinism/sensing.ishi.yaml",
    "compiler/cli/template/guard/guard.ishi.yaml",
    "benchmarks/village.ishi.yaml",
    "benchmarks/scavenger.ishi.yaml",
    "benchmarks/skirmisher.ishi.yaml",
    "tests/cases/pass/levels.ishi.yaml",
    "tests/cases/pass/choosing.ishi.yaml",
    "tests/cases/pass/states_of_a_guard.ishi.yaml",
    "tests/cases/pass/offers.ishi.yaml",
    "tests/cases/pass/scales_that_are_right.ishi.yaml",
    "tests/cases/pass/bodies_in_time.ishi.yaml",
    "tests/cases/pass/inertia_that_yields.ishi.yaml",
    "README.md",
};

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The first behaviour of a page, or the file itself.
std::string behaviour_in(const fs::path& path) {
  const std::string text = read_all(path);
  if (path.extension() != ".md") return text;
  const std::string fence = "```yaml\n";
  const size_t begin = text.find(fence) + fence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

std::map<std::string, KeyRange> ranges_in(const std::string& text) {
  static const std::regex key(
      R"(^  ([a-z_]+): +\{ type: (?:number|integer), range: (-?[0-9.]+)\.\.(-?[0-9.]+)[ ,}])");
  std::map<std::string, KeyRange> ranges;
  const BehaviourText lines(text);
  for (const Line& line : lines.lines()) {
    std::smatch match;
    if (line.section == "blackboard" && std::regex_search(line.text, match, key))
      ranges[match[1].str()] = {std::stod(match[2]), std::stod(match[3])};
  }
  return ranges;
}

File load(const fs::path& folder, const std::string& name) {
  const std::string text = behaviour_in(folder / name);
  std::string contract;
  if (text.find("include: [game.ishi.yaml]") != std::string::npos)
    contract = read_all((folder / name).parent_path() / "game.ishi.yaml");
  return {name, BehaviourText(text), ranges_in(contract + text), contract};
}

struct Finding {
  Code code{};
  std::string message;
  size_t line = 0;  // from 0
  bool is_error = false;

  friend bool operator==(const Finding& a, const Finding& b) {
    return a.code == b.code && a.message == b.message;
  }
};

std::vector<Finding> findings(const fs::path& folder, const File& file, const std::string& text) {
  Sources sources;
  const fs::path path = folder / file.name;
  const Compilation compilation = compile(path.filename().string(), text, FolderReader(path.parent_path()),
                                          {.needs_blob = false, .analyzes = true}, sources);
  std::vector<Finding> result;
  for (const Diagnostic& one : compilation.diagnostics) {
    if (one.span.file != 0) continue;
    result.push_back({one.code, one.message, sources.file(0).position(one.span.begin).line - 1,
                      one.severity == Severity::error});
  }
  return result;
}

struct Tally {
  size_t files = 0, files_found = 0;
  size_t seeded = 0, found = 0;
};

class Recall {
 public:
  Recall(fs::path folder, bool shows_misses) : folder_(std::move(folder)), shows_misses_(shows_misses) {}

  Tally count(const Fault& fault, const std::vector<File>& files) {
    Tally tally;
    for (const File& file : files) {
      if (!unseeded_.contains(file.name)) unseeded_[file.name] = findings(folder_, file, file.text.str());
      Seeds seeds = fault.seeds_of(file);
      std::mt19937 random(7);
      std::shuffle(seeds.begin(), seeds.end(), random);
      size_t seeded = 0, found = 0;
      for (const Seed& seed : seeds) {
        if (seeded == kMostOfAFile) break;
        const auto result = look(fault, file, seed);
        if (!result) continue;
        ++seeded;
        found += *result ? 1 : 0;
      }
      tally.files += seeded > 0 ? 1 : 0;
      tally.files_found += found > 0 ? 1 : 0;
      tally.seeded += seeded;
      tally.found += found;
    }
    return tally;
  }

 private:
  // True if it is found; nothing if the text says nothing any more.
  std::optional<bool> look(const Fault& fault, const File& file, const Seed& seed) {
    const std::vector<Finding>& before = unseeded_[file.name];
    const auto finds_it = [&](const Finding& one) {
      const auto names = [&](const std::string& name) { return one.message.find(name) != std::string::npos; };
      return std::ranges::find(fault.codes, one.code) != fault.codes.end() &&
             (one.line == seed.line || std::ranges::any_of(seed.names, names));
    };
    if (std::ranges::any_of(before, finds_it)) return {};
    const std::vector<Finding> after = findings(folder_, file, seed.text);
    const auto is_error = [](const Finding& one) { return one.is_error; };
    if (!fault.may_be_error && std::ranges::any_of(after, is_error)) return {};
    bool is_found = false;
    std::string others;
    for (const Finding& one : after) {
      if (std::ranges::find(before, one) != before.end()) continue;
      if (finds_it(one))
        is_found = true;
      else
        others += fmt::format("      says {} {}: {}\n", code_text(one.code), one.line + 1, one.message);
    }
    if (shows_misses_ && (!is_found || !others.empty()))
      fmt::print("    {} {}: {}\n{}{}", is_found ? "found" : "MISS ", file.name, seed.line + 1,
                 difference(file.text.str(), seed.text), others);
    return is_found;
  }

  static std::string difference(const std::string& from, const std::string& to) {
    const BehaviourText a(from), b(to);
    std::multiset<std::string> old;
    for (const Line& line : a.lines()) old.insert(line.text);
    std::string result;
    for (const Line& line : b.lines()) {
      if (const auto known = old.find(line.text); known != old.end())
        old.erase(known);
      else
        result += "      + " + line.text + "\n";
    }
    return result;
  }

  fs::path folder_;
  bool shows_misses_;
  std::map<std::string, std::vector<Finding>> unseeded_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const fs::path folder = arguments[1];
  const bool shows_misses = count > 2 && std::string(arguments[2]) == "--misses";
  const std::string only = count > 3 ? arguments[3] : "";
  std::vector<File> files;
  for (const char* const name : kFiles) files.push_back(load(folder, name));
  std::vector<Fault> faults = faults_of_scores();
  for (const auto& more : {faults_of_motives(), faults_of_conditions(), faults_of_names(),
                           faults_of_oversights(), faults_of_bodies(), faults_in_other_forms()})
    faults.insert(faults.end(), more.begin(), more.end());

  Recall recall(folder, shows_misses);
  bool is_good = true;
  Tally all;
  fmt::print("{:42} {:>10} {:>12} {:>8}\n", "kind", "files", "faults", "found");
  for (const Fault& fault : faults) {
    if (!only.empty() && fault.kind.find(only) == std::string_view::npos) continue;
    const Tally tally = recall.count(fault, files);
    const double percent =
        tally.seeded == 0 ? 0 : 100.0 * static_cast<double>(tally.found) / static_cast<double>(tally.seeded);
    fmt::print("{:42} {:>4} of {:>2} {:>5} of {:>3} {:>7.0f}%\n", fault.kind, tally.files_found, tally.files,
               tally.found, tally.seeded, percent);
    // With few seeds, one may be missed by chance.
    const size_t spared = makes_all_trials() ? 0 : 1;
    if ((tally.found + spared) * 100 < static_cast<size_t>(fault.floor) * tally.seeded) {
      fmt::print("  falls below {}%\n", fault.floor);
      is_good = false;
    }
    all.seeded += tally.seeded;
    all.found += tally.found;
  }
  fmt::print("{:42} {:>10} {:>5} of {:>3} {:>7.0f}%\n", "all", "", all.found, all.seeded,
             100.0 * static_cast<double>(all.found) / static_cast<double>(all.seeded));
  constexpr size_t kLeastOfAll = 95;  // percent
  if (only.empty() && all.found * 100 < kLeastOfAll * all.seeded) {
    fmt::print("  falls below {}%\n", kLeastOfAll);
    is_good = false;
  }
  return is_good ? 0 : 1;
}
