#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/format.h"
#include "cli/verbs.h"

namespace ishi::compiler::cli {

// Reads the command line: CLI11 knows the verbs and their options, which look the same on each verb, and
// fills the structs of verbs.h. Nothing outside this folder knows CLI11.
class CommandLine {
 public:
  CommandLine();
  // The exit code of the verb, or kUsage with a message on stderr if the arguments are not those of one.
  int run(std::vector<std::string> arguments);

 private:
  int report(const CLI::ParseError& error);
  [[nodiscard]] const CLI::App* find_verb(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names_of_verbs() const;
  void report_unknown_verb(const std::string& word);
  // The verbs that take an option.
  [[nodiscard]] std::vector<std::string> verbs_with(const std::string& option) const;
  // False if all options of the verb, or of the tool before any verb, are known.
  bool report_unknown_option(const std::vector<std::string>& words);
  // What is missing, what that is, and how the verb is called.
  void report_required(const std::string& what, const CLI::App& verb) const;

  // Options that several verbs have.
  CLI::App* verb(const std::string& name, const std::string& text, const std::string& example);
  static void add_root(CLI::App* verb, std::string& root);
  // The same of a verb that also takes recordings.
  template <class Options>
  static void add_roots(CLI::App* verb, Options& options) {
    verb->add_option_function<std::vector<std::string>>(
            "--root",
            [&options](const std::vector<std::string>& roots) {
              options.root = roots.front();
              options.more_roots.assign(roots.begin() + 1, roots.end());
            },
            "The folder that includes stay inside (else the nearest folder upward that holds ishi.yaml).\nOf "
            "a "
            "recording: the folder of its sources; repeat it for other projects, and for those before and "
            "after a reload")
        ->type_name("DIR")
        ->expected(1)
        ->take_all();
  }
  static void add_paths(CLI::App* verb, std::vector<std::string>& paths, bool is_required);
  // The format of a verb that prints this.
  static void add_format(CLI::App* verb, Format& format, Printed printed);
  // The options of verbs that check sources; --watch is returned. Options exclude each other by their
  // addresses: by a name CLI11 looks in a function that ends the process where there is no memory.
  template <class Options>
  static CLI::Option* add_checking(CLI::App* verb, Options& options, Printed printed) {
    if constexpr (requires { options.more_roots; })
      add_roots(verb, options);
    else
      add_root(verb, options.root);
    add_format(verb, options.format, printed);
    verb->add_flag("--deny-warnings", options.denies_warnings,
                   "Warnings count as errors do, those of the analysis that check does among them");
    return verb->add_flag(
        "--watch", options.watches,
        "Go on: look again whenever a source is saved, until Ctrl-C; compiles what is affected");
  }
  static void add_jobs(CLI::App* verb, unsigned& jobs);
  void add_cache(CLI::App* verb);
  static void add_namespace(CLI::App* verb, std::string& name_space);

  // source_verbs.cpp
  void add_new();
  void add_check();
  void add_fmt();
  void add_rename();
  void add_build();
  void add_header();
  void add_show();
  void add_draw();
  void add_merge();
  void add_diff();
  void add_dump();

  // decision_verbs.cpp
  // About whom, and in which situation.
  static void add_situation(CLI::App* verb, AskOptions& ask);
  void add_test();
  void add_search();
  void add_why();
  void add_sweep();
  void add_tune();
  void add_play();

  // tool_verbs.cpp
  void add_replay();
  void add_live();
  void add_studio();
  void add_explain();
  void add_help();
  int help(const std::string& word);
  void add_schema();
  void add_lsp();
  void add_dap();

  CLI::App app_{"ishi: behaviour for game AI, written in YAML"};
  std::map<std::string, std::string> examples_;  // a call of each verb
  std::function<int()> action_;
  bool speaks_over_stdio_ = false;
  NewOptions new_;
  CheckOptions check_;
  FmtOptions fmt_;
  RenameOptions rename_;
  BuildOptions build_;
  HeaderOptions header_;
  TestOptions test_;
  std::string coverage_;
  SearchOptions search_;
  WhyOptions why_;
  PlayOptions play_;
  SweepOptions sweep_;
  TuneVerbOptions tune_;
  ShowOptions show_;
  DrawOptions draw_;
  MergeVerbOptions merge_;
  DiffOptions diff_;
  DumpOptions dump_;
  ReplayOptions replay_;
  LiveOptions live_;
  DapOptions dap_;
  StudioOptions studio_;
  SchemaOptions schema_;
  std::vector<std::string> code_;
  bool list_codes_ = false;
  bool reference_ = false;
  std::string reference_folder_;
};

// The verb of this tool, maybe with an option, that does what other tools call so: `build` for "compile";
// empty if none is known.
std::string_view own_verb_of(std::string_view other);

// A check of an option whose value is one of these words.
std::function<std::string(const std::string&)> one_of(std::vector<std::string> words);

}  // namespace ishi::compiler::cli
