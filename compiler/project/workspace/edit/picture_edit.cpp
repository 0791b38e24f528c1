#include "workspace/edit/picture_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "language/limits.h"
#include "language/scalar.h"
#include "language/words.h"
#include "mutate/text_edits.h"
#include "syntax/yaml_text.h"
#include "workspace/edit/child_text.h"
#include "workspace/new_entry.h"

namespace ishi::compiler {
namespace {

using Refusal = tl::unexpected<std::string>;

constexpr std::string_view kNewCondition = "elapsed > 5s";
constexpr std::string_view kNewStep = "wait: 1s";
constexpr std::string_view kNewAction = "{ score: 0.1 }";

std::string_view slice(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

// "12", "0.25", "-3": at most six digits that count.
std::string number_digits(double value) {
  constexpr double kLeast = 1e-4, kMost = 1e6;
  const double size = std::abs(value);
  if (size >= kMost) return fmt::format("{:.0f}", value);
  if (size >= kLeast || size == 0) return fmt::format("{:.6g}", value);
  std::string text = fmt::format("{:.9f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

// The name in a list of actions, without the sign that a list of changes has before it.
std::string_view listed_name(std::string_view item) {
  if (item.starts_with('+') || item.starts_with('-')) item.remove_prefix(1);
  return item;
}

class Editor {
 public:
  Editor(const EditedText& file, const EditedText& agents, const PictureEdit& edit,
         const std::function<bool(std::string_view)>& is_taken)
      : file_(file), agents_(agents), edit_(edit), is_taken_(is_taken) {}

  EditsByPicture make() {
    if (const auto made = attempt(); !made) {
      result_ = {};
      result_.refusal = made.error();
    } else {
      finish();
    }
    return std::move(result_);
  }

 private:
  using Done = tl::expected<void, std::string>;

  template <class... Arguments>
  static Refusal refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    return Refusal(fmt::format(text, std::forward<Arguments>(arguments)...));
  }

  Done attempt() {
    if (file_.root == nullptr || file_.root->kind != NodeKind::mapping)
      return refuse("the text of {} cannot be read", file_.path);
    parts_ = list_text_parts(*file_.root, file_.text);
    if (edit_.kind == PictureEditKind::add && edit_.at.empty()) return add();
    const auto part = std::ranges::find_if(parts_, [&](const PartOfText& one) {
      return one.at == edit_.at && (edit_.kind == PictureEditKind::set_number
                                        ? one.kind == TextPartKind::number && one.ordinal == edit_.ordinal
                                        : one.kind != TextPartKind::number);
    });
    if (part == parts_.end() || (!edit_.expected.empty() && part->name != edit_.expected))
      return refuse(
          "{} is not in the text any more, or cannot be read",
          edit_.expected.empty() ? std::string("what was pointed at") : fmt::format("`{}`", edit_.expected));
    part_ = &*part;
    place_ = find_in_tree(*file_.root, edit_.at, edit_.at.size());
    switch (edit_.kind) {
      case PictureEditKind::rename: return refuse("a step has no name; write another step in its place");
      case PictureEditKind::duplicate: return duplicate();
      case PictureEditKind::move: return move();
      case PictureEditKind::remove: return remove();
      case PictureEditKind::add: return add();
      case PictureEditKind::connect: return connect();
      case PictureEditKind::set_number: return set_number();
      case PictureEditKind::set_text: return set_text();
    }
    return {};
  }

  void replace(const EditedText& in, uint32_t begin, uint32_t end, std::string text) {
    result_.edits.push_back({{in.path, begin, end}, std::move(text)});
  }
  // Notes that `length` bytes from `offset` in the last edit may be typed over; none: nothing is noted.
  void note_written(size_t offset, size_t length) {
    if (length == 0) return;
    written_ = {result_.edits.size() - 1, static_cast<uint32_t>(offset), static_cast<uint32_t>(length)};
  }

  // In order, and with the place of what was written moved by the edits before it.
  void finish() {
    if (written_) {
      const FileEdit own = result_.edits[written_->edit];
      int64_t begin = static_cast<int64_t>(own.place.begin) + written_->offset;
      for (size_t i = 0; i < result_.edits.size(); ++i) {
        const auto& [place, text] = result_.edits[i];
        const bool is_before =
            place.path == own.place.path && place.end <= own.place.begin && i != written_->edit;
        if (is_before) begin += static_cast<int64_t>(text.size()) - (place.end - place.begin);
      }
      result_.written = {own.place.path, static_cast<uint32_t>(begin),
                         static_cast<uint32_t>(begin) + written_->length};
    }
    std::ranges::stable_sort(result_.edits, [](const FileEdit& a, const FileEdit& b) {
      return std::pair(a.place.path, a.place.begin) < std::pair(b.place.path, b.place.begin);
    });
  }

  // --- Names.

  [[nodiscard]] bool is_name_free(const Node* siblings, std::string_view name) const {
    return !is_taken_(name) && (siblings == nullptr || siblings->find(name) == nullptr);
  }
  [[nodiscard]] std::string free_name(const Node* siblings, std::string_view wanted) const {
    constexpr size_t kLongestNumber = 6;
    std::string base(wanted.substr(0, kLimits.name_bytes - kLongestNumber));
    if (base == wanted && is_name_free(siblings, base)) return base;
    for (int number = 2;; ++number) {
      std::string name = fmt::format("{}_{}", base, number);
      if (is_name_free(siblings, name)) return name;
    }
  }
  // The name that was asked for, else one like `wanted`.
  tl::expected<std::string, std::string> new_name(const Node* siblings, std::string_view wanted) {
    if (edit_.name.empty()) return free_name(siblings, wanted);
    if (!is_name(edit_.name)) {
      const std::string better = mended_name(edit_.name);
      return refuse("`{}` is no name: it takes lower-case letters, digits and `_`{}", edit_.name,
                    better.empty() ? "" : fmt::format("; perhaps `{}`", better));
    }
    if (siblings != nullptr && siblings->find(edit_.name) != nullptr)
      return refuse("there is a `{}` already", edit_.name);
    return edit_.name;
  }

  // --- Duplicates.

  Done duplicate() {
    if (part_->kind == TextPartKind::transition)
      return refuse("a state has one transition to each other state; draw another one");
    if (part_->kind == TextPartKind::listed || part_->kind == TextPartKind::number)
      return refuse("only an action itself can be duplicated, not its name in a list");
    const Node& in = *place_.in;
    const bool is_named = in.kind == NodeKind::mapping;
    const Span own = child_span(in, place_.index);
    std::string name;
    if (is_named) {
      auto made = new_name(&in, part_->name);
      if (!made) return Refusal(made.error());
      name = *made;
    }
    ByteRange range{own.begin, own.end};
    if (!in.flow) {
      const auto lines = own_lines_of_child(file_.text, in, place_.index);
      if (!lines) return Refusal(lines.error());
      range = *lines;
    }
    std::string copy(file_.text.substr(range.begin, range.end - range.begin));
    size_t at = own.begin - range.begin, length = own.end - own.begin;
    if (is_named) {
      const Span key = in.entries[place_.index].key_span;
      copy.replace(key.begin - range.begin, key.end - key.begin, name);
      length = name.size();
    }
    if (in.flow) {
      copy.insert(0, ", ");
      at += 2;
    } else if (range.end == file_.text.size() && !file_.text.ends_with('\n')) {
      const std::string_view ending = line_ending_of(file_.text);
      copy.insert(0, ending);
      at += ending.size();
    }
    replace(file_, range.end, range.end, std::move(copy));
    note_written(at, length);
    if (part_->kind == TextPartKind::action && part_->at.front() == "actions") list_beside(part_->name, name);
    return {};
  }

  // Lists a new action wherever another one is listed.
  void list_beside(std::string_view known, const std::string& name) {
    for_each_listed(known, [&](const EditedText& file, const TreePlace& place) {
      const std::string_view written = place.node->text;
      if (written.starts_with('-')) return Done();
      const Insertion made = insert_behind(file.text, *place.in, place.index,
                                           fmt::format("{}{}", written.starts_with('+') ? "+" : "", name));
      replace(file, made.at, made.at, made.text);
      return Done();
    });
  }

  // The places at which lists of actions have a name, in the file and in that of the agent.
  template <class Visit>
  Done for_each_listed(std::string_view name, const Visit& visit) {
    const auto visit_file = [&](const EditedText& file, const std::vector<PartOfText>& parts) -> Done {
      for (const PartOfText& part : parts) {
        if (part.kind != TextPartKind::listed || listed_name(part.name) != name) continue;
        if (const Done made = visit(file, find_in_tree(*file.root, part.at, part.at.size())); !made)
          return made;
      }
      return {};
    };
    if (const Done made = visit_file(file_, parts_); !made) return made;
    if (agents_.path == file_.path || agents_.root == nullptr) return {};
    return visit_file(agents_, list_text_parts(*agents_.root, agents_.text));
  }

  // --- Moves.

  Done move() {
    const Node& in = *place_.in;
    if (part_->kind == TextPartKind::number) return refuse("a number cannot be moved");
    const bool is_up = edit_.by < 0;
    if (edit_.by == 0) return refuse("it stands there already");
    if (is_up ? place_.index == 0 : place_.index + 1 == child_count(in))
      return refuse("it is the {} of its list", is_up ? "first" : "last");
    const size_t one = is_up ? place_.index - 1 : place_.index;
    if (in.flow) {
      const Span a = child_span(in, one), b = child_span(in, one + 1);
      replace(file_, a.begin, a.end, std::string(slice(file_.text, b)));
      replace(file_, b.begin, b.end, std::string(slice(file_.text, a)));
      return {};
    }
    const auto a = lines_of_child(file_.text, in, one), b = lines_of_child(file_.text, in, one + 1);
    if (!a || !b) return Refusal(!a ? a.error() : b.error());
    std::string first(file_.text.substr(a->begin, a->end - a->begin));
    std::string second(file_.text.substr(b->begin, b->end - b->begin));
    if (!second.ends_with('\n')) {  // the file has no line end at its end
      const std::string_view ending = line_ending_of(file_.text);
      second += ending;
      first.erase(first.size() - (first.ends_with("\r\n") ? 2 : 1));
    }
    replace(file_, a->begin, a->end, std::move(second));
    replace(file_, b->begin, b->end, std::move(first));
    return {};
  }

  // --- Removals.

  Done remove() {
    if (part_->kind == TextPartKind::number) return refuse("a number cannot be taken out; set it to 0");
    if (const Done made = remove_child(file_, part_->at, part_->name); !made) return made;
    if (part_->kind != TextPartKind::action || part_->at.front() != "actions") return {};
    return for_each_listed(part_->name, [&](const EditedText& file, const TreePlace& place) {
      return remove_from(file, *place.in, place.index, part_->name);
    });
  }

  // An entry that is the only one goes with what holds it.
  Done remove_child(const EditedText& file, const TextAddress& at, std::string_view name) {
    const TreePlace place = find_in_tree(*file.root, at, at.size());
    if (child_count(*place.in) > 1) return remove_from(file, *place.in, place.index, name);
    const TreePlace around = find_in_tree(*file.root, at, at.size() - 1);
    if (around.in == nullptr || child_count(*around.in) < 2)
      return refuse("`{}` is all that stands there; take out what holds it", name);
    return remove_from(file, *around.in, around.index, name);
  }

  Done remove_from(const EditedText& file, const Node& in, size_t index, std::string_view name) {
    if (child_count(in) < 2)
      return refuse("`{}` is the only one of a list of actions; add another one to it first", name);
    if (in.flow) {
      const auto span = removal_span(file.text, in, index);
      const Span own = child_span(in, index);
      const bool has_comment =
          file.text.substr(span->begin, own.begin - span->begin).find('#') != std::string_view::npos ||
          file.text.substr(own.end, span->end - own.end).find('#') != std::string_view::npos;
      if (has_comment)
        return refuse("a comment stands between `{}` and its neighbour in the brackets; take it out by hand",
                      name);
      replace(file, span->begin, span->end, "");
      return {};
    }
    const auto lines = lines_of_child(file.text, in, index);
    if (!lines) return Refusal(lines.error());
    uint32_t begin = lines->begin;
    if (lines->end == file.text.size() && !file.text.ends_with('\n') && begin > 0)
      begin -= file.text.substr(0, begin).ends_with("\r\n") ? 2 : 1;  // the file keeps having no line end
    replace(file, begin, lines->end, "");
    return {};
  }

  // --- Additions.

  Done add() {
    switch (edit_.of) {
      case TextPartKind::action: return add_action();
      case TextPartKind::state: return add_state();
      case TextPartKind::method: return add_method();
      case TextPartKind::step: return add_step();
      case TextPartKind::transition: return refuse("draw a transition from one state to another");
      default: return refuse("this cannot be added in a picture; write it in the text");
    }
  }

  [[nodiscard]] std::string value_or(std::string_view usual) const {
    return edit_.text.empty() ? std::string(usual) : edit_.text;
  }

  Done add_action() {
    const bool is_beside = part_ != nullptr && part_->kind == TextPartKind::action;
    const Node* const section = is_beside ? place_.in : file_.root->find("actions");
    const auto name = new_name(section, "new_action");
    if (!name) return Refusal(name.error());
    const std::string entry = fmt::format("{}: {}", *name, value_or(kNewAction));
    if (section == nullptr) {
      result_.edits.push_back(new_entry(file_.path, file_.text, *file_.root, "actions", "agents", entry));
      note_written(result_.edits.back().text.find(entry), name->size());
    } else if (child_count(*section) == 0) {
      return refuse("`actions` of {} has no entry, so it is not known how it is to be written", file_.path);
    } else {
      insert(file_, *section, is_beside ? place_.index : child_count(*section) - 1, entry, name->size());
    }
    if (edit_.agent.empty()) return {};
    const Node* const sections = agents_.root == nullptr ? nullptr : agents_.root->find("agents");
    const Node* const agent = sections == nullptr ? nullptr : sections->find(edit_.agent);
    if (agent == nullptr) return refuse("there is no agent `{}` in {}", edit_.agent, agents_.path);
    // In a list of changes to what is inherited each name has a sign.
    const Node* const listed = agent->find("actions");
    const bool has_signs = listed != nullptr && !listed->items.empty() &&
                           std::ranges::all_of(listed->items, [](const Node* item) {
                             return item->text.starts_with('+') || item->text.starts_with('-');
                           });
    return add_to_field(agents_, *agent, "actions", (has_signs ? "+" : "") + *name, true, 0);
  }

  void insert(const EditedText& file, const Node& in, size_t index, std::string_view entry, size_t written) {
    const Insertion made = insert_behind(file.text, in, index, entry);
    replace(file, made.at, made.at, made.text);
    note_written(made.child, written);
  }

  // Adds an entry to a mapping or list that is the value of a key of `owner`, with the key where it is
  // missing. `written`: the bytes of the entry that may be typed over, from its begin.
  Done add_to_field(const EditedText& file, const Node& owner, std::string_view key, const std::string& entry,
                    bool is_list, size_t written) {
    const std::string whole = is_list ? fmt::format("[{}]", entry) : fmt::format("{{ {} }}", entry);
    const size_t inside = is_list ? 1 : 2;
    const Node* const value = owner.find(key);
    if (value == nullptr) {
      if (owner.kind != NodeKind::mapping) {
        return refuse("it is written in its short form, without names; write it as a mapping first");
      }
      const std::string field = fmt::format("{}: {}", key, whole);
      if (owner.entries.empty()) {
        replace(file, owner.span.begin, owner.span.end, fmt::format("{{ {} }}", field));
        note_written(2 + key.size() + 2 + inside, written);
      } else {
        const Insertion made = insert_behind(file.text, owner, owner.entries.size() - 1, field);
        replace(file, made.at, made.at, made.text);
        note_written(made.child + key.size() + 2 + inside, written);
      }
      return {};
    }
    const std::string_view was = slice(file.text, value->span);
    const NodeKind wanted = is_list ? NodeKind::sequence : NodeKind::mapping;
    if (value->kind == wanted && child_count(*value) > 0) {
      insert(file, *value, child_count(*value) - 1, entry, written);
    } else if (value->kind == wanted) {
      replace(file, value->span.begin, value->span.end, whole);
      note_written(inside, written);
    } else if (is_list && (value->kind == NodeKind::scalar || value->flow) && was.find('\n') == was.npos) {
      replace(file, value->span.begin, value->span.end, fmt::format("[{}, {}]", was, entry));
      note_written(1 + was.size() + 2, written);
    } else {
      return refuse("`{}` is written in its short form; write it as a {} first", key,
                    is_list ? "list" : "mapping");
    }
    return {};
  }

  Done add_state() {
    const std::string usual = "{}";
    if (part_ != nullptr && part_->kind == TextPartKind::state) {
      const auto name = new_name(place_.in, "new_state");
      if (!name) return Refusal(name.error());
      insert(file_, *place_.in, place_.index, fmt::format("{}: {}", *name, value_or(usual)), name->size());
      return {};
    }
    const bool is_agent = part_ != nullptr && part_->at.size() == 2 && part_->at.front() == "agents";
    if (!is_agent) return refuse("a state belongs to an agent; choose one");
    const Node* const states = place_.node->find("states");
    const auto name = new_name(states, "new_state");
    if (!name) return Refusal(name.error());
    return add_to_field(file_, *place_.node, "states", fmt::format("{}: {}", *name, value_or(usual)), false,
                        name->size());
  }

  Done add_method() {
    const Node* methods = nullptr;
    size_t behind = 0;
    std::string_view verb;
    if (part_ != nullptr && part_->kind == TextPartKind::method) {
      methods = place_.in;
      behind = place_.index;
      if (part_->at.size() >= 2) verb = part_->at[part_->at.size() - 2];
    } else if (part_ != nullptr) {
      for (const std::string_view one : {"first", "best", "draw"}) {
        const Node* const found = place_.node->find(one);
        if (found == nullptr || found->kind != NodeKind::mapping || found->entries.empty()) continue;
        methods = found;
        verb = one;
        behind = found->entries.size() - 1;
      }
    }
    if (methods == nullptr) return refuse("methods stand in `first`, `best` or `draw`, and none is here");
    const auto name = new_name(methods, "new_method");
    if (!name) return Refusal(name.error());
    const std::string usual = fmt::format("{{ {}do: [{}] }}", verb == "best" ? "score: 0.1, " : "", kNewStep);
    insert(file_, *methods, behind, fmt::format("{}: {}", *name, value_or(usual)), name->size());
    return {};
  }

  Done add_step() {
    const std::string step = value_or(kNewStep);
    if (step.find('\n') != std::string::npos) return refuse("a step that is added here stands on one line");
    if (part_ != nullptr && part_->kind == TextPartKind::step) {
      insert(file_, *place_.in, place_.index, step, step.size());
      return {};
    }
    const bool has_body =
        part_ != nullptr && (part_->kind == TextPartKind::action || part_->kind == TextPartKind::method ||
                             (part_->at.size() == 2 && part_->at.front() == "goals"));
    if (!has_body) return refuse("a step belongs to an action, a method or a goal; choose one");
    return add_to_field(file_, *place_.node, "do", step, true, step.size());
  }

  Done connect() {
    if (part_->kind != TextPartKind::state) return refuse("a transition leads from a state to another one");
    if (edit_.name == part_->name)
      return refuse("a transition leads to another state than `{}` itself", part_->name);
    if (edit_.name.empty() || place_.in->find(edit_.name) == nullptr)
      return refuse("`{}` is no state beside `{}`", edit_.name, part_->name);
    const Node* const to = place_.node->find("to");
    if (to != nullptr && to->find(edit_.name) != nullptr)
      return refuse("`{}` turns to `{}` already; change the condition of that transition", part_->name,
                    edit_.name);
    const bool is_flow = to == nullptr || to->flow || child_count(*to) == 0;
    const std::string condition = yaml_scalar(value_or(kNewCondition), is_flow);
    if (const Done made =
            add_to_field(file_, *place_.node, "to", fmt::format("{}: {}", edit_.name, condition), false, 1);
        !made)
      return made;
    // The condition alone may be typed over.
    written_->offset += static_cast<uint32_t>(edit_.name.size() + 2);
    written_->length = static_cast<uint32_t>(condition.size());
    return {};
  }

  // --- Values.

  Done set_number() {
    if (!std::isfinite(edit_.value)) return refuse("this is no number");
    const double value = edit_.value == 0 ? 0 : edit_.value;  // no -0
    if (part_->is_whole && value != std::round(value)) return refuse("`{}` takes whole numbers", part_->name);
    if (value < part_->low || value > part_->high)
      return refuse("`{}` goes from {}{} to {}{}", part_->name, number_digits(part_->low), part_->unit,
                    number_digits(part_->high), part_->unit);
    if (value < 0 && !part_->is_alone)
      return refuse("a number within a formula stays at 0 or above; type what the formula is to be");
    const std::string_view was = slice(file_.text, part_->span);
    const bool has_plus = was.starts_with('+') && value >= 0;
    std::string text = fmt::format("{}{}{}", has_plus ? "+" : "", number_digits(value), part_->unit);
    if (text == was) return refuse("it is {} already", text);
    const size_t length = text.size();
    replace(file_, part_->span.begin, part_->span.end, std::move(text));
    note_written(0, length);
    return {};
  }

  Done set_text() {
    if (part_->kind != TextPartKind::transition)
      return refuse("only the condition of a transition is typed here");
    if (edit_.text.find_first_not_of(" \t\r\n") == std::string::npos)
      return refuse("a transition has a condition; `false` is one that never holds");
    if (edit_.text.find('\n') != std::string::npos)
      return refuse("a condition that is typed here stands on one line");
    const Node& value = *place_.node;
    std::string text = yaml_scalar(edit_.text, place_.in->flow);
    if (text == slice(file_.text, value.span)) return refuse("it is `{}` already", edit_.text);
    const size_t length = text.size();
    replace(file_, value.span.begin, value.span.end, std::move(text));
    note_written(0, length);
    return {};
  }

  struct Written {
    size_t edit = 0;
    uint32_t offset = 0, length = 0;
  };

  const EditedText& file_;
  const EditedText& agents_;
  const PictureEdit& edit_;
  const std::function<bool(std::string_view)>& is_taken_;
  std::vector<PartOfText> parts_;
  const PartOfText* part_ = nullptr;  // null: of an addition to the file
  TreePlace place_;
  EditsByPicture result_;
  std::optional<Written> written_;
};

}  // namespace

EditsByPicture make_picture_edit(const EditedText& file, const EditedText& agents, const PictureEdit& edit,
                                 const std::function<bool(std::string_view)>& is_taken) {
  return Editor(file, agents, edit, is_taken).make();
}

std::string with_file_edits(std::string text, const std::vector<FileEdit>& edits, std::string_view path) {
  std::vector<const FileEdit*> own;
  for (const FileEdit& edit : edits) {
    if (edit.place.path == path) own.push_back(&edit);
  }
  std::ranges::stable_sort(own, {}, [](const FileEdit* edit) { return edit->place.begin; });
  for (size_t i = own.size(); i-- > 0;) {  // from the end, so that places stay
    const FilePlace& place = own[i]->place;
    text.replace(place.begin, place.end - place.begin, own[i]->text);
  }
  return text;
}

}  // namespace ishi::compiler
