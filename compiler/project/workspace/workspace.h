#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "source/stop.h"
#include "workspace/answers.h"
#include "workspace/ask/asked_situation.h"
#include "workspace/ask/file_difference.h"
#include "workspace/ask/new_test.h"
#include "workspace/ask/winning.h"
#include "workspace/checked_file.h"
#include "workspace/file_test_runs.h"
#include "workspace/score_ranges.h"
#include "workspace/snapshot_reader.h"
#include "workspace/subjects.h"

// The files of a project as somebody edits them, and what can be asked about them: the engine behind the
// language server, and behind whoever else holds texts that are on no disk.
//
// It does no input or output of its own: files come through a FileReader, and it is told when they change.
// Any thread may call; calls wait for each other, but for those that run or ask what agents do: these work
// on what is compiled, which nobody changes, so others are answered meanwhile. Answers are of the texts at
// the time of the call, never of older ones. Whole files are compiled anew; what has been made of texts that
// are the same now is kept.

namespace ishi::compiler {

struct EditsByPicture;
struct MapQuestion;
struct PartOfText;
struct PictureEdit;
struct SwitchedOff;

class Workspace {
 public:
  // `disk` must outlive it. Paths are relative to its root.
  explicit Workspace(const FileReader& disk);

  // Asked between files, between the phases of a compilation, and by proofs: once it is true questions end
  // with Stopped, until another one is set. Any thread asks, one at a time; empty: nothing stops.
  void stop_if(Stop is_unwanted);
  struct Stopped {};

  // --- Texts. What is open lies over what is on disk.
  void open(const std::string& path, std::string text, int version);
  // Replaces bytes of an open text, one edit after the other; places beyond its end are its end.
  struct Change {
    uint32_t begin = 0, end = 0;
    std::string text;
  };
  void change(const std::string& path, const std::vector<Change>& changes, int version);
  void close(const std::string& path);
  [[nodiscard]] bool is_open(const std::string& path) const;
  // As it is now; nothing if it cannot be read.
  [[nodiscard]] std::optional<std::string> text(const std::string& path);
  [[nodiscard]] int version(const std::string& path) const;

  // The source files of the project. Files of which nothing says so are known once they are opened.
  void set_files(const std::vector<std::string>& paths);
  [[nodiscard]] std::vector<std::string> files() const;
  // Some file on disk has changed, has come or has gone; or any of them.
  void note_disk_change(const std::string& path);
  void note_disk_changes();

  // --- What is wrong.
  // The messages of `ishi check` about the file, without those of the analysis.
  [[nodiscard]] FileFindings diagnostics(const std::string& path);
  // All that `ishi check` says; some ten milliseconds more.
  [[nodiscard]] FileFindings analyze(const std::string& path);
  // The texts that answers about a file are made of, and whether they are the same now: for those who have
  // asked something that takes long.
  [[nodiscard]] std::vector<Dependency> dependencies(const std::string& path);
  [[nodiscard]] bool is_current(const std::vector<Dependency>& dependencies);
  // Looks up the names of one file of the project whose names are not known; false if there is none. For
  // times when nobody waits: questions about the whole project do the rest themselves, on all cores.
  bool index_next();
  // Their number.
  [[nodiscard]] size_t count_unindexed();

  // --- Names. All places at which a name stands, in any file of the project.
  [[nodiscard]] std::vector<FilePlace> definition(const std::string& path, uint32_t offset);
  [[nodiscard]] std::vector<FoundName> references(const std::string& path, uint32_t offset);
  // Those in the file itself.
  [[nodiscard]] std::vector<FoundName> highlights(const std::string& path, uint32_t offset);
  // The name that could be renamed there; nothing if there is none, or the language gave it.
  [[nodiscard]] std::optional<FilePlace> renamable(const std::string& path, uint32_t offset);
  // Edits that give a name another text wherever it stands. They are tried: what compiled before compiles
  // afterwards, and every name means what it did.
  [[nodiscard]] Renaming rename(const std::string& path, uint32_t offset, const std::string& name);
  // After a rename that has been carried out, the edit that writes `renamed_from` for the entry at a place;
  // none where that would say nothing, or stands there already.
  [[nodiscard]] std::vector<CodeAction> keep_old_name(const std::string& path, uint32_t offset);

  // --- One file.
  [[nodiscard]] std::vector<OutlineEntry> outline(const std::string& path);
  [[nodiscard]] std::optional<HoverText> hover(const std::string& path, uint32_t offset,
                                               bool has_map = false);
  [[nodiscard]] std::vector<Completion> complete(const std::string& path, uint32_t offset);
  [[nodiscard]] std::optional<Signature> signature(const std::string& path, uint32_t offset);
  [[nodiscard]] std::vector<CodeAction> code_actions(const std::string& path, uint32_t begin, uint32_t end);
  // All edits that `ishi check --fix` makes in one round.
  [[nodiscard]] std::vector<FileEdit> all_fixes(const std::string& path);
  // As `ishi fmt` lays it out. None where it cannot be read, or would not say the same.
  [[nodiscard]] std::vector<FileEdit> format(const std::string& path);
  // The indentation of the line at a place, which somebody has just begun; none if it is right.
  [[nodiscard]] std::vector<FileEdit> indentation(const std::string& path, uint32_t offset);
  [[nodiscard]] std::vector<FoldingRange> folding(const std::string& path);
  [[nodiscard]] std::vector<SemanticToken> semantic_tokens(const std::string& path);
  [[nodiscard]] std::vector<InlayHint> inlay_hints(const std::string& path, uint32_t begin, uint32_t end);
  // From the narrowest to the file.
  [[nodiscard]] std::vector<FilePlace> selection_ranges(const std::string& path, uint32_t offset);
  [[nodiscard]] std::vector<FileLink> links(const std::string& path);
  [[nodiscard]] std::vector<TestPlace> tests(const std::string& path);
  // The maps of agents of a file as one SVG document, as far as the file could be read, with what is wrong
  // among its findings. `address_of`: what a line of a file is linked to. Nothing if no agent is drawn.
  using LineAddress = std::function<std::string(const std::string& path, uint32_t line)>;
  [[nodiscard]] std::optional<std::string> draw(const std::string& path, const MapQuestion& question,
                                                const LineAddress& address_of);
  // The parts of its text that can be edited in a picture.
  [[nodiscard]] std::vector<PartOfText> parts(const std::string& path);
  // An edit that somebody makes in the picture of a file. It is tried: each file of the project that compiled
  // before compiles afterwards.
  [[nodiscard]] EditsByPicture edit(const std::string& path, const PictureEdit& edit);
  // About whom one can ask, and what can be said of them.
  [[nodiscard]] Subjects subjects(const std::string& path);
  // Runs the tests of a file, or the one of this name. None are run where the file has errors. Nothing once
  // `stop`, which may be null, says so; it is asked by runs and proofs. Calls do not wait for it.
  [[nodiscard]] std::optional<std::vector<TestRun>> run(const std::string& path, std::string_view name = {},
                                                        const Stop* stop = nullptr,
                                                        const TestProgress& progress = {});
  // The same, for who runs them one after the other. Null once `stop` says so.
  [[nodiscard]] std::unique_ptr<FileTestRuns> begin_tests(const std::string& path, std::string name,
                                                          const Stop* stop, TestProgress progress);

  // The proof that an action can win, or never does, in Markdown. Some milliseconds, seldom more than a
  // hundred, for which calls do not wait; of an open file the answer is kept. Empty if there is nothing to
  // say, or once it is stopped.
  [[nodiscard]] std::string winning(const std::string& path, std::string_view action,
                                    const Stop* stop = nullptr);
  // An edit that adds a test in which an action wins, or a test of the asked situation that expects the
  // current decision. The test has been run and passes. If no test is possible, the reason. Other calls do
  // not wait for it.
  [[nodiscard]] tl::expected<FileEdit, std::string> new_test(const std::string& path, std::string_view action,
                                                             const Stop* stop = nullptr);
  [[nodiscard]] tl::expected<FileEdit, std::string> new_test(const std::string& path,
                                                             const SituationQuestion& question);
  // The same for a test that was written elsewhere; another number stands behind its name if that is taken.
  [[nodiscard]] tl::expected<FileEdit, std::string> new_test(const std::string& path, NewTest test);

  // --- Behaviour. The file in the situation that a question describes, compiled: what is decided there
  // (ExplainedDecision), along which keys it would be otherwise (sweep()), what agents do then (Simulation).
  // `question` must outlive the answer, which belongs to one thread; what is wrong with file or question is
  // said by the answer. Calls do not wait for it.
  [[nodiscard]] std::unique_ptr<AskedSituation> ask(const std::string& path,
                                                    const SituationQuestion& question);
  // The difference between another text of the file and the one of now. Or why it cannot be said: one of
  // them has errors.
  [[nodiscard]] tl::expected<FileDifference, std::string> difference(const std::string& path,
                                                                     std::string older,
                                                                     const DifferenceQuestion& question);

  // The entries of all files whose names contain `query`, ignoring case.
  struct ProjectSymbol {
    Symbol symbol;
    FilePlace place;
  };
  [[nodiscard]] std::vector<ProjectSymbol> symbols(std::string_view query);

 private:
  friend class OverlayReader;

  struct Text {
    std::shared_ptr<const std::string> bytes;  // null: the file cannot be read
    ReadError error = ReadError::not_found;
    uint64_t revision = 0;
    int version = 0;
    bool is_open = false;
  };
  // The kept part of a file that nobody has open.
  struct KeptIndex {
    std::vector<Dependency> dependencies;
    NameIndex index;
    bool knows_names = false;
    bool has_errors = false;
  };
  using Texts = std::map<std::string, Text>;
  struct SharedSearch {
    explicit SharedSearch(std::shared_ptr<const CheckedFile> checked) : search(std::move(checked)) {}
    std::mutex mutex;  // of the search, and of the file that it is about
    WinningSearch search;
  };
  struct KeptRanges {
    std::weak_ptr<const CheckedFile> checked;
    std::vector<ScoreRange> ranges;
  };

  struct KeptAsset {
    std::weak_ptr<const CheckedFile> checked;
    std::shared_ptr<const FileAsset> asset;
  };

  Text& text_of(const std::string& path);
  // The texts as they are now, for a compilation of the file.
  [[nodiscard]] std::unique_ptr<FileReader> overlay(const std::string& path);
  [[nodiscard]] SnapshotReader::Texts snapshot() const;
  [[nodiscard]] tl::expected<FileEdit, std::string> tried_test(const CheckedFile& file, NewTest test,
                                                               const Stop* stop);
  // As it was compiled already, else compiled here without holding up others. Null once it is stopped.
  [[nodiscard]] std::shared_ptr<const CheckedFile> compiled(const std::string& path, const Stop* stop);
  // Kept while the file is open.
  [[nodiscard]] std::shared_ptr<const FileAsset> kept_asset(const std::shared_ptr<const CheckedFile>& file);
  // The search for who can win in the texts of now. Null once it is stopped.
  [[nodiscard]] std::shared_ptr<SharedSearch> winning_search(const std::string& path, const Stop* stop);
  // Of the text of now. They are kept while the file is open.
  [[nodiscard]] std::vector<ScoreRange> score_ranges_of(const std::string& path);
  void put(const std::string& path, std::string bytes, int version);
  void note_new_text(const std::string& path);
  [[nodiscard]] bool holds(const std::vector<Dependency>& dependencies);
  std::shared_ptr<const CheckedFile> checked(const std::string& path);
  // The same, or the last one in which names were looked up, if they could not be.
  std::shared_ptr<const CheckedFile> checked_with_names(const std::string& path);
  const KeptIndex& index_of(const std::string& path);
  [[nodiscard]] bool has_index(const std::string& path);
  void index_project();
  void add_missing(const std::string& path, const std::string& bytes, uint32_t offset, const CheckedFile& now,
                   const CheckedFile& names, std::vector<Completion>& completions);
  void keep_index(const std::string& path, const CheckedFile& checked);

  // A name of this file that was given another one: for those who want to keep what games have saved of it.
  struct Renamed {
    std::string path, before, after;
  };

  // Compiles each file of the project that edits touch and that compiled before, and asks `judge` of it; the
  // first refusal that is given. `unchecked`: gets the files of which nothing can be said, since they have
  // errors without the edits; may be null.
  using JudgeTrial =
      std::function<std::string(const std::string& file, const KeptIndex& before, const CheckedFile& after)>;
  [[nodiscard]] std::string try_edits(const std::vector<FileEdit>& edits, const JudgeTrial& judge,
                                      std::vector<std::string>* unchecked = nullptr);
  // A file as it would be without what is switched off for a try. Null once it is stopped.
  [[nodiscard]] tl::expected<std::shared_ptr<const CheckedFile>, std::string> tried(
      const std::string& path, const std::vector<SwitchedOff>& parts, const Stop* stop);
  [[nodiscard]] bool checked_has_errors(const std::string& path);

  struct Target {
    std::string path;
    uint32_t begin = 0;
    std::string name;
    SymbolKind kind = SymbolKind::key;
  };
  [[nodiscard]] std::vector<Target> targets_at(const std::string& path, uint32_t offset);
  [[nodiscard]] std::vector<FoundName> places_of(std::vector<Target>& targets);

  [[nodiscard]] bool is_stopped();

  const FileReader& disk_;
  std::mutex of_stop_;
  Stop is_unwanted_;
  bool has_stopped_ = false;  // it has said so
  mutable std::recursive_mutex mutex_;
  mutable Texts texts_;
  uint64_t revisions_ = 0;
  std::set<std::string> files_;
  std::set<std::string> included_;  // that some compilation has asked for
  std::shared_ptr<ParsedFiles> parsed_;
  std::map<std::string, std::shared_ptr<const CheckedFile>> checked_;  // of open files
  std::map<std::string, std::shared_ptr<const CheckedFile>> last_good_;
  std::map<std::string, KeptIndex> indexes_;
  std::map<std::string, std::shared_ptr<SharedSearch>> searches_;                     // of open files
  std::map<std::string, KeptRanges> ranges_;                                          // of open files
  std::map<std::string, KeptAsset> assets_;                                           // of open files
  std::vector<Renamed> renamed_;                                                      // the latest
  std::map<std::string, std::pair<std::vector<Dependency>, FileFindings>> analyzed_;  // of open files
};

}  // namespace ishi::compiler
