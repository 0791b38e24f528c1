#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/try_mutants.h"

namespace ishi::compiler::cli {

// The mutants that `--only` chooses: those of a file, of some lines, or of the entry of an agent or action.
class ChosenMutants {
 public:
  // `only`: as the command line has it, such as "wolves.ishi.yaml", "wolves.ishi.yaml:10-25", "10-25" of the
  // main file, "wolf" or "bite"; none: all mutants. Each is a choice of its own.
  explicit ChosenMutants(const std::vector<std::string>& only);

  // Looks up the names in a subject. To be called before has() of its mutants.
  void look_in(const MutationSubject& subject);
  [[nodiscard]] bool has(const MutationSubject& subject, const MutationSubject::File& file,
                         const Mutant& mutant) const;
  // The choices that fit nothing in any of the subjects.
  [[nodiscard]] std::vector<std::string> unknown() const;

 private:
  struct Choice {
    std::string text;
    std::string_view path;                // of `text`; empty: not of a file
    std::optional<uint32_t> first, last;  // lines
    bool is_known = false;
  };
  // The text of an agent or action, in one subject.
  struct Place {
    const MutationSubject* subject;
    Span span;
  };

  static bool is_path_of(std::string_view path, std::string_view shown);

  std::vector<std::string> texts_;
  std::vector<Choice> choices_;
  std::vector<Place> places_;
};

}  // namespace ishi::compiler::cli
