#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "source/read_file.h"
#include "workspace/edit/picture_edit.h"
#include "workspace/workspace.h"

// Edits that somebody makes in a picture, and what is switched off for a try.

namespace ishi::compiler {
namespace {

EditedText edited_text(const std::string& path, const CheckedFile& checked) {
  return {path, checked.text(), checked.tree().root};
}

}  // namespace

std::string Workspace::try_edits(const std::vector<FileEdit>& edits, const JudgeTrial& judge,
                                 std::vector<std::string>* unchecked) {
  index_project();
  std::vector<std::string> touched;
  for (const std::string& file : files_) {
    const auto& dependencies = indexes_[file].dependencies;
    const bool is_touched = std::ranges::any_of(edits, [&](const FileEdit& edit) {
      return std::ranges::find(dependencies, edit.place.path, &Dependency::path) != dependencies.end();
    });
    if (is_touched) touched.push_back(file);
  }
  std::map<std::string, std::string> texts_now, edited;
  for (const auto& [file, text] : texts_) {
    if (text.bytes == nullptr) continue;
    texts_now[file] = *text.bytes;
    edited[file] = with_file_edits(*text.bytes, edits, file);
  }
  const OverlaidTexts reader(disk_, edited);
  ParsedFiles parsed, parsed_before;
  const Stop stop = [this] { return is_stopped(); };
  for (const std::string& file : touched) {
    if (is_stopped()) throw Stopped();
    const KeptIndex& before = indexes_[file];
    const auto leave_out = [&] {
      if (unchecked != nullptr) unchecked->push_back(file);
    };
    if (before.has_errors) {  // nothing can be proved of it
      leave_out();
      continue;
    }
    const auto after = check_file(file, edited[file], reader, parsed, CheckDepth::programs, {}, &stop);
    if (after == nullptr) throw Stopped();
    const auto was_wrong = [&] {
      const OverlaidTexts unchanged(disk_, texts_now);
      return check_file(file, texts_now[file], unchanged, parsed_before)->has_errors;
    };
    if (after->has_errors && was_wrong()) {
      leave_out();
      continue;
    }
    std::string refusal = judge(file, before, *after);
    if (!refusal.empty()) return refusal;
  }
  return {};
}

std::vector<PartOfText> Workspace::parts(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  if (now->tree().root == nullptr) return {};
  return list_text_parts(*now->tree().root, now->text());
}

EditsByPicture Workspace::edit(const std::string& path, const PictureEdit& edit) {
  const std::scoped_lock lock(mutex_);
  const auto refused = [](std::string why) {
    EditsByPicture result;
    result.refusal = std::move(why);
    return result;
  };
  const std::string file = edit.file.empty() ? path : edit.file;
  if (!text(file)) return refused(fmt::format("{} cannot be read", file));
  const auto now = checked(file);
  if (edit.kind == PictureEditKind::rename) {
    const std::vector<PartOfText> all = parts(file);
    const auto part = std::ranges::find_if(all, [&](const PartOfText& one) {
      return one.at == edit.at && one.kind != TextPartKind::number && one.kind != TextPartKind::step &&
             (edit.expected.empty() || one.name == edit.expected);
    });
    if (part != all.end()) {
      EditsByPicture result;
      Renaming renaming = rename(file, part->name_span.end, edit.name);
      result.edits = std::move(renaming.edits);
      result.refusal = std::move(renaming.refusal);
      if (result.refusal.empty() && result.edits.empty()) result.refusal = "it is called that already";
      return result;
    }
  }
  std::string agents_path = file;
  auto agents = now;
  if (!edit.agent.empty() && path != file) {
    const auto asked = checked(path);
    const Model& model = asked->program->model;
    const uint32_t agent = find_index(model.agents, edit.agent);
    agents_path = agent == kNone ? path : asked->sources.file(model.agents[agent].name.span.file).path();
    agents = checked(agents_path);
  }
  const auto is_taken = [&](std::string_view name) {
    return std::ranges::any_of(now->index.symbols(), [&](const Symbol& one) { return one.name == name; });
  };
  EditsByPicture result =
      make_picture_edit(edited_text(file, *now), edited_text(agents_path, *agents), edit, is_taken);
  if (!result.refusal.empty()) return result;
  std::vector<std::string> unchecked;
  const std::string fault = try_edits(
      result.edits,
      [](const std::string&, const KeptIndex&, const CheckedFile& after) {
        return after.has_errors ? first_error(after) : std::string();
      },
      &unchecked);
  if (!fault.empty()) return refused(fmt::format("the text would not compile any more: {}", fault));
  if (!unchecked.empty())
    result.note = fmt::format("{} did not compile before, so the edit could not be checked there",
                              fmt::join(unchecked, ", "));
  return result;
}

tl::expected<std::shared_ptr<const CheckedFile>, std::string> Workspace::tried(
    const std::string& path, const std::vector<SwitchedOff>& parts, const Stop* stop) {
  SnapshotReader::Texts texts;
  {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> files;
    for (const SwitchedOff& part : parts) {
      if (std::ranges::find(files, part.file) == files.end()) files.push_back(part.file);
    }
    static_cast<void>(text_of(path));
    for (const std::string& file : files) static_cast<void>(text_of(file));
    texts = snapshot();
    for (const std::string& file : files) {
      const auto now = checked(file);
      const auto edits = switch_off(edited_text(file, *now), parts);
      if (!edits) return tl::unexpected(edits.error());
      texts[file] =
          std::make_shared<const std::string>(with_file_edits(std::string(now->text()), *edits, file));
    }
  }
  const auto main = texts.find(path);
  const SnapshotReader reader(texts, disk_);
  ParsedFiles parsed;
  auto made = check_file(path, main == texts.end() ? std::string() : *main->second, reader, parsed,
                         CheckDepth::programs, {}, stop);
  if (made != nullptr && made->has_errors && !checked_has_errors(path))
    return tl::unexpected(
        fmt::format("without what is switched off the text does not compile: {}", first_error(*made)));
  return made;
}

bool Workspace::checked_has_errors(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return checked(path)->has_errors;
}

}  // namespace ishi::compiler
