// How often completion offers what a designer wrote. In each example, each name, field, word and function
// that stands there is deleted, one at a time, and completion is asked at its place, with nothing typed.
//
//   measure_completion FOLDER… [--every N] [--misses N [--among N]] [--try] [--least-first P] [--least-five
//   P]
//                      [--least-harmless P]
//
// With --try each of the first five is written there, its places filled with what is offered for them, and
// compiled: with it the file may have no error, or at least none that it has not with a name there that
// nobody knows, such as a test that asks for what was deleted. Prints how many were the first, or among the
// first five, that were offered; exits with 1 where fewer are than the least percentages.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "language/functions.h"
#include "language/node_words.h"
#include "language/words.h"
#include "source/read_file.h"
#include "workspace/complete.h"
#include "workspace/described.h"
#include "workspace/formula_tokens.h"
#include "workspace/proved_offers.h"
#include "workspace/workspace.h"

namespace {

namespace fs = std::filesystem;
using namespace ishi::compiler;  // NOLINT(*using-namespace*)

struct Place {
  uint32_t begin = 0, end = 0;
  std::string_view kind;
};

struct Options {
  std::vector<std::string> folders;
  size_t every = 1;
  size_t misses = 0;
  size_t among = 5;  // of these misses: not among so many
  double least_first = 0, least_five = 0, least_harmless = 0;
  bool tries = false;  // compiles what is offered
};

// Where a field, a name that is declared elsewhere, or a word of the language stands.
class PlaceCollector {
 public:
  explicit PlaceCollector(const CheckedFile& checked) : text_(checked.text()) {
    for (const SymbolUse& use : checked.index.uses()) {
      if (use.span.file != 0) continue;
      const Symbol& symbol = checked.index.symbols()[use.symbol];
      add(use.span.begin, use.span.end, noun_of(symbol.kind));
    }
    if (checked.tree().root != nullptr) add_node(*checked.tree().root, described_file());
    std::ranges::stable_sort(places_, {}, &Place::begin);
    const auto is_same = [](const Place& a, const Place& b) { return a.begin == b.begin; };
    places_.erase(std::unique(places_.begin(), places_.end(), is_same), places_.end());
  }

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 private:
  void add(uint32_t begin, uint32_t end, std::string_view kind) { places_.push_back({begin, end, kind}); }

  void add_node(const Node& node, const Described& at) {
    for (const Entry& entry : node.entries) {
      if (!is_free_key(at, entry.key)) add(entry.key_span.begin, entry.key_span.end, "a field");
      add_node(*entry.value, described_value(at, entry.key));
    }
    for (const Node* item : node.items) add_node(*item, described_items(at));
    if (node.kind == NodeKind::scalar && at.field != nullptr) add_scalar(node, *at.field);
  }

  void add_scalar(const Node& node, const Field& field) {
    const Span span = inner_span(node);
    if (field.form == Form::record) {
      if (const Field* const alone = short_form_of(&field)) add_scalar(node, *alone);
    } else if (field.form == Form::boolean || field.form == Form::word || field.form == Form::type) {
      add(span.begin, span.end, field.form == Form::type ? "a type" : "a word");
    } else if (field.form == Form::steps && find_field(kStepMapping, node.text) != nullptr) {
      add(span.begin, span.end, "a verb");
    } else if (field.form == Form::value || field.form == Form::references) {
      constexpr std::string_view kWords[] = {"true", "false", "someone", "nothing", "self"};
      if (std::ranges::find(kWords, node.text) != std::end(kWords)) add(span.begin, span.end, "a word");
    } else if (field.form == Form::formula) {
      for (const FormulaToken& token : formula_tokens(text_.substr(span.begin, span.end - span.begin))) {
        if (!token.is_name || token.text == "and" || token.text == "or" || token.text == "not") continue;
        const bool is_function = find_function(token.text) != nullptr;
        const bool is_word = !meaning_in_expressions(token.text).empty() || token.text == "norm" ||
                             token.text == "known" || token.text == "position";
        if (is_function || is_word)
          add(span.begin + token.begin, span.begin + token.end,
              is_function ? "a function" : "a word of formulas");
      }
    }
  }

  std::string_view text_;
  std::vector<Place> places_;
};

struct Tally {
  size_t asked = 0, first = 0, five = 0, tried = 0, compiled = 0;
};

double percent(size_t part, size_t all) {
  return all == 0 ? 100 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

class Measurement {
 public:
  explicit Measurement(const Options& options) : options_(options) {}

  void measure(const fs::path& folder) {
    const FolderReader disk(folder);
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().native().ends_with(".ishi.yaml"))
        files.push_back(fs::relative(entry.path(), folder).generic_string());
    }
    std::ranges::sort(files);
    for (const std::string& file : files) {
      Workspace workspace(disk);
      workspace.set_files(files);
      measure_file(workspace, disk, folder.filename().string(), file);
    }
  }

  [[nodiscard]] double milliseconds_at(double share) const {
    if (milliseconds_.empty()) return 0;
    std::ranges::sort(milliseconds_);
    return milliseconds_[static_cast<size_t>(share * static_cast<double>(milliseconds_.size() - 1))];
  }

  [[nodiscard]] int report() const {
    Tally all;
    for (const auto& [kind, tally] : tallies_) {
      all.asked += tally.asked;
      all.first += tally.first;
      all.five += tally.five;
      fmt::print(
          "{:<24} {:>6} asked, first {:>5.1f} %, among five {:>5.1f} %{}\n", kind, tally.asked,
          percent(tally.first, tally.asked), percent(tally.five, tally.asked),
          tally.tried == 0 ? "" : fmt::format(", {:>5.1f} % compile", percent(tally.compiled, tally.tried)));
    }
    fmt::print(
        "{:<24} {:>6} asked, first {:>5.1f} %, among five {:>5.1f} %; processor time {:.1f} ms, p95 {:.1f} "
        "ms\n",
        "all", all.asked, percent(all.first, all.asked), percent(all.five, all.asked), milliseconds_at(0.5),
        milliseconds_at(0.95));
    if (options_.tries)
      fmt::print(
          "of the first five that are offered {:.1f} % compile, their places filled as they are offered, and "
          "{:.1f} % "
          "add nothing to what is wrong without them ({} tried)\n",
          percent(compiled_, tried_), percent(harmless_, tried_), tried_);
    const bool is_good = percent(harmless_, tried_) >= options_.least_harmless &&
                         percent(all.first, all.asked) >= options_.least_first &&
                         percent(all.five, all.asked) >= options_.least_five && all.asked > 0;
    return is_good ? 0 : 1;
  }

 private:
  void measure_file(Workspace& workspace, const FileReader& disk, const std::string& story,
                    const std::string& file) {
    const std::string text = *disk.read(file);
    workspace.open(file, text, 1);
    static_cast<void>(workspace.diagnostics(file));
    ParsedFiles parsed;
    const auto checked = check_file(file, text, disk, parsed);
    int version = 1;
    size_t length = text.size();
    const PlaceCollector collector(*checked);
    for (const Place& place : collector.places()) {
      if (count_++ % options_.every != 0) continue;
      const std::string wanted = text.substr(place.begin, place.end - place.begin);
      std::string cut = text;
      cut.erase(place.begin, place.end - place.begin);
      workspace.change(file, {{0, static_cast<uint32_t>(length), cut}}, ++version);
      length = cut.size();
      const std::clock_t before = std::clock();
      const std::vector<Completion> offered = workspace.complete(file, place.begin);
      milliseconds_.push_back(1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
      // Of `needs.hunger` a part may have been deleted, and the whole is offered.
      const auto is_it = [&](const Completion& one) {
        return one.begin <= place.begin && cut.substr(0, one.begin) + one.label + cut.substr(one.end) == text;
      };
      const auto found = static_cast<size_t>(std::ranges::find_if(offered, is_it) - offered.begin());
      if (options_.tries) try_offers(disk, file, cut, place.begin, place.kind, offered);
      Tally& tally = tallies_[std::string(place.kind)];
      ++tally.asked;
      tally.first += found == 0 && !offered.empty() ? 1 : 0;
      tally.five += found < 5 && found < offered.size() ? 1 : 0;
      const bool is_missed = found >= options_.among || found >= offered.size();
      if (is_missed && shown_ < options_.misses) {
        ++shown_;
        std::string list;
        for (size_t i = 0; i < std::min<size_t>(6, offered.size()); ++i) list += " " + offered[i].label;
        const auto line = std::count(text.begin(), text.begin() + place.begin, '\n') + 1;
        fmt::print("{}/{}:{}: `{}` ({}) is {} of {}:{}\n", story, file, line, wanted, place.kind,
                   found < offered.size() ? fmt::format("{}", found + 1) : "none", offered.size(), list);
      }
    }
  }

  // Writes each of the first five that are offered into the text, and compiles it.
  void try_offers(const FileReader& disk, const std::string& file, const std::string& cut, uint32_t place,
                  std::string_view kind, const std::vector<Completion>& offered) {
    const auto faults_of = [](const CheckedFile& checked) {
      std::multiset<std::string> faults;
      for (const Diagnostic& one : checked.diagnostics.all())
        if (one.severity == Severity::error) faults.insert(one.message);
      return faults;
    };
    ParsedFiles parsed;
    const auto beside =
        faults_of(*check_file(file, with_placeholder(cut, place), disk, parsed, CheckDepth::names));
    for (size_t i = 0; i < std::min<size_t>(5, offered.size()); ++i) {
      const Completion& one = offered[i];
      const std::string text = cut.substr(0, one.begin) + filled_in(one) + cut.substr(one.end);
      const auto checked = check_file(file, text, disk, parsed, CheckDepth::names);
      const auto faults = faults_of(*checked);
      const bool is_harmless =
          std::ranges::all_of(faults, [&](const std::string& fault) { return beside.contains(fault); });
      ++tried_;
      compiled_ += faults.empty() ? 1 : 0;
      harmless_ += is_harmless ? 1 : 0;
      Tally& tally = tallies_[std::string(kind)];
      ++tally.tried;
      tally.compiled += faults.empty() ? 1 : 0;
      if (faults.empty() || refused_ >= options_.misses) continue;
      ++refused_;
      fmt::print("{}: `{}` ({}) would be wrong{}: {}\n", file, filled_in(one), kind,
                 is_harmless ? " as without it" : "", *faults.begin());
    }
  }

  Options options_;
  size_t tried_ = 0, compiled_ = 0, harmless_ = 0, refused_ = 0;
  std::map<std::string, Tally> tallies_;
  size_t count_ = 0;
  size_t shown_ = 0;
  mutable std::vector<double> milliseconds_;  // of processor time
};

}  // namespace

int main(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto number = [&] { return i + 1 < count ? std::atof(arguments[++i]) : 0; };
    if (word == "--every")
      options.every = std::max<size_t>(1, static_cast<size_t>(number()));
    else if (word == "--misses")
      options.misses = static_cast<size_t>(number());
    else if (word == "--among")
      options.among = static_cast<size_t>(number());
    else if (word == "--try")
      options.tries = true;
    else if (word == "--least-first")
      options.least_first = number();
    else if (word == "--least-five")
      options.least_five = number();
    else if (word == "--least-harmless")
      options.least_harmless = number();
    else
      options.folders.push_back(word);
  }
  Measurement measurement(options);
  for (const std::string& folder : options.folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory() && fs::exists(entry.path() / "ishi.yaml")) measurement.measure(entry.path());
    }
  }
  return measurement.report();
}
