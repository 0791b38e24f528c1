#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "project.h"

// How long the tool takes to build a project of many files: from nothing, with a cache, and when nothing has
// changed; against yaml-cpp, which merely parses the same text on one core. `compile_benchmark --help` says
// how it is called.

extern char** environ;

namespace ishi::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUsage =
    R"(usage: compile_benchmark [--quick] [--files N] [--runs N] [--jobs N] [--tool FILE] [-o FILE]

Makes a project of 1000 files of 10 kB in a temporary folder, builds it, and prints a line for each figure.

  --quick      100 files, each figure once
  --files N    another number of files
  --runs N     how often each is measured (5); the medians are printed
  --jobs N     how many files the tool builds at once (one a core)
  --tool FILE  the tool to measure
  -o FILE      the figures as JSON, too
)";

struct Settings {
  size_t files = 1000;
  size_t runs = 5;
  size_t jobs = 0;
  std::string tool = ISHI_TOOL;
  std::string json;
};

// Of the real clock, and of all cores together.
struct Seconds {
  double real = 0;
  double cores = 0;
};

double cores_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Seconds measure(int who, const std::function<void()>& work) {
  const double cores = cores_seconds(who);
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> real = std::chrono::steady_clock::now() - start;
  return {real.count(), cores_seconds(who) - cores};
}

class NoHandler final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
  }
  void OnMapEnd() override {}
};

void parse_all(const std::vector<ProjectFile>& project) {
  NoHandler handler;
  for (const ProjectFile& file : project) {
    std::istringstream stream(file.text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(handler)) {
    }
  }
}

// A folder that is gone when it goes out of scope.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "ishi_compile_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Calls the tool; what it says goes to `messages`.
void call(const std::vector<std::string>& words, const fs::path& messages) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0666);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(fmt::format("{} cannot be run", words[0]));
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(
        fmt::format("{} failed; what it said is in {}", fmt::join(words, " "), messages.string()));
}

Seconds median(std::vector<Seconds> runs) {
  const auto middle = [&](double Seconds::*part) {
    std::ranges::sort(runs, {}, part);
    return runs[runs.size() / 2].*part;
  };
  return {middle(&Seconds::real), middle(&Seconds::cores)};
}

struct Figure {
  std::string name;
  std::string what;
  std::function<void()> before;
  std::function<void()> work;
  int who = RUSAGE_CHILDREN;
  std::vector<Seconds> runs = {};
};

std::string json_text(const Settings& settings, size_t bytes, const std::vector<Figure>& figures) {
  std::string text = fmt::format(
      "{{\n  \"version\": 1,\n  \"files\": {},\n  \"bytes\": {},\n  \"runs\": {},\n  \"figures\": {{\n",
      settings.files, bytes, settings.runs);
  for (size_t i = 0; i < figures.size(); ++i) {
    const Seconds seconds = median(figures[i].runs);
    text += fmt::format("    \"{}\": {{ \"seconds\": {:.6f}, \"core_seconds\": {:.6f} }}{}\n",
                        figures[i].name, seconds.real, seconds.cores, i + 1 < figures.size() ? "," : "");
  }
  return text + "  }\n}\n";
}

void run(const Settings& settings) {
  const std::vector<ProjectFile> project = make_project(settings.files, 10'240);
  size_t bytes = 0;
  const Folder folder;
  const fs::path source = folder.path() / "source";
  const fs::path blobs = folder.path() / "blobs";
  const fs::path cache = folder.path() / "cache";
  for (const ProjectFile& file : project) {
    bytes += file.text.size();
    write(source / file.path, file.text);
  }
  std::vector<std::string> build = {settings.tool, "build", source, "-o", blobs};
  if (settings.jobs > 0) build.insert(build.end(), {"--jobs", std::to_string(settings.jobs)});
  const fs::path messages = folder.path() / "messages";
  const auto call_build = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = build;
    words.insert(words.end(), more.begin(), more.end());
    call(words, messages);
  };
  const auto cached = [&] { call_build({"--cache", cache}); };
  const auto clean = [&] { fs::remove_all(blobs); };
  const std::string one = source / project.back().path;
  // In turn, so that whatever else the machine does concerns all alike.
  std::vector<Figure> figures = {
      {"parse", "yaml-cpp parses the same text, one core", [] {}, [&] { parse_all(project); }, RUSAGE_SELF},
      {"no_cache", "a build without a cache", clean, [&] { call_build({"--no-cache"}); }},
      {"cold", "a build that fills the cache",
       [&] {
         clean();
         fs::remove_all(cache);
       },
       cached},
      {"warm", "a build of everything from the cache", clean, cached},
      {"unchanged", "a build when nothing has changed", [] {}, cached},
      {"check", "check of one file and what it includes", [] {},
       [&] {
         call({settings.tool, "check", one}, messages);
       }},
  };
  for (size_t i = 0; i < settings.runs; ++i) {
    for (Figure& figure : figures) {
      figure.before();
      figure.runs.push_back(measure(figure.who, figure.work));
    }
  }
  fmt::print("{} files, {:.1f} MB, medians of {}, on {} cores\n", settings.files,
             static_cast<double>(bytes) * 1e-6, settings.runs, std::thread::hardware_concurrency());
  const double parse = median(figures[0].runs).real;
  for (const Figure& figure : figures) {
    const Seconds seconds = median(figure.runs);
    fmt::print("{:42} {:9.1f} ms  {:5.2f} of parsing  {:9.1f} ms of all cores\n", figure.what,
               seconds.real * 1e3, seconds.real / parse, seconds.cores * 1e3);
  }
  if (!settings.json.empty()) write(fs::absolute(settings.json), json_text(settings, bytes, figures));
}

bool read_number(std::string_view text, size_t least, size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= least;
}

bool read(const std::vector<std::string>& words, Settings& settings) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string value = i + 1 < words.size() ? words[i + 1] : "";
    if (words[i] == "--quick") {
      settings.files = 100;
      settings.runs = 1;
      continue;
    }
    bool is_known = false;
    if (words[i] == "--files") is_known = read_number(value, 30, settings.files);
    if (words[i] == "--runs") is_known = read_number(value, 1, settings.runs);
    if (words[i] == "--jobs") is_known = read_number(value, 1, settings.jobs);
    if (words[i] == "--tool") is_known = !(settings.tool = value).empty();
    if (words[i] == "-o") is_known = !(settings.json = value).empty();
    if (!is_known) return false;
    ++i;
  }
  return true;
}

}  // namespace
}  // namespace ishi::benchmarks

int main(int count, char** arguments) {
  using namespace ishi::benchmarks;
  Settings settings;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words == std::vector<std::string>{"--help"}) {
    fmt::print("{}", kUsage);
    return 0;
  }
  if (!read(words, settings)) {
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  try {
    run(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "compile_benchmark: {}\n", error.what());
    return 1;
  }
  return 0;
}
