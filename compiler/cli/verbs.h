#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/format.h"
#include "ishi/types.h"
#include "workspace/ask/situation_question.h"

// The tool's verbs: each takes its options and returns an exit code (exit_code.h). Data goes to stdout,
// messages to stderr. command_line/ reads the command line into these structs.

namespace ishi::compiler::cli {

// The language server, until its client ends it.
int run_lsp();

// The debug adapter, until its client disconnects.
struct DapOptions {
  std::optional<uint16_t> port;  // port on the loopback interface, 0: any free one; nothing: stdin and stdout
};
int run_dap(const DapOptions& options);

struct CheckOptions {
  std::vector<std::string> paths;
  std::string root;
  Format format = Format::human;
  bool denies_warnings = false;
  bool watches = false;
  bool fixes = false;
  bool thorough = false;  // takes about a second for each agent
  unsigned jobs = 0;      // 0: one a core
};
int run_check(const CheckOptions& options);

struct BuildOptions {
  std::vector<std::string> paths;
  std::string root;
  std::string output;
  Format format = Format::human;
  bool denies_warnings = false;
  bool watches = false;
  bool depfile = false;
  bool strip = false;
  bool stats = false;
  bool prunes = false;  // deletes blobs that no source becomes any more
  std::string header;   // the file of the contract's header, or empty
  std::string kernels;  // the file of the kernels, or empty
  std::string name_space = "game";
  std::string cache;  // its folder; empty: one beside the output
  bool uses_cache = true;
  unsigned jobs = 0;
};
int run_build(const BuildOptions& options);

struct HeaderOptions {
  std::vector<std::string> paths;
  std::string root;
  std::string output;
  std::string language = "cpp";  // one of header_languages
  std::string name_space;        // empty: the language's usual one
  unsigned jobs = 0;
};
int run_header(const HeaderOptions& options);
[[nodiscard]] std::vector<std::string> header_languages();

struct TestOptions {
  std::string recording;  // whose moment becomes a test; empty: tests are run
  std::string moment, agent;
  bool coverage = false;
  std::string coverage_page;      // an HTML file, or empty
  bool mutates = false;           // not while it watches
  std::vector<std::string> only;  // of its mutants, as ChosenMutants has them; none: all
  std::string mutants_page;       // a file that gets what is printed of them, or empty
  bool writes = false;            // adds failing runs of tests that vary to their files, as tests
  std::vector<std::string> paths;
  std::string root;
  std::vector<std::string> more_roots;  // of a recording, as AskOptions has them
  std::string filter;
  Format format = Format::human;
  bool denies_warnings = false;
  bool watches = false;
  unsigned jobs = 0;
};
int run_test(const TestOptions& options);

// A search through many runs of tests that vary.
inline constexpr uint64_t kMostSearchedRuns = 1'000'000'000;
struct SearchOptions {
  std::vector<std::string> paths;
  std::string root;
  std::string filter;
  uint64_t runs = 0;              // 0: 20000, or as many as there is time for
  std::optional<double> seconds;  // wall-clock time after which no more runs begin
  uint64_t seed = 0;
  std::string shard;               // "3/64", or empty: all of it
  std::vector<std::string> merge;  // results of shards, as JSON; empty: it searches
  std::string log;                 // a file that gets a line for each run; empty: none
  bool writes = false;
  unsigned jobs = 0;
  Format format = Format::human;
};
int run_search(const SearchOptions& options);

// The parts of a question by their flags.
inline constexpr QuestionWords kFlags = {.agent = "--agent",
                                         .test = "--test",
                                         .moment = "--at",
                                         .importance = "--importance",
                                         .running = "--running",
                                         .state = "--state",
                                         .set = "--set",
                                         .world = "--world",
                                         .remembers = "--remembers",
                                         .at = "--at",
                                         .fail = "--fail",
                                         .duration = "--for",
                                         .over = "--over"};
// A file, and what is asked about it.
struct AskOptions : SituationQuestion {
  AskOptions() { words = kFlags; }
  std::string path;
  std::string root;
  std::vector<std::string> more_roots;  // of a recording, whose assets may come from several builds
};

struct WhyOptions : AskOptions {
  WhyOptions() { asks_of_one = true; }
  Format format = Format::human;
};
int run_why(const WhyOptions& options);

struct PlayOptions : AskOptions {
  std::string from;   // of a recording: when it begins; empty: at its beginning
  bool keys = false;  // of a recording: shows each change of a key
  uint64_t seed = 0;
  bool step = false;   // wait for a line of the input after each moment
  std::string only;    // the topics whose lines are printed, with commas; empty: all
  bool full = false;   // prints what repeats each time
  bool quiet = false;  // prints no line of the timeline, only what it adds up to
  Format format = Format::human;
  std::string picture;  // an SVG file, or empty
  std::string map;      // the same, of the agents' maps with what they did
};
int run_play(const PlayOptions& options);

struct FmtOptions {
  std::vector<std::string> paths;  // or "-" alone: from stdin to stdout
  std::string root;
  bool only_checks = false;  // names what would change, and changes nothing
  bool shows_diff = false;   // the same, with the changes
  size_t width = 120;        // of lines, in characters
  unsigned jobs = 0;
};
int run_fmt(const FmtOptions& options);

struct RenameOptions {
  std::string from, to;            // `flee`, or with what it is a part of: `actions.flee`, `guard.calm`
  std::vector<std::string> paths;  // where the name is declared
  std::string root;
  bool writes = false;
  bool keeps_old_name = true;  // writes `renamed_from` where saves depend on the name
};
int run_rename(const RenameOptions& options);

struct SweepOptions : AskOptions {
  SweepOptions() { asks_of_one = true; }
  std::vector<std::string> over;  // keys and levels, one or two; `hp=20..60` is a part of one
  Format format = Format::human;
  std::string picture;        // an SVG file, or empty
  bool writes_tests = false;  // in place of the rest
};
int run_sweep(const SweepOptions& options);

struct TuneVerbOptions {
  std::string path;
  std::string root;
  std::vector<std::string> from;   // CSV files, recordings, or "tests"
  std::vector<std::string> tunes;  // PATH or PATH=LO..HI; empty: what the file marks
  std::string recording;           // of whose times a CSV file is; empty: it is about situations
  std::string agent;               // of labels that do not say whose they are
  std::optional<double> margin;
  bool writes = false;
  unsigned jobs = 0;
  Format format = Format::human;
};
int run_tune(const TuneVerbOptions& options);

struct MergeVerbOptions {
  std::string base, ours, theirs;  // paths
  std::string output;              // empty: stdout
  std::string path;                // in the project; empty: nothing is checked
  unsigned marker_size = 7;
  bool installs = false;
};
// Exit codes: 0 merged; 1 with conflicts, or with an error that neither text has.
int run_merge(const MergeVerbOptions& options);

struct ShowOptions {
  std::string path;
  std::string root;
  std::string agent;     // empty: the whole program
  bool comments = true;  // where values come from
  bool defaults = false;
};
int run_show(const ShowOptions& options);

enum class DrawnAs : uint8_t { svg, dot, mermaid };
struct DrawOptions {
  std::string path;
  std::string root;
  std::string agent;                // empty: each agent of the file itself
  std::string only_to;              // an action: what leads to it, and what it leads to; empty: everything
  std::vector<std::string> folded;  // kinds of parts, each drawn as one box: "senses", "memories", …
  std::string output;               // a file; empty: stdout
  DrawnAs as = DrawnAs::svg;
};
// The map of agents. A file with errors is drawn as far as it could be read; then the exit code says so.
int run_draw(const DrawOptions& options);

struct DiffOptions {
  std::string older;  // a source file, or a folder of them; both the same
  std::string newer;
  std::vector<std::string> more_newer;  // of a recording, whose assets may be of several sources
  std::string root;
  std::string agent;  // empty: all that both have
  std::string trace;  // a file of recorded decisions, or empty
  uint64_t samples = 1'000'000;
  std::string sample = "mixed";  // how they are drawn: as SampleMixture
  bool has_sampling = false;     // one of these two is given
  Format format = Format::human;
};
int run_diff(const DiffOptions& options);

struct DumpOptions {
  std::string blob;
  bool program = false;
};
int run_dump(const DumpOptions& options);

// The page of a project, served to this machine until the process is ended.
struct StudioOptions {
  std::string folder = ".";
  std::string recording;  // a file that is opened at once; empty: none
  std::string page;       // the folder of the page's files; empty: those that were built in
  int port = 0;           // 0: the first free one
  bool opens = true;
};
int run_studio(const StudioOptions& options);

struct ReplayOptions {
  std::string recording;
  uint32_t threads = 1;
  uint32_t agents_per_job = 0;  // 0: as many as is usual
  InstructionSet instructions = InstructionSet::best;
  Format format = Format::human;
};
int run_replay(const ReplayOptions& options);

// Running games.
struct LiveOptions {
  std::string game;  // "arena" or "arena-1234"; empty: those that run are listed
  int port = 0;      // of this machine's loopback, in place of a name; 0: none
  std::string agent, where;
  std::vector<std::string> sets, events;         // KEY=VALUE; EVENT FIELD=VALUE …
  uint32_t team = 0;                             // whose keys are set
  std::optional<std::string> completed, failed;  // tasks; empty: the one that runs
  std::string chosen;                            // an action
  bool thinks = false, writes_dashcam = false;
  bool holds = false, goes_on = false;
  uint32_t steps = 0;
  std::string reload;  // sources
  bool watches = false;
  std::string recording;  // a file to which it is recorded; empty: none
  std::string duration;   // how long; empty: until somebody ends it
  bool past = false;      // the seconds that the game keeps come first
  bool keys = false;      // shows each change of a key
  std::string only;       // topics of the timeline, as PlayOptions has them
  std::string root;
  std::vector<std::string> more_roots;
  Format format = Format::human;
};
int run_live(const LiveOptions& options);

int run_explain(const std::string& code);  // or a word

// A word of the language or a code, after the usage of the verb of that name, if there is one, has been
// printed.
int run_help(const std::string& word, bool is_verb, std::span<const std::string_view> verbs);
int run_explain_list();       // every code and what it is about
int run_explain_reference();  // every code at length, in Markdown

struct SchemaOptions {
  std::optional<std::string> project;  // with the names of the files of this PATH
  std::string root;
};
int run_schema(const SchemaOptions& options);

int run_reference();
// The reference as pages below a folder; those that are there already are replaced.
int run_reference_pages(const std::string& folder);

struct NewOptions {
  std::string name;
  std::string project_template = "guard";
};
int run_new(const NewOptions& options);

// What a new project may begin as.
struct ProjectTemplate {
  std::string_view name;
  std::string_view about;  // one sentence without its full stop
};
[[nodiscard]] std::vector<ProjectTemplate> project_templates();

}  // namespace ishi::compiler::cli
