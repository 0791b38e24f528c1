#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/output/format.h"
#include "ishi/compiler/compile.h"
#include "resolve/parsed_files.h"
#include "source/project_files.h"
#include "source/sources.h"

// Compiling many files at once, with messages in the order of the files.

namespace ishi::compiler {
struct CheckedFile;
}  // namespace ishi::compiler

namespace ishi::compiler::cli {

// Calls `work(i)` for 0 ≤ i < count on `jobs` threads (0: one a core), with a progress bar; and `take(i)`,
// one at a time and in order, as soon as the work of all up to i is done. What either throws ends the work
// and is thrown on.
void for_all(size_t count, unsigned jobs, std::string_view what, const std::function<void(size_t)>& work,
             const std::function<void(size_t)>& take);

// The files below one root, which are read and parsed once for all that include them. Any thread.
struct Project {
  explicit Project(const std::filesystem::path& root) : files(root) {}

  ProjectFiles files;
  ParsedFiles parsed;
};

// The projects of a batch.
class Projects {
 public:
  explicit Projects(const std::vector<Input>& inputs) {
    for (const Input& input : inputs) projects_.try_emplace(input.root.string(), input.root);
  }

  // That of one of these inputs. Any thread.
  [[nodiscard]] Project& of(const Input& input) { return projects_.at(input.root.string()); }

 private:
  std::map<std::string, Project> projects_;
};

// Gathers the diagnostics of several compilations for printing: each once, though several files may
// include the one where it stands.
class Findings {
 public:
  // The findings of the compilation of the file that is shown as `main`. `read`: all files that it
  // read, as they are shown; those of `sources`, if it is not given.
  void add(const Verdict& verdict, const Sources& sources, const std::string& main);
  void add(const Verdict& verdict, const Sources& sources, const std::string& main,
           const std::vector<std::string>& read);
  // After the last: comments that silence nothing in any of the compilations are found (IS505), and parts of
  // files that none of the assets uses which include them. A file that was merely included is left alone,
  // since others may include it.
  void settle();

  [[nodiscard]] size_t errors() const { return errors_; }
  [[nodiscard]] size_t warnings() const { return warnings_; }

  // Their contents, in the order in which they are printed.
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return diagnostics_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }

  // True if there is something that keeps a verb from being good.
  [[nodiscard]] bool are_bad(bool denies_warnings) const {
    return errors_ > 0 || (denies_warnings && warnings_ > 0);
  }

  // All diagnostics as `format` has it: for people to stderr, with a closing line; for programs to stdout.
  struct Ending {
    bool is_complete = true;       // could all be read and written that was asked for?
    bool is_one_line = false;      // for programs that read a line at a time
    std::string_view if_denied{};  // said in the closing line if there are warnings
    bool is_thorough = false;      // has it looked for as long as it ever does?
  };
  void print(Format format, const Ending& ending) const;
  // The errors alone, for verbs that are not about what is wrong: to stderr. Warnings are counted, with the
  // command that tells them; `path` is what was given to the verb.
  void print_errors(std::string_view path) const;
  // One object of the format json, for verbs whose own object holds it.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  using Place = std::tuple<uint32_t, uint32_t, uint32_t>;  // file, begin, end

  static Place place(Span span) { return {span.file, span.begin, span.end}; }
  [[nodiscard]] bool is_new(const Diagnostic& diagnostic, const Sources& sources);
  [[nodiscard]] Diagnostic moved(const Diagnostic& diagnostic, const Sources& sources);
  [[nodiscard]] Span moved(Span span, const Sources& sources);
  void insert(Diagnostic finding);
  void settle_unused();
  [[nodiscard]] bool is_told_of_import(const Diagnostic& finding, bool is_own, const std::string& main);
  void drop_told_by_own();
  static std::string assets_text(const std::set<std::string>& assets);
  static std::string told_apart_by(const Diagnostic& finding);
  void print_unfinished(bool is_thorough) const;
  void print_closing_line(std::string_view if_denied) const;

  Sources sources_;                        // the files with findings, each once
  std::map<std::string, uint32_t> files_;  // in sources_, by the path shown
  std::vector<Diagnostic> diagnostics_;
  std::vector<Silenced> silenced_;
  std::set<std::string> seen_;
  // What is wrong in a file that another one imports is found again there, where its names stand behind an
  // alias: it is told once, as the file's own compilation tells it if that is among them.
  std::map<std::pair<Code, Place>, std::string> told_by_;  // the main file whose compilation told it first
  std::set<std::tuple<Code, Place, std::string>>
      told_abroad_;  // by message: not by the file's own compilation
  std::set<Place> told_at_home_;
  std::set<std::string> mains_;          // by the path shown
  std::set<Place> needed_;               // the comments that silence something
  std::map<Place, Diagnostic> idle_;     // those that silence nothing in some compilation
  std::vector<std::string> unfinished_;  // agents

  // A part of a file that nothing uses, as far as the assets know that say so.
  struct Unused {
    Diagnostic finding;
    std::set<std::string> assets;
    bool is_said = false;  // it stands in diagnostics_
  };
  std::map<std::tuple<Code, Place, std::string>, Unused> unused_;
  std::map<std::string, std::set<std::string>> assets_of_;  // by file the assets that read it
  size_t errors_ = 0;
  size_t warnings_ = 0;
};

// JSON on one line if that is asked for, for programs that read a line at a time. `json`: laid out by us.
[[nodiscard]] std::string on_lines(std::string json, bool is_one_line);

// "2 errors, 1 warning", "no errors".
[[nodiscard]] std::string count_text(size_t errors, size_t warnings);

// Reads, checks and compiles one file, for verbs that need it without errors. Null after messages on stderr;
// `code` is then the exit code.
[[nodiscard]] std::shared_ptr<CheckedFile> read_sound_file(const Input& input, int& code);
// The same; what is wrong with the file is added to `broken`, to be printed with that of others.
[[nodiscard]] std::shared_ptr<CheckedFile> read_sound_file(const Input& input, int& code, Findings& broken);

}  // namespace ishi::compiler::cli
