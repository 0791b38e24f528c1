// How often a slip of one letter in a name is answered with the right name.
//
//   slips FOLDER…            makes every slip of every name in the .ishi.yaml files below the folders
//   slips --every N FOLDER…  … every N-th of them, for a test that takes seconds
//
// A place where a name is used is found by what the compiler does: a name that nobody has is refused there.
// In such a place each slip is made alone: a letter left out, doubled or put in, another letter, two letters
// swapped. It is answered rightly if the mend that the message offers gives the text that it was made from.
// Prints the share; exits with 1 if it is below the bar.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/diagnostics.h"
#include "pipeline/pipeline.h"
#include "resolve/parsed_files.h"
#include "source/read_file.h"
#include "system/whole_file.h"

namespace fs = std::filesystem;
using namespace ishi;
using namespace ishi::compiler;

namespace {

constexpr double kBar = 0.95;
constexpr std::string_view kNobody = "qqzvqxxjvwqz";  // near to no name

struct File {
  fs::path folder;   // the root of its project
  std::string name;  // below it
  std::string text;
};

struct Place {
  size_t begin;
  std::string name;
  Code code;  // what is said there of a name that nobody has
};

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_of_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

std::vector<Place> words(const std::string& text) {
  std::vector<Place> result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end > i && is_letter(text[i])) result.push_back({i, text.substr(i, end - i), Code{}});
    i = std::max(end, i + 1);
  }
  return result;
}

// All that one slip makes of a name, each text once.
std::set<std::string> slips(const std::string& name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz_";
  std::set<std::string> result;
  for (size_t i = 0; i <= name.size(); ++i) {
    for (const char letter : kLetters) {
      result.insert(name.substr(0, i) + letter + name.substr(i));
      if (i < name.size()) result.insert(name.substr(0, i) + letter + name.substr(i + 1));
    }
    if (i < name.size()) result.insert(name.substr(0, i) + name.substr(i + 1));
    if (i + 1 < name.size()) {
      std::string swapped = name;
      std::swap(swapped[i], swapped[i + 1]);
      result.insert(swapped);
    }
  }
  result.erase(name);
  return result;
}

class Compiler {
 public:
  explicit Compiler(const File& file) : file_(file), reader_(file.folder) {}

  std::vector<Diagnostic> errors(std::string text) {
    Sources sources;
    Diagnostics diagnostics;
    (void)analyze_source(file_.name, std::move(text), reader_, sources, diagnostics, &included_);
    std::vector<Diagnostic> errors = diagnostics.sorted();
    std::erase_if(errors, [](const Diagnostic& one) { return one.severity != Severity::error; });
    return errors;
  }

 private:
  const File& file_;
  FolderReader reader_;
  ParsedFiles included_;
};

// The text with `length` bytes at `begin` replaced.
std::string with(const std::string& text, size_t begin, size_t length, std::string_view replacement) {
  return std::string(text).replace(begin, length, replacement);
}

std::vector<Place> uses(const File& file, Compiler& compiler) {
  std::vector<Place> result;
  for (Place& word : words(file.text)) {
    const size_t end = word.begin + kNobody.size();
    for (const Diagnostic& error : compiler.errors(with(file.text, word.begin, word.name.size(), kNobody))) {
      const bool is_there = error.span.file == 0 && error.span.begin <= word.begin && error.span.end >= end;
      if (!is_there || error.message.find(kNobody) == std::string::npos) continue;
      word.code = error.code;
      result.push_back(word);
      break;
    }
  }
  return result;
}

enum class Answer { right, other, none, compiles };

// What is said to `text`, which was `meant` before the slip at `begin`.
Answer answer(const std::vector<Diagnostic>& errors, const std::string& text, const std::string& meant,
              size_t begin) {
  if (errors.empty()) return Answer::compiles;
  Answer result = Answer::none;
  for (const Diagnostic& error : errors) {
    if (error.span.file != 0 || error.edits.empty() || error.span.begin > begin || error.span.end < begin)
      continue;
    const Edit& edit = error.edits.front();
    if (with(text, edit.span.begin, edit.span.end - edit.span.begin, edit.replacement) == meant)
      return Answer::right;
    result = Answer::other;
  }
  return result;
}

struct Count {
  size_t slips = 0;
  size_t right = 0;
  size_t compile = 0;  // mean something else without an error: nobody can answer them

  void add(Answer given) {
    compile += given == Answer::compiles ? 1 : 0;
    slips += given == Answer::compiles ? 0 : 1;
    right += given == Answer::right ? 1 : 0;
  }
  Count& operator+=(const Count& more) {
    slips += more.slips;
    right += more.right;
    compile += more.compile;
    return *this;
  }
  [[nodiscard]] double share() const {
    return slips == 0 ? 1 : static_cast<double>(right) / static_cast<double>(slips);
  }
};

constexpr size_t kLengths = 6;  // 1, 2, 3, 4, 5 and more letters

struct Figures {
  size_t places = 0;
  std::array<Count, kLengths> by_length;
  std::map<Code, Count> by_code;
  std::map<std::string, size_t> misses;  // "name ← slip"

  Figures& operator+=(const Figures& more) {
    places += more.places;
    for (size_t i = 0; i < kLengths; ++i) by_length[i] += more.by_length[i];
    for (const auto& [code, count] : more.by_code) by_code[code] += count;
    for (const auto& [miss, count] : more.misses) misses[miss] += count;
    return *this;
  }
  [[nodiscard]] Count from_length(size_t least) const {
    Count sum;
    for (size_t i = least; i < kLengths; ++i) sum += by_length[i];
    return sum;
  }
};

// The slips of every place whose number is `part` modulo `parts`.
Figures measure(const File& file, const std::vector<Place>& places, size_t part, size_t parts, size_t every) {
  Compiler compiler(file);
  Figures figures;
  for (size_t i = part; i < places.size(); i += parts) {
    const Place& place = places[i];
    ++figures.places;
    size_t number = i;  // so that other places take other slips
    for (const std::string& slip : slips(place.name)) {
      if (number++ % every != 0) continue;
      const std::string text = with(file.text, place.begin, place.name.size(), slip);
      const Answer given = answer(compiler.errors(text), text, file.text, place.begin);
      figures.by_length[std::min(place.name.size(), kLengths - 1)].add(given);
      figures.by_code[place.code].add(given);
      if (given == Answer::other || given == Answer::none)
        ++figures.misses[fmt::format("{} {} <- {}{}", code_text(place.code), place.name, slip,
                                     given == Answer::none ? " (nothing)" : "")];
    }
  }
  return figures;
}

std::vector<File> find_files(const std::vector<fs::path>& folders) {
  std::vector<File> files;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.path().filename().string().ends_with(".ishi.yaml")) continue;
      if (auto text = read_whole(entry.path(), 1 << 20))
        files.push_back({entry.path().parent_path(), entry.path().filename().string(), std::move(*text)});
    }
  }
  std::ranges::sort(files, {}, [](const File& file) { return file.folder / file.name; });
  return files;
}

void print(const char* what, const Count& count) {
  fmt::print("{:<28} {:>9} slips  {:6.2f} %", what, count.slips, 100 * count.share());
  fmt::print("{}\n", count.compile == 0 ? "" : fmt::format("  ({} more mean something else)", count.compile));
}

}  // namespace

int main(int count, char** arguments) {
  size_t every = 1;
  size_t most_misses = 0;
  std::vector<fs::path> folders;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--every" && i + 1 < count)
      every = std::max<size_t>(1, std::strtoul(arguments[++i], nullptr, 10));
    else if (argument == "--misses" && i + 1 < count)
      most_misses = std::strtoul(arguments[++i], nullptr, 10);
    else
      folders.emplace_back(argument);
  }
  const std::vector<File> files = find_files(folders);
  const size_t parts = std::max(1U, std::thread::hardware_concurrency());
  Figures all;
  for (const File& file : files) {
    Compiler compiler(file);
    if (!compiler.errors(file.text).empty()) {
      fmt::print("{} has errors before any slip\n", (file.folder / file.name).string());
      return 1;
    }
    const std::vector<Place> places = uses(file, compiler);
    std::vector<Figures> figures(parts);
    std::vector<std::thread> threads;
    for (size_t part = 0; part < parts; ++part)
      threads.emplace_back([&, part] { figures[part] = measure(file, places, part, parts, every); });
    for (std::thread& thread : threads) thread.join();
    for (const Figures& part : figures) all += part;
  }
  if (all.places == 0) {
    fmt::print("no names in use were found\n");
    return 1;
  }
  fmt::print("names in use: {} places in {} files\n", all.places, files.size());
  for (const auto& [code, one] : all.by_code) print(code_text(code).c_str(), one);
  print("of 1 letter", all.by_length[1]);
  print("of 2 letters", all.by_length[2]);
  print("of 3 letters", all.by_length[3]);
  print("of 4 letters", all.by_length[4]);
  print("of 5 and more", all.by_length[5]);
  print("of 3 and more", all.from_length(3));
  print("all", all.from_length(0));
  std::vector<std::pair<size_t, std::string>> misses;
  for (const auto& [miss, times] : all.misses) misses.emplace_back(times, miss);
  std::ranges::stable_sort(misses, std::greater{}, [](const auto& miss) { return miss.first; });
  for (size_t i = 0; i < std::min(most_misses, misses.size()); ++i)
    fmt::print("{:>6} {}\n", misses[i].first, misses[i].second);
  return all.from_length(0).share() >= kBar ? 0 : 1;
}
