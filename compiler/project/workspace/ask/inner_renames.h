#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/new_names.h"
#include "pipeline/pipeline.h"

namespace ishi::compiler {

// Names inside of entries that are others in a newer program: fields, parameters, states, members of enums,
// methods. What is gone there and has come back in its place, saying the same, has been renamed.
class InnerRenames {
 public:
  // All must outlive it.
  InnerRenames(const Program& older, const Sources& older_sources, const Program& newer,
               const Sources& newer_sources);

  // Adds what it finds to the names that are known to be others; with more of these it may find more.
  void find(NewNames& renames);

  // All that were found, with the place of the new name. Their section is the path of what holds them:
  // "things.foe.fields".
  [[nodiscard]] const std::vector<std::pair<NewName, Span>>& found() const { return found_; }

 private:
  using Places = std::set<std::pair<uint32_t, uint32_t>>;  // file and first byte

  static Places declarations_of(const Program& program, const Sources& sources);
  static bool declares(const Places& places, Span span);
  void compare(const std::string& path, const Node& before, const Node& after, NewNames& renames);
  void compare_mappings(const std::string& path, const Node& before, const Node& after, NewNames& renames);
  void compare_lists(const std::string& path, const Node& before, const Node& after, NewNames& renames);
  void add(const std::string& path, std::string_view before, std::string_view after, Span place,
           NewNames& renames);

  const Program& older_;
  const Program& newer_;
  Places older_declarations_, newer_declarations_;
  std::vector<std::pair<NewName, Span>> found_;
};

}  // namespace ishi::compiler
