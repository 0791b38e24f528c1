#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cli/input/named_parts.h"
#include "language/field.h"
#include "pipeline/pipeline.h"
#include "source/sources.h"
#include "workspace/origins.h"

namespace ishi::compiler::cli {

struct ShowingOptions {
  bool has_comments = true;   // where values come from
  bool has_defaults = false;  // what is not written, as comments
  bool has_color = false;
};

// A program after include and extends as YAML that compiles to the same: what is included stands in it, what
// is inherited stands where it counts, and beside each value that was not written there a comment says where
// it was. Imports stay imports; what they bring stands in comments.
class ShownProgram {
 public:
  // `program` has no errors; both outlive this.
  ShownProgram(const Program& program, const Sources& sources, const ShowingOptions& options)
      : program_(program), options_(options), origins_(program, sources) {
    find_brought();
  }

  // Shows these parts alone.
  void keep(NamedParts parts) { kept_ = std::move(parts); }

  [[nodiscard]] std::string text() const;

 private:
  struct Place {
    size_t indent = 0;
    Origin origin;                 // whose text stands here without a comment
    const Field* field = nullptr;  // the field of the language that the value is for; null: not known
    std::string_view entry;        // the entry of the section in which it stands
  };

  void find_brought();
  [[nodiscard]] std::string brought_text() const;
  [[nodiscard]] std::string section_text(const Entry& section) const;
  [[nodiscard]] std::string entry_text(const Entry& section, const Entry& entry) const;
  [[nodiscard]] bool is_left_out(const Entry& section, const Entry& entry) const;
  [[nodiscard]] bool is_of_one(const Node& node, const Origin& origin) const;
  // The text of a scalar, in the words of the file that is shown: one of another file may know things by
  // other names.
  [[nodiscard]] std::string spelled(const Node& scalar) const;
  [[nodiscard]] std::string flow_text(const Node& node) const;
  // A value, from behind its colon or dash to the end of its last line.
  void write(const Node& node, Place place, const std::string& comment, std::string& out) const;
  [[nodiscard]] bool is_said_by_another(const Entry& entry, const Place& place) const;
  void write_entry(const Entry& entry, Place place, std::string& out) const;
  void write_defaults(const Mapping& mapping, const Node& node, const Place& place, std::string& out) const;
  [[nodiscard]] std::string comment(std::string_view text) const;
  // The note on a value whose text comes from elsewhere. Sets `origin` to the owner of that text.
  [[nodiscard]] std::string comment_at(Span span, Origin& origin) const;

  const Program& program_;
  ShowingOptions options_;
  Origins origins_;
  std::set<uint32_t>
      brought_;  // files that imports bring, with those of the program's own that these include
  std::optional<NamedParts> kept_;
};

}  // namespace ishi::compiler::cli
