#include "cli/dap/given_value.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "diagnostics/suggest.h"
#include "simulate/situation_values.h"
#include "syntax/read_tree.h"
#include "syntax/scan.h"

namespace ishi::compiler::cli {
namespace {

// A need or drive as expressions name it; null if there is none.
const Motive* find_motive(const Model& model, std::string_view name) {
  using Named = std::pair<std::string_view, const Map<Motive>*>;
  for (const Named& one : {Named("needs.", &model.needs), Named("drives.", &model.drives)}) {
    if (!name.starts_with(one.first)) continue;
    const uint32_t index = find_index(*one.second, name.substr(one.first.size()));
    if (index != kNone) return &(*one.second)[index].value;
  }
  return nullptr;
}

std::string unknown(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& key : model.blackboard) names.emplace_back(key.name.text);
  for (const auto& need : model.needs) names.push_back(fmt::format("needs.{}", need.name.text));
  for (const auto& drive : model.drives) names.push_back(fmt::format("drives.{}", drive.name.text));
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto near = suggestions(name, known);
  return fmt::format("there is no key, need or drive `{}`{}", name,
                     near.empty() ? "" : fmt::format("; did you mean `{}`?", near[0]));
}

}  // namespace

tl::expected<GivenValue, std::string> read_given_value(const Model& model, const Situation& situation,
                                                       uint32_t agent, const std::string& name,
                                                       const std::string& text) {
  const uint32_t key = find_index(model.blackboard, name);
  const Motive* const motive = find_motive(model, name);
  if (key == kNone && (motive == nullptr || !motive->is_carried())) {
    return tl::unexpected(motive != nullptr
                              ? fmt::format("the level of `{}` is computed from other things: set "
                                            "what its `level` reads",
                                            name)
                              : unknown(model, name));
  }
  if (!is_one_line(text) || text.empty())
    return tl::unexpected(std::string("a value stands on one line of UTF-8, such as 20 or 0.5s"));
  const std::string yaml = fmt::format("{}: {}\n", name, text);
  Diagnostics diagnostics;
  const Tree tree = read_tree(yaml, 0, diagnostics);
  const bool is_read = !diagnostics.has_errors() && tree.root != nullptr;
  const Node* const node = is_read ? tree.root->find(name) : nullptr;
  if (node == nullptr) return tl::unexpected(fmt::format("`{}` is no value", text));
  Situation own = situation;
  GivenValue given{.is_level = key == kNone, .value = {}};
  SituationValues values(model, own, diagnostics);
  values.speak_of(agent);
  const Map<const Node*> entry = [&] {
    Map<const Node*> one;
    one.push_back({{name, node->span}, node});
    return one;
  }();
  std::vector<SituationValue> keys, levels;
  std::vector<SituationMoment> moments;
  GivenValues read{keys, levels, moments};
  if (given.is_level) {
    values.read_all(entry, {"", ""}, KeyPlace::given, read);
    if (!levels.empty()) given.value = levels.front();
  } else {
    given.value.index = key;
    given.value.owner = agent;
    static_cast<void>(values.read_value(model.blackboard[key].value, *node, name, given.value));
  }
  if (diagnostics.has_errors()) {
    const Diagnostic& first = diagnostics.all().front();
    return tl::unexpected(first.help.empty() ? first.message
                                             : fmt::format("{}; {}", first.message, first.help));
  }
  const uint32_t whom = given.value.entity;
  if (whom != kNone && !is_agent(whom) && whom >= situation.entities.size())
    return tl::unexpected(fmt::format("`{}` is nobody of this run", text));
  if (given.is_level && levels.empty()) return tl::unexpected(fmt::format("`{}` is no level", text));
  return given;
}

}  // namespace ishi::compiler::cli
