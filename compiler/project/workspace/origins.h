#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/pipeline.h"
#include "source/sources.h"

namespace ishi::compiler {

// An entry of a section as a file wrote it, to which a piece of text belongs.
struct Origin {
  std::string_view section, name;
  uint32_t file = 0;

  friend bool operator==(const Origin&, const Origin&) = default;
};

// The file and entry to which each place of a program's texts belongs.
class Origins {
 public:
  // Both outlive this.
  Origins(const Program& program, const Sources& sources);

  // Of the entry in whose text a place lies; null if it is in none.
  [[nodiscard]] const Origin* find(Span span) const;
  // The origin of something, for a reader of the entry `here`: "from coward, line 12", "from
  // game.ishi.yaml:5", "from coward, game.ishi.yaml:5".
  [[nodiscard]] std::string told(Span span, const Origin& here) const;

 private:
  struct Entry {
    uint32_t end = 0;
    Origin origin;
  };

  const Sources& sources_;
  uint32_t main_file_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, Entry> entries_;  // by file and where they begin
};

}  // namespace ishi::compiler
