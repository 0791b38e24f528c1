#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "mutate/text_edits.h"
#include "workspace/edit/child_text.h"
#include "workspace/edit/picture_edit.h"

namespace ishi::compiler {
namespace {

using Refusal = tl::unexpected<std::string>;

// Of several edits of one place the outer one counts.
void keep_outer(std::vector<FileEdit>& edits) {
  // Of lines that are inserted at one place those of the inner part come first: they are indented deeper.
  const auto indentation = [](const FileEdit& edit) { return edit.text.find_first_not_of(' '); };
  std::ranges::stable_sort(edits, [&](const FileEdit& a, const FileEdit& b) {
    return std::tuple(a.place.begin, b.place.end, indentation(b)) <
           std::tuple(b.place.begin, a.place.end, indentation(a));
  });
  std::vector<FileEdit> kept;
  for (FileEdit& edit : edits) {
    const bool is_inside = !kept.empty() && edit.place.begin < kept.back().place.end;
    const bool is_same = !kept.empty() && edit.place == kept.back().place && edit.text == kept.back().text;
    if (!is_inside && !is_same) kept.push_back(std::move(edit));
  }
  edits = std::move(kept);
}

class Switch {
 public:
  Switch(const EditedText& file, std::vector<FileEdit>& edits) : file_(file), edits_(edits) {}

  tl::expected<void, std::string> off(const PartOfText& part) {
    const TreePlace place = find_in_tree(*file_.root, part.at, part.at.size());
    switch (part.kind) {
      case TextPartKind::action:
      case TextPartKind::method: return never(part, *place.node);
      case TextPartKind::transition: replace(place.node->span, "false"); return {};
      case TextPartKind::state: return no_way_to(part, place);
      case TextPartKind::step: {
        const bool is_of_any = part.at.size() >= 2 && part.at[part.at.size() - 2] == "any";
        if (is_of_any)
          return Refusal(
              fmt::format("`{}` is a branch of `any`, which would be over at once without it", part.name));
        replace(child_span(*place.in, place.index), "check: true");
        return {};
      }
      default: return Refusal(fmt::format("`{}` cannot be switched off for a try", part.name));
    }
  }

 private:
  void replace(Span span, std::string text) {
    edits_.push_back({{file_.path, span.begin, span.end}, std::move(text)});
  }

  tl::expected<void, std::string> never(const PartOfText& part, const Node& node) {
    if (node.kind != NodeKind::mapping)
      return Refusal(fmt::format(
          "`{}` is written in its short form, without names; write it as a mapping first", part.name));
    if (const Node* const when = node.find("when"); when != nullptr) {
      replace(when->span, "false");
    } else if (node.entries.empty()) {
      replace(node.span, "{ when: false }");
    } else {
      const Insertion made = insert_behind(file_.text, node, node.entries.size() - 1, "when: false");
      edits_.push_back({{file_.path, made.at, made.at}, made.text});
    }
    return {};
  }

  tl::expected<void, std::string> no_way_to(const PartOfText& part, const TreePlace& place) {
    if (place.index == 0)
      return Refusal(fmt::format("the agent begins in `{}`, so it cannot be switched off", part.name));
    const size_t before = edits_.size();
    for (const Entry& state : place.in->entries) {
      const Node* const to = state.value->find("to");
      const Node* const condition = to == nullptr ? nullptr : to->find(part.name);
      if (condition != nullptr) replace(condition->span, "false");
    }
    if (edits_.size() == before) return Refusal(fmt::format("nothing leads to `{}`", part.name));
    return {};
  }

  const EditedText& file_;
  std::vector<FileEdit>& edits_;
};

}  // namespace

tl::expected<std::vector<FileEdit>, std::string> switch_off(const EditedText& file,
                                                            const std::vector<SwitchedOff>& parts) {
  std::vector<FileEdit> edits;
  if (file.root == nullptr) return edits;
  const std::vector<PartOfText> known = list_text_parts(*file.root, file.text);
  Switch one(file, edits);
  for (const SwitchedOff& wanted : parts) {
    if (wanted.file != file.path) continue;
    const auto part = std::ranges::find_if(known, [&](const PartOfText& own) {
      return own.at == wanted.at && own.kind != TextPartKind::number;
    });
    if (part == known.end())
      return Refusal(fmt::format("`{}`, which is switched off for a try, is not in the text any more",
                                 wanted.at.empty() ? std::string() : wanted.at.back()));
    if (const auto made = one.off(*part); !made) return Refusal(made.error());
  }
  keep_outer(edits);
  return edits;
}

}  // namespace ishi::compiler
