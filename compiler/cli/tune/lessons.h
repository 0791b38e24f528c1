#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/input/csv.h"
#include "cli/tune/recorded_moments.h"
#include "cli/verbs.h"
#include "source/read_file.h"
#include "tune/lesson.h"
#include "workspace/ask/asked_situation.h"

namespace ishi::compiler::cli {

// Reads the labels of `ishi tune` from the sources that its options name.
class Lessons {
 public:
  // `file` without errors, which was read from `reader`. That and `options` outlive this.
  Lessons(std::shared_ptr<const CheckedFile> file, const FileReader& reader, const TuneVerbOptions& options)
      : file_(std::move(file)), reader_(reader), options_(options) {}

  // Adds those that one `--from` names: an exit code, after messages on stderr unless it is kGood.
  [[nodiscard]] int add(const std::string& from);

  [[nodiscard]] const std::vector<Lesson>& all() const { return lessons_; }

 private:
  [[nodiscard]] int add_table(const std::string& path);
  [[nodiscard]] int add_tests();
  [[nodiscard]] int add_recording(const std::string& path);
  [[nodiscard]] int add_corrections(const std::string& path, const CsvTable& table);
  [[nodiscard]] int add_moments(const std::vector<RecordedMoment>& moments,
                                const std::vector<double>& weights);
  [[nodiscard]] bool read_row(const std::string& path, const std::vector<std::string>& head,
                              const std::vector<std::string>& cells, size_t line);
  [[nodiscard]] std::vector<uint32_t> read_picks(const std::string& text, const Named<Agent>& agent,
                                                 std::string& fault) const;

  std::shared_ptr<const CheckedFile> file_;
  const FileReader& reader_;
  const TuneVerbOptions& options_;
  std::vector<Lesson> lessons_;
  // Kept alive, since situations refer to them.
  std::vector<std::shared_ptr<const CheckedFile>> files_;
  std::deque<SituationQuestion> questions_;
  std::deque<AskedSituation> asked_;
  bool is_good_ = false;  // the latest one can take another row
  // The faults of a table's rows that have been said, and how many rows have one of them again: a fault of
  // the head shows in each row.
  std::set<std::string> said_;
  size_t repeated_ = 0;
};

}  // namespace ishi::compiler::cli
